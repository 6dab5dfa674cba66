import type { Random } from '../../../worker/local/host/stand-ins/books/random.ts'
import type { Answer, SystemName, WritableBooks } from './writable-books.ts'

/** What goes wrong between Outlay and an accounting system. Some answers are lost after the work was done. */

const page = () => new Response('<html><body>Maintenance</body></html>')
const busyIn = (system: SystemName): Response =>
  system === 'QUICKBOOKS'
    ? Response.json({ Fault: { Error: [{ Message: 'ThrottleExceeded', code: '3001' }] } }, { status: 429 })
    : Response.json(
        {
          'o:errorDetails': [
            { detail: 'Concurrent request limit exceeded.', 'o:errorCode': 'CONCURRENCY_LIMIT_EXCEEDED' },
          ],
        },
        { status: 400 },
      )

type Trouble = (request: Request, answer: Answer, system: SystemName) => Promise<Response>

const TROUBLES: Record<string, Trouble> = {
  busy: async (_, __, system) => busyIn(system),
  'too many calls': async () => new Response('', { status: 429, headers: { 'retry-after': '3' } }),
  'a page of maintenance': async () => page(),
  'a failure': async () => new Response('', { status: 500 }),
  'an answer that breaks off': async (request, answer) => {
    const text = await (await answer(request)).text()
    return new Response(text.slice(0, Math.floor(text.length / 2)))
  },
  'an answer that comes too late': async (request, answer) => {
    await answer(request)
    throw new DOMException('The operation timed out.', 'TimeoutError')
  },
  'a connection that is lost': async () => {
    throw new TypeError('The connection was lost.')
  },
}
/** Access tokens end before their hour. */
const EXPIRED: Trouble = async () => Response.json({}, { status: 401 })

/** @param share of calls that go wrong */
export const troubled = (there: WritableBooks, random: Random, share: number): Set<string> => {
  const seen = new Set<string>()
  const all = { ...TROUBLES, ...(there.system === 'QUICKBOOKS' && { 'a token that expired': EXPIRED }) }
  const used = new Set<string>()
  there.between = (request, answer) => {
    const token = request.headers.get('authorization') ?? ''
    const isFresh = !used.has(token)
    used.add(token)
    if (!random.chance(share)) return answer(request)
    const [name, trouble] = random.of(Object.entries(all))
    // A token that was given just now doesn't expire.
    if (trouble === EXPIRED && isFresh) return answer(request)
    seen.add(name)
    return trouble(request, answer, there.system)
  }
  return seen
}
