/** How the connection itself fails: before an answer, and inside one behind text. Every wire meets each row. Not here: the errors a client gets (harness/replay/connection-failure.ts). */

import type { ConnectionRow } from '../error-situation.ts'

const node = 'https://nodejs.org/api/errors.html#common-system-errors'

const tls = 'https://nodejs.org/api/tls.html#x509-certificate-error-codes'

const undici = 'https://undici.nodejs.org/#/docs/api/Errors'

const fetchBody = 'https://fetch.spec.whatwg.org/#concept-http-network-fetch'

const transport = { code: 'TRANSPORT', retry: true } as const
/** Trying again does not mend a certificate. */

const trust = { code: 'TRANSPORT' } as const

const late = { code: 'TIMEOUT', retry: true } as const

const rows: readonly Omit<ConnectionRow, 'provider'>[] = [
  { id: 'refused', failure: 'refused', title: 'Nobody listens', source: node, truth: transport },
  { id: 'no-host', failure: 'no-host', title: 'A name that does not exist', source: node, truth: transport },
  {
    id: 'no-name-server',
    failure: 'no-name-server',
    title: 'Names cannot be looked up',
    source: node,
    truth: transport,
  },
  { id: 'unreachable', failure: 'unreachable', title: 'No way to the host', source: node, truth: transport },
  {
    id: 'reset',
    failure: 'reset',
    title: 'The connection breaks before the answer',
    source: node,
    truth: transport,
  },
  {
    id: 'closed',
    failure: 'closed',
    title: 'The other side closes before the answer',
    source: undici,
    truth: transport,
  },
  { id: 'no-tls', failure: 'no-tls', title: 'The other side speaks no TLS', source: tls, truth: trust },
  {
    id: 'expired-certificate',
    failure: 'expired-certificate',
    title: 'A certificate that is over',
    source: tls,
    truth: trust,
  },
  {
    id: 'self-signed-certificate',
    failure: 'self-signed-certificate',
    title: 'A certificate nobody vouches for',
    source: tls,
    truth: trust,
  },
  {
    id: 'wrong-host-certificate',
    failure: 'wrong-host-certificate',
    title: 'A certificate of another host',
    source: tls,
    truth: trust,
  },
  {
    id: 'connect-time-out',
    failure: 'connect-time-out',
    title: 'A connection that is not made in time',
    source: undici,
    truth: late,
  },
  {
    id: 'headers-time-out',
    failure: 'headers-time-out',
    title: 'An answer that does not begin in time',
    source: undici,
    truth: late,
  },
  {
    id: 'silence',
    failure: 'silence',
    title: 'No answer, until the caller aborts',
    source: 'https://dom.spec.whatwg.org/#abortcontroller-api-integration',
    truth: { code: 'ABORTED', retry: false },
  },
  {
    id: 'reset-inside',
    failure: 'reset',
    inside: true,
    title: 'The connection breaks behind text',
    source: node,
    truth: transport,
  },
  {
    id: 'closed-inside',
    failure: 'closed',
    inside: true,
    title: 'The other side closes behind text, the body unfinished',
    source: fetchBody,
    truth: transport,
  },
  {
    id: 'body-time-out',
    failure: 'body-time-out',
    inside: true,
    title: 'A body that does not go on in time',
    source: undici,
    truth: late,
  },
  {
    id: 'clean-end-inside',
    failure: 'clean-end',
    inside: true,
    title: 'The body ends behind text as if it were whole',
    source: 'https://github.com/vercel/ai/issues/19169',
    truth: transport,
  },
]

export const connectionRows: readonly ConnectionRow[] = rows.map((row) => ({
  ...row,
  id: `connection-${row.id}`,
  provider: 'Network',
}))
