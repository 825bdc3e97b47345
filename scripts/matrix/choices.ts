/** What a driver declares that differs from a converter that keeps everything, in words. Not here: what the capabilities mean (harness/driver/driver.ts). */

import type { Capabilities } from '../../harness/index.ts'

type Declaring = { wires: readonly string[]; capabilitiesFor: (wire: string) => Capabilities }

/** One sentence a choice; those that not every wire has name their wires. */
export function choicesOf({ wires, capabilitiesFor }: Declaring): string[] {
  const said = new Map<string, string[]>()
  for (const wire of wires) {
    for (const choice of sentences.flatMap((sentence) => sentence(capabilitiesFor(wire)) ?? [])) {
      said.set(choice, [...(said.get(choice) ?? []), wire])
    }
  }
  return [...said].map(([choice, on]) =>
    on.length === wires.length ? choice : `${choice} (${on.join(', ')})`,
  )
}

const sentences: readonly ((capabilities: Capabilities) => string | undefined)[] = [
  ({ reasoning }) => (reasoning ? undefined : 'tells no reasoning'),
  ({ refusal }) => (refusal === 'as-text' ? 'tells a refusal as text' : undefined),
  ({ refusal }) => (refusal === 'none' ? 'has no refusal of its own' : undefined),
  ({ blockStarts }) => (blockStarts ? undefined : 'does not say where a block starts'),
  ({ blockEnds }) => (blockEnds ? undefined : 'does not say where text or reasoning ends'),
  ({ argumentDeltas }) => (argumentDeltas ? undefined : 'tells calls whole'),
  ({ arguments: form }) => (form === 'value' ? 'holds arguments as a JSON value' : undefined),
  ({ emptyArguments }) =>
    emptyArguments === '' ? 'leaves the arguments of a call without any an empty text' : undefined,
  ({ usageBase }) => (usageBase.inputHasCache ? 'counts cached tokens as input' : undefined),
  ({ usageBase }) => (usageBase.outputHasReasoning ? undefined : 'counts reasoning beside output'),
  ({ usage }) => (usage.includes('reasoningTokens') ? undefined : 'counts no reasoning tokens'),
  ({ usage }) => (usage.includes('cacheWriteTokens') ? undefined : 'counts no tokens written to a cache'),
  ({ finish }) => finishes(finish),
  ({ codes }) => codesText(codes),
  ({ buffering }) => (buffering ? 'holds output back' : undefined),
  ({ requests }) => (requests ? undefined : "takes the provider's own request"),
  ({ requestLacks }) =>
    requestLacks.length > 0 ? `a request cannot carry: ${requestLacks.join(', ')}` : undefined,
]

function finishes(finish: Capabilities['finish']): string | undefined {
  const said = Object.entries(finish).map(
    ([word, { reason, code }]) => `${word} is ${reason}${code ? ` ${code}` : ''}`,
  )
  return said.length > 0 ? `finishes: ${said.join(', ')}` : undefined
}

function codesText(codes: Capabilities['codes']): string | undefined {
  const said = Object.entries(codes).map(([code, given]) => `${code} is ${given}`)
  return said.length > 0 ? `codes of failures: ${said.join(', ')}` : undefined
}
