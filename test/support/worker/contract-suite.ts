import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cellsOf } from '../../../worker/core/cells.ts'
import { newId } from '../../../worker/core/clock.ts'
import { invalidInput } from '../../../worker/core/errors.ts'
import type { AnyOperation } from '../../../worker/core/operation.ts'
import { emptiedCalls, type Strange, spoiledBodies, strangeCalls } from './commands/unknown-names.ts'
import { allowedIn, costOf, expectNothingWritten, expectSafeHeaders, mainCase, withoutRequestId } from './contract.ts'
import { undescribed } from './described/answers.ts'
import { codeOf, fieldsOf, type Input, isRest, type TestDoor, testDoors } from './doors.ts'
import type { OperationFixture } from './fixtures/fixture.ts'
import { makeWorld, type Principal, type World } from './matrix-world.ts'
import { isOf, operationFixtures, type Wing } from './operation-facts.ts'
import type { Answer, Client } from './world.ts'

const fixtureOf = (door: TestDoor): OperationFixture => {
  const fixture = operationFixtures[door.operation.id]
  if (!fixture) throw new Error(`${door.operation.id} has no fixture`)
  return fixture
}

/** What asks the directory first, and then the cells that know the person's address: the first one and their own. */
const ACROSS_CELLS = [
  'session.list-own',
  'sso-integrations.get-okta',
  'sso-integrations.get-okta-saml',
  'sso-integrations.get-required',
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
const mostTrips = ({ id, place }: AnyOperation, input: Input): number => {
  if (id === EXPORT) return 30
  if (AFTER_OTHERS.includes(id)) return 6
  if (id === UPDATES) return 4
  if (id === ORDER_FORM || id === REMOVAL) return 3
  // All at the same time, and names of companies after them.
  if (id === 'super-admin.operations') return 3 + cellsOf(env).length
  if (cellsOf(env).length === 1) return 2
  // So is a company on the platform's desk.
  // It says how large each database is, and asks all at the same time.
  if (id === 'moves.get') return 2 + cellsOf(env).length
  // What a link names may have moved to another database, so that its company is asked about first. A calendar asks for owners.
  if (id === 'services.read-renewal-feed' || (place && 'secret' in place(input))) return 4
  return ACROSS_CELLS.includes(id) ? 4 : place || id.startsWith('super-admin.') ? 3 : 2
}

interface Calls {
  ready(door: TestDoor): Promise<{ input: Input; client: Client; principal: Principal }>
  /** For calls that are refused, and so change nothing: one input for all of them. */
  readyToRefuse(door: TestDoor): Promise<{ input: Input; client: Client }>
  /** Each call is refused with the code, and none writes anything. */
  expectRefusals(code: string, calls: (() => Promise<Answer>)[]): Promise<Answer[]>
}

/** Calls as the fixtures make them, in a world of the file's own. */
export const contractCalls = (): Calls & { world(): World } => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })

  let hasEnded = false
  afterEach(async () => {
    if (hasEnded) await world.renew()
    hasEnded = false
  })

  const ready: Calls['ready'] = async (door) => {
    const fixture = fixtureOf(door)
    const { about, principal } = mainCase(fixture)
    hasEnded = fixture.endsSession === 'EVERYWHERE'
    const input = await about.input(world, principal)
    return { input, client: fixture.endsSession ? await world.signInAs(principal) : world.as(principal), principal }
  }

  const inputs = new Map<TestDoor, Promise<Input>>()
  const readyToRefuse: Calls['readyToRefuse'] = async (door) => {
    if (fixtureOf(door).endsSession) return ready(door)
    const { about, principal } = mainCase(fixtureOf(door))
    const input = inputs.get(door) ?? Promise.resolve(about.input(world, principal))
    inputs.set(door, input)
    return { input: await input, client: world.as(principal) }
  }

  const refusals = async (code: string, calls: (() => Promise<Answer>)[]): Promise<Answer[]> => {
    const answers: Answer[] = []
    for (const call of calls) {
      const answer = await call()
      expect({ code: codeOf(answer), body: answer.body }).toMatchObject({ code })
      expectSafeHeaders(answer)
      answers.push(answer)
    }
    return answers
  }

  const expectRefusals: Calls['expectRefusals'] = (code, calls) => expectNothingWritten(() => refusals(code, calls))
  return { ready, readyToRefuse, expectRefusals, world: () => world }
}

