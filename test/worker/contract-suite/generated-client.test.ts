import { exports } from 'cloudflare:workers'
import createClient from 'openapi-fetch'
import { beforeAll, expect, it } from 'vitest'
import { COMPANY_FLAGS } from '../../../schema/shared/permissions.ts'
import type { Api } from '../../support/generated-client/api.ts'
import { journeyOf } from '../../support/generated-client/journey.ts'
import { readsOf } from '../../support/generated-client/reads.ts'
import { makeCompany, ORIGIN, signIn } from '../../support/worker/world.ts'

/** A program with a client that was generated from our OpenAPI document, and an API key. */

let api: Api
const called = new Set<string>()

beforeAll(async () => {
  const company = await makeCompany(COMPANY_FLAGS.slice())
  const admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  const { body } = await admin.post('/api/api-keys', { name: 'Generated' })
  // biome-ignore lint/suspicious/noExplicitAny: the generated types are checked where they are generated
  const client = createClient<any>({
    baseUrl: ORIGIN,
    headers: { Authorization: `Bearer ${body.key}` },
    fetch: (request) => exports.default.fetch(request),
  })
  client.use({
    onResponse: ({ response, schemaPath, request }) => {
      if (response.ok) called.add(`${request.method} ${schemaPath}`)
    },
  })
  api = client as Api
})

const known = async <T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<NonNullable<T>> => {
  const { data, error, response } = await call
  if (data === undefined || data === null) throw new Error(`${response.status}: ${JSON.stringify(error)}`)
  return data
}

it('creates, finds and reads with the types that it was given', async () => {
  const { names, amounts } = await journeyOf(api, known)
  expect(names).toEqual(expect.arrayContaining(['Acme Cloud', 'Research']))
  expect(amounts).toEqual([120_000])
})

it('reads more than a hundred lists and settings', async () => {
  const refused: string[] = []
  for (const read of readsOf(api)) {
    const { error, response } = await read()
    if (!response.ok)
      refused.push(`${new URL(response.url || ORIGIN).pathname} ${response.status} ${JSON.stringify(error)}`)
  }
  expect(refused).toEqual([])
  expect(called.size).toBeGreaterThan(100)
})
