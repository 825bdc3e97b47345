/** What pi-ai's `errorMessage` says, taken apart: HTTP status, machine-readable labels, prose. Not here: what it means (classify-error.ts). */

export type ErrorFacts = {
  /** HTTP status, from the status position only: digits inside ids, dates and token counts are not one. */
  status?: number
  /** `key:value` of every type, code, status and reason field, and the name before the first colon; joined by spaces. */
  labels: string
  /** The text without addresses and without an HTML page: both are full of words that mean nothing here. */
  prose: string
}

/** How pi-ai's APIs write the status: see formatProviderError in its utils/error-body.js, and the SDKs' own `429 {…}`. */
const statusPositions = [/^HTTP (\d{3})\b/, /^[\w .-]+ API error \((\d{3})\)/, /^(\d{3})(?=[:\s]|$)/]
/** The openai SDK's and @google/genai's bodies, also where one is carried as a string inside another. */
const labelField = /\\*"(type|code|status|reason|error_type|__type)\\*"\s*:\s*\\*"?([\w.-]+)/g
/** `ThrottlingException: …`, `insufficient_quota: …`, `Throttling error: …`. */
const leadingName = /^(?!HTTP\b|got status\b)([A-Za-z_][\w ]{2,59}): /
/** @google/genai, for an error object inside a stream: https://github.com/googleapis/js-genai */
const inBandStatus = /^got status: (\w+)\. /

export function readErrorText(text: string): ErrorFacts {
  const prose = withoutPage(text).replace(/https?:\/\/[^\s"'<>\\)]+/g, '')
  const status = statusInPosition(text) ?? statusInBody(text)
  return { ...(status !== undefined && { status }), labels: readLabels(prose), prose }
}

export function isErrorStatus(value: unknown): value is number {
  return typeof value === 'number' && value >= 400 && value <= 599
}

function statusInPosition(text: string): number | undefined {
  for (const position of statusPositions) {
    const status = Number(position.exec(text)?.[1])
    if (isErrorStatus(status)) return status
  }
  return undefined
}

/** @google/genai writes no status before the body, but every Google body carries it as `error.code`. */
function statusInBody(text: string): number | undefined {
  try {
    const body: unknown = JSON.parse(text.replace(inBandStatus, ''))
    const first = (Array.isArray(body) ? body[0] : body) as { error?: { code?: unknown } } | null
    const code = first?.error?.code
    return isErrorStatus(code) ? code : undefined
  } catch {
    return undefined
  }
}

function readLabels(text: string): string {
  const fields = Array.from(text.matchAll(labelField), ([, key, value]) => `${key}:${value}`)
  const names = [leadingName.exec(text)?.[1], inBandStatus.exec(text)?.[1]]
  return [...names, ...fields].filter((label) => label !== undefined).join(' ')
}

function withoutPage(text: string): string {
  const page = text.search(/<(?:!doctype|html|head|body)\b/i)
  return page === -1 ? text : text.slice(0, page)
}
