import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cellsOf } from '../../../worker/core/cells.ts'
import { newId } from '../../../worker/core/clock.ts'
import type { AnyOperation } from '../../../worker/core/operation.ts'
import { addressOf } from '../call-text.ts'
import { allowedIn, costOf, expectSafeHeaders, mainCase, rowCounts, withoutRequestId } from './contract.ts'
import { codeOf, fieldsOf, type Input, type TestDoor, testDoors } from './doors.ts'
import type { OperationFixture } from './fixtures/fixture.ts'
import { makeWorld, type Principal, type World } from './matrix-world.ts'
import { isOf, operationFixtures, type Wing } from './operation-fixtures.ts'
import { type Answer, anonymous, type Client, ORIGIN } from './world.ts'

const fixtureOf = (door: TestDoor): OperationFixture => {
  const fixture = operationFixtures[door.operation.id]
  if (!fixture) throw new Error(`${door.operation.id} has no fixture`)
  return fixture
}

/** What asks the directory first, and then the cells that know the person's address: the first one and their own. */
const ACROSS_CELLS = [
  'session.list-own',
  'shell.company-memberships',
  'vendor-portal.invoice-customers',
  'vendor-portal.list-invoices',
]
/** The form and its version, in the customer's cell, then the forms of the vendor's other customers. */
const AFTER_OTHERS = ['vendor-portal.earlier-answers', 'vendor-portal.earlier-documents', 'vendor-portal.documents']

/** The form's answers, then the vendor, its service and its periods with what they hold, and whom they name. */
const UPDATES = 'vendor-forms.updates'

/** The step with its request, then what the answers name. */
const ORDER_FORM = 'purchase-orders.task-form'

/** What was loaded, what of it changed since, and what else needs it. */
const REMOVAL = 'sample-data.removal'

/** The areas are asked one after another, and the export is recorded. */
const EXPORT = 'configuration.export'

/** Where cells are several, an address without a session is looked up in the directory. */
const mostTrips = ({ id, place }: AnyOperation): number => {
  if (id === EXPORT) return 30
  if (AFTER_OTHERS.includes(id)) return 6
  if (id === UPDATES) return 4
  if (id === ORDER_FORM || id === REMOVAL) return 3
  if (cellsOf(env).length === 1) return 2
  // So is a company on the platform's desk.
  // It says how large each database is, and asks all at the same time.
  if (id === 'moves.get') return 2 + cellsOf(env).length
  return ACROSS_CELLS.includes(id) ? 4 : place || id.startsWith('super-admin.') ? 3 : 2
}

