/** Connections that fail, and the errors Node's fetch gives for them. Not here: where one fails (a delivery's `failure`), playing it (replay-fetch.ts …). */

import type { RecordingEnd } from '../recording/format.ts'
import type { Failure, FailureCode } from '../turn/failure.ts'

type Told = {
  /** `code` of the error's cause, by which clients tell failures apart. */
  code: string
  /** Message of the cause. */
  message: string
  name?: string
  /** What the failure means; the first is the plainest. */
  codes: readonly FailureCode[]
}

const transport = ['TRANSPORT'] as const
/** Whoever waits in vain may call it what the connection did or what the clock said. */
const late = ['TIMEOUT', 'TRANSPORT'] as const

/**
 * Messages and codes as Node 24 gives them: https://nodejs.org/api/errors.html#common-system-errors,
 * https://nodejs.org/api/tls.html#x509-certificate-error-codes, https://undici.nodejs.org/#/docs/api/Errors.
 */
const failures = {
  refused: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:443', codes: transport },
  'no-host': { code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND provider.invalid', codes: transport },
  'no-name-server': {
    code: 'EAI_AGAIN',
    message: 'getaddrinfo EAI_AGAIN provider.invalid',
    codes: transport,
  },
  unreachable: { code: 'EHOSTUNREACH', message: 'connect EHOSTUNREACH 192.0.2.1:443', codes: transport },
  reset: { code: 'ECONNRESET', message: 'read ECONNRESET', codes: transport },
  closed: { code: 'UND_ERR_SOCKET', message: 'other side closed', name: 'SocketError', codes: transport },
  'no-tls': {
    code: 'ERR_SSL_WRONG_VERSION_NUMBER',
    message: 'write EPROTO SSL routines:ssl3_get_record:wrong version number',
    codes: transport,
  },
  'expired-certificate': {
    code: 'CERT_HAS_EXPIRED',
    message: 'certificate has expired',
    codes: transport,
  },
  'self-signed-certificate': {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    message: 'self-signed certificate',
    codes: transport,
  },
  'wrong-host-certificate': {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    message: "Hostname/IP does not match certificate's altnames: Host: provider.invalid.",
    codes: transport,
  },
  'connect-time-out': {
    code: 'UND_ERR_CONNECT_TIMEOUT',
    message: 'Connect Timeout Error (attempted address: provider.invalid:443, timeout: 10000ms)',
    name: 'ConnectTimeoutError',
    codes: late,
  },
  'headers-time-out': {
    code: 'UND_ERR_HEADERS_TIMEOUT',
    message: 'Headers Timeout Error',
    name: 'HeadersTimeoutError',
    codes: late,
  },
  'body-time-out': {
    code: 'UND_ERR_BODY_TIMEOUT',
    message: 'Body Timeout Error',
    name: 'BodyTimeoutError',
    codes: late,
  },
  /** Nothing comes, and nothing fails, until the caller aborts. */
  silence: { code: 'ABORT_ERR', message: 'This operation was aborted', codes: ['ABORTED'] },
} as const satisfies Record<string, Told>

export type ConnectionFailureName = keyof typeof failures

export const connectionFailures = Object.keys(failures) as ConnectionFailureName[]

/** What a loopback server can do to a client that opens its own sockets. */
export const servedFailures: ReadonlySet<ConnectionFailureName> = new Set([
  'refused',
  'reset',
  'closed',
  'no-tls',
  'silence',
])

/** The error as fetch rejects with it, before an answer (`fetch failed`) or inside one (`terminated`). */
export function connectionError(name: ConnectionFailureName, inside: boolean): TypeError {
  const { code, message, name: causeName }: Told = failures[name]
  const cause = Object.assign(
    new Error(message),
    { code },
    causeName === undefined ? {} : { name: causeName },
  )
  return new TypeError(inside ? 'terminated' : 'fetch failed', { cause })
}

/** What a connection that failed says of the request. */
export function failureOfConnection(name: ConnectionFailureName): Failure {
  const { message, codes } = failures[name]
  const retryable = codes[0] === 'ABORTED' ? {} : { retryable: true }
  return { code: codes[0], message, ...retryable }
}

/** Every code a correct converter may give. */
export function codesOfConnection(name: ConnectionFailureName): readonly FailureCode[] {
  return failures[name].codes
}

/** How a recorded exchange failed, by the system's code in its reason; undefined where it did not. */
export function connectionFailureOf(end: RecordingEnd): ConnectionFailureName | undefined {
  if (end.how !== 'no-response' && end.how !== 'reset') return undefined
  const { reason = '' } = end
  const named = connectionFailures.find((name) => reason.includes(failures[name].code))
  return named ?? (end.how === 'no-response' ? 'closed' : undefined)
}

/** The reason a recording keeps of a failure, from which it is told again. */
export function reasonOf(name: ConnectionFailureName): string {
  return failures[name].code
}
