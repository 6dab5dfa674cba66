import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../worker/core/clock.ts'
import { expectSafeHeaders, mainCase, rowCounts } from '../support/worker/contract.ts'
import { codeOf, contentOf, fieldsOf, type Input, type TestDoor, testDoors } from '../support/worker/doors.ts'
import type { OperationFixture } from '../support/worker/fixtures/fixture.ts'
import { makeWorld, type World } from '../support/worker/matrix-world.ts'
import { operationFixtures } from '../support/worker/operation-facts.ts'
import { type Answer, anonymous, type Client, ORIGIN } from '../support/worker/world.ts'

/** What every root field of the GraphQL schema promises, and what the endpoint always refuses. */

const fixtureOf = (door: TestDoor): OperationFixture => {
  const fixture = operationFixtures[door.operation.id]
  if (!fixture) throw new Error(`${door.operation.id} has no fixture`)
  return fixture
}

const fields = testDoors.filter((door) => door.kind === 'GraphQL').map((door) => ({ name: door.name, door }))
const repeatable = fields.filter(({ door }) => fixtureOf(door).repeat !== null)

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const ready = async (door: TestDoor): Promise<{ input: Input; client: Client }> => {
  const { about, principal } = mainCase(fixtureOf(door))
  return { input: await about.input(world, principal), client: world.as(principal) }
}

const expectRefusal = async (code: string, call: () => Promise<Answer>): Promise<Answer> => {
  const before = await rowCounts()
  const answer = await call()
  expect({ code: codeOf(answer), body: answer.body }).toMatchObject({ code })
  expect(await rowCounts()).toEqual(before)
  expectSafeHeaders(answer)
  return answer
}

describe('every root field', () => {
  it.each(fields)('$name returns everything its type promises', async ({ door }) => {
    const { input, client } = await ready(door)
    const answer = await door.call(client, input)
    expect(answer.body.errors).toBeUndefined()
    expect(contentOf(door, answer)).toBeDefined()
    expectSafeHeaders(answer)
  })

  it.each(fields.filter(({ door }) => fixtureOf(door).invalid !== null))(
    '$name puts a message beside bad input and changes nothing',
    async ({ door }) => {
      const { input, client } = await ready(door)
      const { change, field } = fixtureOf(door).invalid ?? { change: {}, field: '' }
      const answer = await expectRefusal('INVALID', () => door.call(client, { ...input, ...change }))
      expect(fieldsOf(answer)[field]).toMatch(/\S/)
    },
  )

  it.each(fields.filter(({ door }) => fixtureOf(door).unknown !== null))(
    '$name answers the same for a missing object and for another company’s',
    async ({ door }) => {
      const { input, client } = await ready(door)
      const gone = fixtureOf(door).unknown?.(input) ?? {}
      await expectRefusal('NOT_FOUND', () => door.call(client, gone))
      const stranger = world.as(door.operation.access.startsWith('vendor.') ? 'otherVendor' : 'otherAdmin')
      const nothing = await expectRefusal('NOT_FOUND', () => door.call(stranger, gone))
      const foreign = await expectRefusal('NOT_FOUND', () => door.call(stranger, input))
      expect(foreign.body.errors).toEqual(nothing.body.errors)
    },
  )

  it.each(repeatable)(
    '$name answers a repeated command the same, and refuses it with different input',
    async ({ door }) => {
      const { input, client } = await ready(door)
      const { repeat } = fixtureOf(door)
      const other = typeof repeat === 'function' ? await repeat(input, world) : null
      const commandId = newId()
      const first = await door.call(client, input, { commandId })
      expect(codeOf(first)).toBe('OK')
      const between = await rowCounts()
      const second = await door.call(client, input, { commandId })
      expect(second.body).toEqual(first.body)
      expect(await rowCounts()).toEqual(between)
      if (!other) return
      const answer = await expectRefusal('CONFLICT', () => door.call(client, other, { commandId }))
      expect(answer.body.errors[0].extensions.reason).toBe('COMMAND_REUSED')
    },
  )
})

