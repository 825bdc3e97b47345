/** Deliveries of kind swap: another answer in place of the recorded one, as gateways and broken servers give. */

import type { Delivered, Delivery } from './delivery.ts'

const page =
  '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'

function swap(name: string, answer: { status: number; contentType: string; body: string }): Delivery {
  const delivered: Delivered = {
    status: answer.status,
    headers: { 'content-type': answer.contentType },
    reads: answer.body === '' ? [] : [new TextEncoder().encode(answer.body)],
    end: 'clean',
  }
  return { name, kind: 'swap', apply: () => delivered }
}

export const swaps: readonly Delivery[] = [
  swap('empty-200', { status: 200, contentType: 'text/event-stream', body: '' }),
  swap('html-200', { status: 200, contentType: 'text/html', body: page }),
  swap('html-502', { status: 502, contentType: 'text/html', body: page }),
  swap('empty-503', { status: 503, contentType: 'text/plain', body: '' }),
]
