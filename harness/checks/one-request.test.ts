import { oneRequest } from './one-request.ts'
import { testCheck } from './testing/check-table.ts'

const request = { method: 'POST', url: 'http://replay.invalid/v1', headers: {} }

testCheck(oneRequest, {
  accepts: { 'one request': { trace: { requests: [request] } } },
  rejects: {
    'a request sent again': {
      status: 500,
      trace: { requests: [request, request] },
      finding: /sent 2 requests/,
    },
    'no request': { finding: /sent 0 requests/ },
  },
  notApplicable: {
    'a driver that declares retries': {
      capabilities: { retries: true },
      trace: { requests: [request, request] },
      reason: /`retries`/,
    },
    'a level below http': { level: 'bytes', reason: /level `bytes`/ },
  },
})