describe('the GraphQL endpoint', () => {
  const ask = (query: string, client = world.as('admin')) => client.graphql(query)
  const SESSION = '{ sessionData { userId } }'

  it('calls without a session are refused, whatever they ask', async () => {
    for (const query of [SESSION, '{ __typename }', '{ nonsense }']) {
      const answer = await expectRefusal('UNAUTHENTICATED', () => ask(query, anonymous))
      expect(answer.status).toBe(401)
    }
  })

  it('only POST is answered, so a link can’t query or change anything', async () => {
    const before = await rowCounts()
    const answer = await world.as('admin').get(`/graphql?query=${encodeURIComponent(SESSION)}`)
    expect(answer.status).toBe(404)
    const mutation = `mutation { getSignedUploadUrl(fileName: "a.pdf") { url } }`
    expect((await world.as('admin').get(`/graphql?query=${encodeURIComponent(mutation)}`)).status).toBe(404)
    expect(await rowCounts()).toEqual(before)
  })

  it('only JSON is accepted, so another site’s form can’t send queries', async () => {
    const cookie = world.as('admin').cookie ?? ''
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const response = await exports.default.fetch(`${ORIGIN}/graphql`, {
        method: 'POST',
        headers: { Cookie: cookie, Origin: ORIGIN, 'Content-Type': type },
        body: JSON.stringify({ query: SESSION }),
      })
      expect(response.status).toBe(400)
    }
  })

  it('calls from other sites are refused', async () => {
    const sites: Record<string, string>[] = [{ Origin: 'https://evil.test' }, { 'Sec-Fetch-Site': 'cross-site' }]
    for (const headers of sites) {
      const call = () => world.as('admin').call('POST', '/graphql', { body: { query: SESSION }, headers })
      expect((await expectRefusal('FORBIDDEN', call)).body.reason).toBe('CROSS_SITE')
    }
  })

  it('the schema can’t be queried, and errors suggest no names', async () => {
    for (const query of ['{ __schema { types { name } } }', '{ __type(name: "Query") { name } }']) {
      const answer = await ask(query)
      expect(answer.body.data).toBeUndefined()
      expect(answer.body.errors[0].message).toMatch(/introspection/i)
    }
    const misspelt = await ask('{ sessionDat { userId } }')
    expect(JSON.stringify(misspelt.body)).not.toContain('sessionData')
  })

  it.each([
    ['{ sessionData { userId', 'The query is not valid GraphQL (line 1, column 23).'],
    ['{ sessionDat { userId } }', 'There is no field "sessionDat" here (line 1, column 3).'],
    ['{ sessionData { userIdd } }', 'There is no field "userIdd" here (line 1, column 17).'],
    ['{ sessionData }', 'Select the fields you want here (line 1, column 3).'],
    ['{ documents(firstt: 3) { edges { cursor } } }', 'There is no argument "firstt" here (line 1, column 13).'],
    ['{ documents(first: "3") { edges { cursor } } }', 'A value in the query is not valid (line 1, column 20).'],
    ['{ vendors(filter: ACTIV) { edges { cursor } } }', 'A value in the query is not valid (line 1, column 19).'],
    ['{ ...F }', 'The fragment "F" is missing, unused or in the wrong place (line 1, column 6).'],
    ['{ documents(first: $n) { edges { cursor } } }', 'The variable "n" is not declared (line 1, column 20).'],
    ['mutation { createIntakeWorkflow { id } }', 'The argument "intakeCategoryId" is required (line 1, column 12).'],
  ])('%s is answered with 400 and plain words, without other names', async (query, message) => {
    const answer = await ask(query)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toEqual({ message, extensions: { code: 'INVALID' } })
    expect(JSON.stringify(answer.body)).not.toMatch(/did you mean|expected type|enum|ACTIVE/i)
  })

  it('a document that ends anywhere is refused in words, and nothing is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const whole =
      'query A($n: Int) { documents(first: $n, filter: {search: "a"}) { ...F } } fragment F on D { edges { cursor } }'
    try {
      for (let end = 0; end < whole.length; end += 1) {
        const answer = await ask(whole.slice(0, end))
        const query = whole.slice(0, end)
        expect({ query, status: answer.status, data: answer.body.data }).toEqual({
          query,
          status: 400,
          data: undefined,
        })
        const code = answer.body.code ?? answer.body.errors[0].extensions.code
        const message = answer.body.message ?? answer.body.errors[0].message
        expect({ query, code }).toEqual({ query, code: 'INVALID' })
        expect(message).toMatch(/^[A-Z].*\.$/)
      }
      expect(logged.mock.calls).toEqual([])
    } finally {
      logged.mockRestore()
    }
  })

  it('a wrong variable is answered with 400 beside its name', async () => {
    const query = 'query ($first: Int!) { documents(first: $first) { edges { cursor } } }'
    const wrong = await world.as('admin').graphql(query, { first: 'three' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors[0]).toEqual({
      message: 'The value of "first" is not valid.',
      extensions: { code: 'INVALID', fields: { first: 'The value of "first" is not valid.' } },
    })
    const missing = await world.as('admin').graphql(query, {})
    expect(missing.body.errors[0].message).toBe('"first" is required.')
    const short = await world.as('admin').graphql(query.replaceAll('$first', '$i'), {})
    expect(short.body.errors[0].message).toBe('A value is required (line 1, column 8).')
  })

  it('a document deeper than 10, with more than 15 aliases, or too long is refused', async () => {
    const deep = `{ intakeSubmissions { ${'edges { node { '.repeat(5)}id${' } }'.repeat(5)} } }`
    const aliases = `{ ${Array.from({ length: 16 }, (_, i) => `a${i}: paymentsGatekeeper { paymentsEnabled }`).join(' ')} }`
    const long = `{ sessionData { ${'userId '.repeat(4001)} } }`
    for (const query of [deep, aliases, long]) {
      const answer = await ask(query)
      expect(answer.body.data).toBeUndefined()
      expect(JSON.stringify(answer.body.errors)).toMatch(/depth|aliases|token/i)
    }
    const allowed = `{ ${Array.from({ length: 15 }, (_, i) => `a${i}: paymentsGatekeeper { paymentsEnabled }`).join(' ')} }`
    expect((await ask(allowed)).body.errors).toBeUndefined()
  })

  it('a call can have only one document', async () => {
    const answer = await world.as('admin').call('POST', '/graphql', { body: [{ query: SESSION }, { query: SESSION }] })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).not.toContain(world.people.admin.userId)
  })

  it('each mutation in a document gets its own command', async () => {
    const category = await world.makeOwnedCategory()
    const query = `mutation ($c: ID!) {
      a: createIntakeWorkflow(intakeCategoryId: $c, label: "One") { id }
      b: createIntakeWorkflow(intakeCategoryId: $c, label: "Two") { id }
    }`
    const commandId = newId()
    const first = await world.as('admin').graphql(query, { c: category.id }, commandId)
    expect(first.body.data.a.id).not.toBe(first.body.data.b.id)
    const again = await world.as('admin').graphql(query, { c: category.id }, commandId)
    expect(again.body).toEqual(first.body)
  })

  it('the details of an unknown error are only in the log', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await env.DB.prepare('ALTER TABLE documents RENAME TO documents_away').run()
    try {
      const answer = await ask('{ documents { edges { cursor } } }')
      const [error] = answer.body.errors
      expect(error.message).toBe('An unknown error occurred. Please try again.')
      expect(error.extensions).toEqual({ code: 'INTERNAL' })
      expect(JSON.stringify(answer.body)).not.toMatch(/documents_away|no such table|SQL|stack|\.ts/i)
      const log = JSON.parse(String(logged.mock.calls[0]?.[0]))
      expect(log).toMatchObject({ error: expect.stringContaining('no such table') })
      expect(log.requestId).toBe(answer.headers.get('X-Request-Id'))
      const rest = await world.as('requester').get(`/api/documents/${world.documentId}`)
      expect(rest.body).toEqual({
        message: 'An unknown error occurred. Please try again.',
        code: 'INTERNAL',
        requestId: rest.headers.get('X-Request-Id'),
      })
    } finally {
      await env.DB.prepare('ALTER TABLE documents_away RENAME TO documents').run()
    }
  })
})
