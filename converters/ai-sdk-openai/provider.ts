/** The drivers of this folder, one for each specification version. */

import type { Capabilities, Driver } from '../../harness/index.ts'
import { capabilities } from '../ai-sdk/capabilities.ts'
import { modelDriver, type LanguageModel } from '../ai-sdk/model-driver.ts'
import { published } from '../published/package.ts'

type Package = {
  createOpenAI(settings: object): { chat(id: string): LanguageModel; responses(id: string): LanguageModel }
}

export async function openAiDriver(
  name: string,
  dependency: string,
  load: (name: string) => Promise<unknown>,
  own: Partial<Capabilities> = {},
): Promise<Driver> {
  const { module, version } = await published<Package>(import.meta.url, dependency, load)
  return modelDriver({
    name,
    version: `@ai-sdk/openai ${version}`,
    wires: ['openai-chat', 'openai-responses'],
    model: ({ wire, baseUrl, apiKey, fetch, model }) => {
      const openai = module.createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey, fetch })
      return wire === 'openai-chat' ? openai.chat(model) : openai.responses(model)
    },
    capabilities: { ...capabilities, emptyArguments: '', ...own },
    capabilitiesByWire: {
      // The fields of reasoning are other servers' own: OpenAI's chat completions have none.
      'openai-chat': { reasoning: false },
      'openai-responses': {
        signatures: true,
        // It takes a model it does not know for a reasoning model, which has no such options.
        requestLacks: [...(capabilities.requestLacks ?? []), 'temperature', 'top-p'],
      },
    },
  })
}
