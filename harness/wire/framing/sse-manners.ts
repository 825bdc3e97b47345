/** Ways to frame the same server-sent events, each lawful by https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream, but for the last. Not here: plain framing (sse.ts). */

type Manner = (event: string, at: number, all: readonly string[]) => string

const manners = {
  comments: (event) => `: keep-alive\n\n${event}`,
  crlf: (event) => event.replaceAll('\n', '\r\n'),
  cr: (event) => event.replaceAll('\n', '\r'),
  bom: (event, at) => (at === 0 ? `\uFEFF${event}` : event),
  'several-data-lines': (event) => event.replace(/^data: \{/m, 'data: {\ndata: '),
  'no-space': (event) => event.replaceAll(/^(data|event): /gm, '$1:'),
  'other-fields': (event, at) => `event: message\nid: ${at}\nretry: 3000\n${event}`,
  'crlf-and-comments': (event) => `: keep-alive\n\n${event}`.replaceAll('\n', '\r\n'),
  /** The standard drops such an event; providers mean it: https://github.com/openai/openai-node/issues/2726. */
  'no-last-blank-line': (event, at, all) => (at === all.length - 1 ? event.replace(/\n\n$/, '') : event),
} as const satisfies Record<string, Manner>

export type SseManner = keyof typeof manners

/** The bytes of plainly framed events in another manner, one entry an event. */
export function frameAs(manner: SseManner, events: readonly Uint8Array[]): Uint8Array[] {
  const change: Manner = manners[manner]
  const texts = events.map((event) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(event))
  return texts.map((text, at) => new TextEncoder().encode(change(text, at, texts)))
}
