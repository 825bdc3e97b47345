/** msw's socket layer alone, passing everything through: what of the cost of the tap is not ours. Loaded by `--import`. */

import { SocketInterceptor } from '@mswjs/interceptors/net'

const interceptor = SocketInterceptor.singleton(SocketInterceptor)
interceptor.on('connection', ({ controller }) => {
  controller.reset = () => {}
  controller.passthrough()
})
interceptor.apply({})
