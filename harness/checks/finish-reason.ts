/** Rule finish-reason: the finish is one of those that are right for the provider's own word. */

import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { endingOf, fateOf, isWordless, type Ending } from './shared/fate.ts'
import { acceptableOutcomes, isKnownWord, outcomeText, wrongDeclaration } from './shared/outcomes.ts'
import { endPlace } from './shared/places.ts'

export const finishReason: Check = defineCheck({
  id: 'finish-reason',
  severity: 'must',
  law: "The finish is one that the provider's own word allows; a word nobody knows is kept.",
  needs: 'A turn the provider finished. `finish` names the outcome where several are right.',
  source:
    'https://platform.openai.com/docs/api-reference/chat-streaming/streaming#chat-streaming-streaming-choices',
  check(subject) {
    const { how, answered } = fateOf(subject)
    if (how !== 'finished' && !answered) {
      return { notApplicable: 'the turn failed or was cut before the provider finished it' }
    }
    const ending = endingOf(subject)
    return { findings: [...declarationFindings(subject), ...reasonFindings(subject, ending)] }
  },
})

function declarationFindings(subject: Subject): Finding[] {
  const wrong = wrongDeclaration(subject)
  if (wrong === undefined) return []
  return [
    {
      message: `the driver declares \`${outcomeText(wrong.declared)}\` for the finish \`${wrong.key}\`, which no correct converter may give`,
      place: endPlace(subject),
      expected: wrong.acceptable.map(outcomeText),
      got: outcomeText(wrong.declared),
    },
  ]
}

function reasonFindings(subject: Subject, ending: Ending | undefined): Finding[] {
  const acceptable = acceptableOutcomes(subject)
  if (ending === undefined || acceptable.every(({ reason }) => reason !== ending.reason)) {
    return [
      {
        message: `the provider finished with ${wordOf(subject)}, which does not allow this finish`,
        place: endPlace(subject, ending?.part),
        expected: acceptable.map(outcomeText),
        got: ending?.reason ?? 'no finish',
      },
    ]
  }
  return unknownWordFindings(subject, ending)
}

function wordOf({ truth }: Subject): string {
  const { finish } = truth.turn
  return finish?.raw === undefined ? 'no word of its own' : `\`${finish.raw}\``
}

/** In a failure the word may stand in its message or its raw error. */
function unknownWordFindings(subject: Subject, ending: Ending): Finding[] {
  const { finish } = fateOf(subject)
  const raw = finish?.raw
  if (raw === undefined || isWordless(finish) || isKnownWord(subject.wire, raw)) return []
  if (
    isTransportError(ending) ||
    JSON.stringify([ending.raw, ending.failure]).includes(JSON.stringify(raw).slice(1, -1))
  ) {
    return []
  }
  return [
    {
      message: `the provider's own word \`${raw}\` is lost`,
      place: endPlace(subject, ending.part),
      expected: raw,
      got: ending.raw ?? 'no raw finish reason',
    },
  ]
}

/** Where the stream broke behind the finish, the converter may speak of that instead. */
function isTransportError({ failure }: Ending): boolean {
  return failure?.code === 'TRANSPORT'
}
