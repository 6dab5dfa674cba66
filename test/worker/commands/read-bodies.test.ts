import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { doors } from '../../../worker/app.tsx'
import { type Client, makeCompany, ORIGIN, signIn } from '../../support/worker/world.ts'

/** What a call sends is read to its end before the answer, or it would stand before the next call on the connection. */

let member: Client
beforeAll(async () => {
  const company = await makeCompany()
  member = await signIn(company, await company.addPerson())
})

interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
}

/** Whether the sender got rid of everything. */
const wasRead = async ({ method, path, headers }: Sent): Promise<boolean> => {
  let isAtEnd = false
  const parts = ['{"name":', '"x"', '}']
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = parts.shift()
        if (part !== undefined) return controller.enqueue(new TextEncoder().encode(part))
        isAtEnd = true
        controller.close()
      },
      cancel() {
        isAtEnd = true
      },
    },
    { highWaterMark: 0 },
  )
  const answer = await exports.default.fetch(`${ORIGIN}${path}`, {
    method,
    headers: { Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
    body,
  })
  await answer.body?.cancel()
  return isAtEnd
}

const changing = doors
  .map(({ endpoint }) => endpoint)
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\}/g, 'none') }))

const unread = async (calls: Sent[]): Promise<string[]> => {
  const left: string[] = []
  for (const call of calls) if (!(await wasRead(call))) left.push(`${call.method} ${call.path}`)
  return left
}

describe('the body of a call', () => {
  it('a body sent to any address without a session is read to its end', async () => {
    expect(changing.length).toBeGreaterThan(200)
    expect(await unread(changing)).toEqual([])
  }, 60_000)

  it('a body that a member sends to any address is read to its end, also where none is needed', async () => {
    const headers = { Cookie: member.cookie ?? '' }
    expect(await unread(changing.map((call) => ({ ...call, headers })))).toEqual([])
  }, 120_000)

  it('bodies sent to other addresses, from other sites and to files are read to their end', async () => {
    const calls: Sent[] = [
      { method: 'POST', path: '/api/nothing-here' },
      { method: 'POST', path: '/graphql' },
      { method: 'POST', path: '/files/upload' },
      { method: 'POST', path: '/public-api/files/upload' },
      { method: 'POST', path: '/webhooks/nobody' },
      { method: 'DELETE', path: '/api/vendors/none' },
      { method: 'POST', path: '/api/vendors', headers: { Origin: 'https://elsewhere.example' } },
    ]
    expect(await unread(calls)).toEqual([])
  })
})