/** What every REST endpoint of a wing promises, built from the endpoints and the fixtures of their operations. */
export const describeContract = (wing: Wing): void => {
  const rest = testDoors
    .filter((door) => door.kind === 'REST' && isOf(wing, door.operation.id))
    .map((door) => ({ name: door.name, door, endpoint: door.endpoint as NonNullable<TestDoor['endpoint']> }))
  const changes = rest.filter(({ endpoint }) => endpoint.method !== 'GET')
  const withBody = rest.filter(({ endpoint }) => endpoint.body && !(endpoint.body instanceof z.ZodUndefined))
  const repeatable = rest.filter(({ door }) => fixtureOf(door).repeat !== null)

  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })

  let hasEnded = false
  afterEach(async () => {
    if (hasEnded) await world.renew()
    hasEnded = false
  })

  const ready = async (door: TestDoor): Promise<{ input: Input; client: Client; principal: Principal }> => {
    const fixture = fixtureOf(door)
    const { about, principal } = mainCase(fixture)
    hasEnded = fixture.endsSession === 'EVERYWHERE'
    const input = await about.input(world, principal)
    return { input, client: fixture.endsSession ? await world.signInAs(principal) : world.as(principal), principal }
  }

  /** For calls that are refused, and so change nothing: one input for all of them. */
  const inputs = new Map<TestDoor, Promise<Input>>()
  const readyToRefuse = async (door: TestDoor): Promise<{ input: Input; client: Client }> => {
    if (fixtureOf(door).endsSession) return ready(door)
    const { about, principal } = mainCase(fixtureOf(door))
    const input = inputs.get(door) ?? Promise.resolve(about.input(world, principal))
    inputs.set(door, input)
    return { input: await input, client: world.as(principal) }
  }

  /** Each call is refused with the code, and none writes anything. */
  const expectRefusals = async (code: string, calls: (() => Promise<Answer>)[]): Promise<Answer[]> => {
    const before = await rowCounts()
    const answers: Answer[] = []
    for (const call of calls) {
      const answer = await call()
      expect({ code: codeOf(answer), body: answer.body }).toMatchObject({ code })
      expectSafeHeaders(answer)
      answers.push(answer)
    }
    expect(await rowCounts()).toEqual(before)
    return answers
  }

  const expectRefusal = async (code: string, call: () => Promise<Answer>): Promise<Answer> => {
    const [answer] = await expectRefusals(code, [call])
    return answer as Answer
  }

  describe('a valid call', () => {
    it.each(rest)('$name answers what its endpoint promises, and nothing else', async ({ door, endpoint }) => {
      const { input, client } = await ready(door)
      const answer = await door.call(client, input)
      expect({ code: codeOf(answer), body: answer.body }).toMatchObject({ code: 'OK' })
      if (answer.status !== 101) expectSafeHeaders(answer)
      if (fixtureOf(door).raw) return
      if (endpoint.response instanceof z.ZodNull || (answer.status === 204 && endpoint.response.isNullable())) {
        expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' })
      } else {
        expect(endpoint.response.parse(answer.body)).toEqual(answer.body)
      }
    })
  })

  describe('without a session', () => {
    const guarded = rest.filter(({ door }) => door.operation.access !== 'public')
    it.each(guarded)('$name answers 401', async ({ door }) => {
      const { input } = await readyToRefuse(door)
      const answer = await expectRefusal('UNAUTHENTICATED', () => door.call(anonymous, input))
      expect(answer.status).toBe(401)
    })
  })

  describe('bad input', () => {
    const fallible = rest.filter(({ door }) => fixtureOf(door).invalid !== null)
    it.each(fallible)('$name answers 400 with a message beside the field', async ({ door }) => {
      const { input, client } = await readyToRefuse(door)
      const { change, field } = fixtureOf(door).invalid ?? { change: {}, field: '' }
      const answer = await expectRefusal('INVALID', () => door.call(client, { ...input, ...change }))
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)[field]).toMatch(/\S/)
      expect(costOf(answer).written).toBe(0)
    })

    it.each(rest.filter(({ door }) => fixtureOf(door).invalid === null))('$name takes no input', ({ door }) => {
      expect(door.operation.input.safeParse({}).success).toBe(true)
    })

    const refusesRaw = async (door: TestDoor, ...bodies: [body: string, type: string][]) => {
      const { input, client } = await readyToRefuse(door)
      const { endpoint } = door
      if (!endpoint) throw new Error('Not a REST door')
      const send = (body: string, type: string) => async (): Promise<Answer> => {
        const headers = { Origin: ORIGIN, Cookie: client.cookie ?? '', 'Content-Type': type }
        const init = { method: endpoint.method, headers, body }
        const response = await exports.default.fetch(`${ORIGIN}${addressOf(endpoint, input)}`, init)
        return { status: response.status, body: await response.json(), headers: response.headers }
      }
      await expectRefusals(
        'INVALID',
        bodies.map(([body, type]) => send(body, type)),
      )
    }

    it.each(withBody)('$name refuses a body that isn’t JSON', async ({ door }) => {
      await refusesRaw(door, ['{"name": ', 'application/json'])
    })

    it.each(withBody)('$name refuses JSON sent as another content type', async ({ door }) => {
      await refusesRaw(door, ['{}', 'text/plain'], ['a=1', 'application/x-www-form-urlencoded'])
    })
  })

  // A wing may have none of these.
  const naming = rest.filter(({ door }) => fixtureOf(door).unknown !== null)
  describe.runIf(naming.length > 0)('a missing object', () => {
    it.each(naming)('$name answers the same for a missing object and for another company’s', async ({ door }) => {
      const { input, client } = await readyToRefuse(door)
      const gone = fixtureOf(door).unknown?.(input) ?? {}
      // Every company is open to platform staff, and closed to all others.
      const isStaffs = door.operation.access === 'platform.administer'
      const stranger = world.as(door.operation.access.startsWith('vendor.') ? 'otherVendor' : 'otherAdmin')
      const [own, nothing, foreign] = await expectRefusals('NOT_FOUND', [
        () => door.call(client, gone),
        ...(isStaffs ? [] : [() => door.call(stranger, gone), () => door.call(stranger, input)]),
      ])
      expect(own?.status).toBe(404)
      if (isStaffs) return
      expect(withoutRequestId(foreign as Answer)).toEqual(withoutRequestId(nothing as Answer))
    })
  })

  describe.runIf(repeatable.length > 0)('a repeated Idempotency-Key', () => {
    it.each(repeatable)('$name answers the same and changes nothing twice', async ({ door }) => {
      const { input, client } = await ready(door)
      const commandId = newId()
      const first = await door.call(client, input, { commandId })
      expect({ code: codeOf(first), body: first.body }).toMatchObject({ code: 'OK' })
      const between = await rowCounts()
      const second = await door.call(client, input, { commandId })
      expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body })
      expect(await rowCounts()).toEqual(between)
    })

    it.each(repeatable.filter(({ door }) => fixtureOf(door).repeat !== 'none'))(
      '$name refuses a repeated key with different input',
      async ({ door }) => {
        const { input, client } = await ready(door)
        const { repeat } = fixtureOf(door)
        const other = typeof repeat === 'function' ? await repeat(input, world) : input
        const commandId = newId()
        await door.call(client, input, { commandId })
        const answer = await expectRefusal('CONFLICT', () => door.call(client, other, { commandId }))
        expect(answer.body.reason).toBe('COMMAND_REUSED')
      },
    )

    it.each(repeatable)('$name refuses a key that it couldn’t store', async ({ door }) => {
      const { input, client } = await readyToRefuse(door)
      const keys = ['short', 'with spaces in it', 'x'.repeat(81)]
      const answers = await expectRefusals(
        'INVALID',
        keys.map((commandId) => () => door.call(client, input, { commandId })),
      )
      for (const answer of answers) expect(fieldsOf(answer)['Idempotency-Key']).toBe('Not a valid key')
    })
  })

  const sockets = rest.filter(({ endpoint }) => endpoint.raw === 'websocket')
  describe.runIf(changes.length + sockets.length > 0)('a call from another site', () => {
    const sites: Record<string, string>[] = [
      { Origin: 'https://evil.test' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'null' },
    ]
    it.each([...changes, ...sockets])('$name refuses a call from another site', async ({ door }) => {
      const { input, client } = await readyToRefuse(door)
      const answers = await expectRefusals(
        'FORBIDDEN',
        sites.map((headers) => () => door.call(client, input, { headers })),
      )
      for (const answer of answers) expect(answer.body.reason).toBe('CROSS_SITE')
    })
  })

  describe('read calls', () => {
    const reads = rest.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.raw !== 'websocket')
    it.each(reads)('$name costs at most two round trips and writes nothing', async ({ door }) => {
      for (const about of fixtureOf(door).cases.filter((c) => Object.values(c.outcomes).includes('OK'))) {
        const principal = allowedIn(about)
        const input = await about.input(world, principal)
        // A session's first read is made by itself.
        await world.as(principal).get('/jwt-data')
        const { trips, written } = costOf(await door.call(world.as(principal), input))
        // Who takes the whole configuration along is recorded.
        if (door.operation.id === EXPORT) expect(written).toBeGreaterThan(0)
        else expect(written).toBe(0)
        expect(trips).toBeLessThanOrEqual(mostTrips(door.operation))
      }
    })
  })
}