/**
 * What every REST endpoint of a wing promises, built from the endpoints and the fixtures of their operations. What the
 * transport does before it knows the operation is asked once for each kind of endpoint: test/worker/contract-suite/transport.
 */
export const describeContract = (wing: Wing): void => {
  const rest = testDoors
    .filter(isRest)
    .filter(({ operation }) => isOf(wing, operation.id))
    .map((door) => ({ name: door.name, door, endpoint: door.endpoint }))
  const isRepeatable = ({ door }: (typeof rest)[number]) => fixtureOf(door).repeat !== null
  const repeatable = rest.filter(isRepeatable)

  const { ready, readyToRefuse, expectRefusals, world } = contractCalls()

  const expectPromised = ({ door, endpoint }: (typeof rest)[number], answer: Answer): void => {
    expect({ code: codeOf(answer), body: answer.body }).toMatchObject({ code: 'OK' })
    if (answer.status !== 101) expectSafeHeaders(answer)
    expect(undescribed(endpoint, answer)).toEqual([])
    if (fixtureOf(door).raw) return
    if (endpoint.response instanceof z.ZodNull || (answer.status === 204 && endpoint.response.isNullable())) {
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' })
    } else {
      expect(endpoint.response.parse(answer.body)).toEqual(answer.body)
    }
  }

  /** No path of a program: `steps.0.fields.7.value`, `lines[0]`, or a name of one letter. */
  const CODE = /[a-z_]\.\d+(?:\.|$)|\w\[\d*\]|(?:^|\s)["“]\w["”]/
  const expectPlain = ({ body }: Answer): void => expect(body.message).not.toMatch(CODE)
  /** `departmentId`, or `a.b`. */
  const CODE_NAME = /\b[a-z]+[A-Z][A-Za-z]*\b|\b[a-z]\w*\.[a-z]\w*\b/
  /** It says what is wrong, and with what. */
  const NAMELESS =
    /need attention|^(?:Required|Not a valid value|Enter (?:text|a number)|Must be a list|Choose yes or no)\b/

  const isRead = ({ endpoint }: (typeof rest)[number]) => endpoint.method === 'GET' && endpoint.raw !== 'websocket'
  const once = rest.filter((each) => !isRepeatable(each) && !isRead(each))
  describe.runIf(once.length > 0)('a valid call', () => {
    it.each(once)('$name answers what its endpoint promises, and nothing else', async (each) => {
      const { input, client } = await ready(each.door)
      expectPromised(each, await each.door.call(client, input))
    })
  })

  // A wing may have none of these.
  describe.runIf(repeatable.length > 0)('a valid call with an Idempotency-Key', () => {
    const name =
      '$name answers what its endpoint promises, the same once more, and refuses the key with different input'
    it.each(repeatable)(name, async (each) => {
      const { door } = each
      const { input, client } = await ready(door)
      const { repeat } = fixtureOf(door)
      const other = typeof repeat === 'function' ? await repeat(input, world()) : null
      const commandId = newId()
      const first = await door.call(client, input, { commandId })
      expectPromised(each, first)
      const second = await expectNothingWritten(() => door.call(client, input, { commandId }))
      expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body })
      if (!other) return
      const refused = await expectNothingWritten(() => door.call(client, other, { commandId }))
      expect({ code: codeOf(refused), reason: refused.body.reason }).toEqual({
        code: 'CONFLICT',
        reason: 'COMMAND_REUSED',
      })
      expectSafeHeaders(refused)
    })
  })

  describe.runIf(rest.length > 0)('bad input', () => {
    const fallible = rest.filter(({ door }) => fixtureOf(door).invalid !== null)
    it.each(fallible)('$name answers 400 with a message beside the field', async ({ door }) => {
      const { input, client } = await readyToRefuse(door)
      const { change, field } = fixtureOf(door).invalid ?? { change: {}, field: '' }
      const [answer] = await expectRefusals('INVALID', [() => door.call(client, { ...input, ...change })])
      expect(answer && isRest(door) && undescribed(door.endpoint, answer)).toEqual([])
      if (!answer) throw new Error('No answer')
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)[field]).toMatch(/\S/)
      expectPlain(answer)
      expect(costOf(answer).written).toBe(0)
    })

    it.each(fallible)('$name names what is missing in a list as people call it', async ({ door }) => {
      const { input, client } = await readyToRefuse(door)
      const answers: Answer[] = []
      for (const send of emptiedCalls(door, client, input)) answers.push(await send())
      const refused = answers.filter((answer) => codeOf(answer) === 'INVALID')
      const isInList = (answer: Answer) => Object.keys(fieldsOf(answer)).every((path) => /\.\d+\.|^\d+\./.test(path))
      const inList = refused.filter(isInList).map(({ body }) => body.message)
      expect(refused.filter(({ body }) => CODE.test(body.message))).toEqual([])
      expect(inList.filter((message) => !/^[“\p{Lu}].*: /u.test(message))).toEqual([])
    })

    const written = fallible.filter(({ endpoint }) => endpoint.body && !(endpoint.body instanceof z.ZodUndefined))
    it.each(written)('$name names each wrong value of its body as people call it', async ({ door, endpoint }) => {
      const { input } = await readyToRefuse(door)
      const messages = spoiledBodies(door, input).flatMap(({ path, body }) => {
        const { error } = (endpoint.body as z.ZodType).safeParse(body)
        return error ? [{ path, message: invalidInput(error, body).message }] : []
      })
      const strange = messages.filter(({ message }) => CODE.test(message) || CODE_NAME.test(message))
      expect(strange).toEqual([])
      expect(messages.filter(({ message }) => NAMELESS.test(message))).toEqual([])
    })

    it.each(rest.filter(({ door }) => fixtureOf(door).invalid === null))('$name takes no input', ({ door }) => {
      expect(door.operation.input.safeParse({}).success).toBe(true)
    })
  })

  describe.runIf(rest.length > 0)('a name that the endpoint doesn’t have', () => {
    it.each(rest)('$name refuses it by name, in its address and anywhere in its body', async ({ door }) => {
      const { input, client } = await readyToRefuse(door)
      const calls = strangeCalls(door, client, input)
      const answers = await expectRefusals(
        'INVALID',
        calls.map(({ send }) => send),
      )
      for (const [place, answer] of answers.entries()) {
        const { path } = calls[place] as Strange
        expect({ path, fields: fieldsOf(answer) }).toEqual({
          path,
          fields: { [path]: expect.stringMatching(/^Unknown (field|parameter)$/) },
        })
        expect(answer.body.message).toContain(path.split('.').at(-1))
        expect(costOf(answer).written).toBe(0)
      }
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
      const stranger = world().as(door.operation.access.startsWith('vendor.') ? 'otherVendor' : 'otherAdmin')
      const [own, nothing, foreign] = await expectRefusals('NOT_FOUND', [
        () => door.call(client, gone),
        ...(isStaffs ? [] : [() => door.call(stranger, gone), () => door.call(stranger, input)]),
      ])
      expect(own?.status).toBe(404)
      if (isStaffs) return
      expect(withoutRequestId(foreign as Answer)).toEqual(withoutRequestId(nothing as Answer))
    })
  })

  const reads = rest.filter(isRead)
  describe.runIf(reads.length > 0)('read calls', () => {
    const name = '$name answers what its endpoint promises, costs at most two round trips and writes nothing'
    it.each(reads)(name, async (each) => {
      const { door } = each
      for (const about of fixtureOf(door).cases.filter((c) => Object.values(c.outcomes).includes('OK'))) {
        const principal = allowedIn(about)
        const input = await about.input(world(), principal)
        // A session's first read is made by itself.
        await world().as(principal).get('/jwt-data')
        const answer = await door.call(world().as(principal), input)
        expectPromised(each, answer)
        const { trips, written } = costOf(answer)
        // Who takes the whole configuration along is recorded.
        if (door.operation.id === EXPORT) expect(written).toBeGreaterThan(0)
        else expect(written).toBe(0)
        expect(trips).toBeLessThanOrEqual(mostTrips(door.operation, input))
      }
    })
  })
}
