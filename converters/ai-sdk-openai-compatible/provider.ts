/** The drivers of this folder, one for each specification version. */

import type { Capabilities, Driver } from '../../harness/index.ts'
import { capabilities } from '../ai-sdk/capabilities.ts'
import { modelDriver, type LanguageModel } from '../ai-sdk/model-driver.ts'
import { published } from '../published/package.ts'

type Package = {
  createOpenAICompatible(settings: object): { chatModel(id: string): LanguageModel }
}

export async function openAiCompatibleDriver(
  name: string,
  dependency: string,
  load: (name: string) => Promise<unknown>,
  own: Partial<Capabilities> = {},
): Promise<Driver> {
  const { module, version } = await published<Package>(import.meta.url, dependency, load)
  return modelDriver({
    name,
    version: `@ai-sdk/openai-compatible ${version}`,
    wires: ['openai-chat'],
    model: ({ baseUrl, apiKey, fetch, model }) =>
      module
        .createOpenAICompatible({
          name: 'streamproof',
          baseURL: `${baseUrl}/v1`,
          apiKey,
          fetch,
          includeUsage: true,
          supportsStructuredOutputs: true,
        })
        .chatModel(model),
    capabilities: { ...capabilities, emptyArguments: '', ...own },
  })
}
