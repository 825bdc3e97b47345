/** The drivers of this folder, one for each specification version. */

import type { Capabilities, Driver } from '../../harness/index.ts'
import { capabilities } from '../ai-sdk/capabilities.ts'
import { modelDriver, type LanguageModel } from '../ai-sdk/model-driver.ts'
import { published } from '../published/package.ts'

type Package = {
  createGoogleGenerativeAI(settings: object): { languageModel(id: string): LanguageModel }
}

export async function googleDriver(
  name: string,
  dependency: string,
  load: (name: string) => Promise<unknown>,
  own: Partial<Capabilities> = {},
): Promise<Driver> {
  const { module, version } = await published<Package>(import.meta.url, dependency, load)
  return modelDriver({
    name,
    version: `@ai-sdk/google ${version}`,
    wires: ['gemini'],
    model: ({ baseUrl, apiKey, fetch, model }) => {
      return module
        .createGoogleGenerativeAI({ baseURL: `${baseUrl}/v1beta`, apiKey, fetch })
        .languageModel(model)
    },
    capabilities: { ...capabilities, signatures: true, ...own },
  })
}
