/** Which exchanges are recorded: those of a provider, told by url and body so that gateways and local servers count, and those of the hosts the user named. Not here: the telling itself (recording/import/detect-wire.ts). */

import { detectWire, type WireHints } from '../recording/import/detect-wire.ts'
import type { RequestHead } from './exchange.ts'

/** `undecided`: the bodies will tell. */
export type Selected = 'yes' | 'no' | 'undecided'

export type Selection = {
  byHead(head: RequestHead): Selected
  byBodies(hints: WireHints): boolean
}

/** `hosts`: `api.example.com`, `localhost:8080`, `*.example.com`; without a port every port counts. */
export function selectionOf(hosts: readonly string[] = []): Selection {
  const patterns = hosts.map(hostPattern)
  return {
    byHead(head) {
      if (patterns.some((pattern) => pattern.test(hostOf(head.url)))) return 'yes'
      if (detectWire({ url: head.url }) !== undefined) return 'yes'
      return mayCarryRequest(head) ? 'undecided' : 'no'
    },
    byBodies: (hints) => detectWire(hints) !== undefined,
  }
}

/** Host and port of an absolute url; its own text where it is none. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

function hostPattern(host: string): RegExp {
  const text = host
    .toLowerCase()
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${text}${/:\d+$/.test(host) ? '' : '(:\\d+)?'}$`)
}

/** Every provider takes JSON by POST: what is anything else need not be held to look at its bodies. */
function mayCarryRequest({ method, headers }: RequestHead): boolean {
  return method === 'POST' && /json|^$/.test(headers['content-type'] ?? '')
}
