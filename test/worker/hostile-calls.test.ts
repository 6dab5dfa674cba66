import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Input, type TestDoor, testDoors } from '../support/worker/doors.ts'
import { alteredInput, chanceOf } from '../support/worker/hostile-input.ts'
import { makeWorld, type Principal, type World } from '../support/worker/matrix-world.ts'
import { operationFixtures } from '../support/worker/operation-facts.ts'
import { run } from '../support/worker/sessions.ts'

/**
 * Calls of strangers and of vendors with input that someone made up. The suite makes some; `HOSTILE_CALLS=20000` makes
 * more, and `HOSTILE_SEED` others.
 */

const CALLS = Number(env.HOSTILE_CALLS ?? 800)
const SEED = Number(env.HOSTILE_SEED ?? 1)

/** None of them has anything to do with the inside of the company that the objects belong to. */
const HOSTILE: Principal[] = ['anonymous', 'vendorUser', 'vendorElsewhere', 'vendorUnchosen', 'otherVendor']
/** In everything that only the company’s own people see. */
const CANARY = 'Canary7Q'

const isOpen = ({ operation: { access } }: TestDoor): boolean =>
  access === 'public' || access === 'session.use' || access.startsWith('vendor.')

/** Who has one of these sees what it is for. */
const SECRETS = ['token', 'key', 'signature']
const hasSecret = (input: Input, valid: Input): boolean =>
  SECRETS.some((name) => name in valid && input[name] === valid[name])

/** Some calls end or replace the caller’s session, after which they would only be refused. */
const CALLS_WITH_A_SESSION = 25

let world: World
let doors: TestDoor[]
let others: TestDoor[]
const inputs = new Map<string, Input>()

const mark = async (): Promise<void> => {
  const { id } = world.own
  for (const [table, column] of [
    ['departments', 'name'],
    ['business_units', 'name'],
    ['groups', 'name'],
    ['vendors', 'name'],
    ['documents', 'display_name'],
    ['intake_workflows', 'label'],
    ['spend_categories', 'name'],
    ['locations', 'name'],
    ['entities', 'name'],
    ['intake_submissions', 'title'],
  ] as const) {
    await run(`UPDATE ${table} SET ${column} = ${column} || ' ${CANARY}' WHERE company_id = ?`, id)
  }
  await run(`UPDATE intake_categories SET name = name || ' ${CANARY}' WHERE company_id = ? AND type = 'INTERNAL'`, id)
}

beforeAll(async () => {
  world = await makeWorld()
  await mark()
  const all = testDoors.filter(({ endpoint }) => endpoint?.raw !== 'websocket')
  doors = all.filter(isOpen)
  others = all.filter((door) => !isOpen(door))
}, 120_000)

/** A valid input of the operation, made once. */
const inputFor = async (door: TestDoor): Promise<Input> => {
  const known = inputs.get(door.operation.id)
  if (known) return known
  const fixture = operationFixtures[door.operation.id]?.cases[0]
  // What was called before may have used up what this needs.
  const make = async () => (await fixture?.input(world, 'admin')) ?? {}
  const input = await make().catch(async () => {
    await world.renew()
    // Someone may have left the vendor for good. Then all of the input is made up.
    return make().catch((error): Input => {
      if (!String(error).includes('UNAUTHENTICATED')) throw error
      return {}
    })
  })
  inputs.set(door.operation.id, input)
  return input
}

describe('calls with made-up input', () => {
  it(`strangers and vendors never break anything, and never see what is inside a company`, async () => {
    const chance = chanceOf(SEED)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
    const ids = [
      ...[world.own.id, world.request.id, world.documentId, world.vendorId, world.departmentId, world.groupId],
      ...[world.category.id, world.publicForm.id, world.vendorForm.id, world.vendorCompanyId, world.request.approvalId],
      ...[world.people.admin.userId, world.vendorPerson.userId, world.matrixId],
    ]
    const told = new Map<string, number>()
    for (let n = 0; n < CALLS; n++) {
      if (n % CALLS_WITH_A_SESSION === 0) await world.renew()
      // Most calls are for what they may call at all.
      const door = chance() < 0.8 ? pick(doors) : pick(others)
      const principal = pick(HOSTILE)
      const valid = await inputFor(door)
      let input = valid
      for (let changes = Math.floor(chance() * 3); changes >= 0; changes--) input = alteredInput(input, { chance, ids })
      const send = async () => door.call(world.as(principal), input)
      const answer = await send().catch((error: unknown) => {
        // A made-up address can’t even be sent.
        if (error instanceof TypeError || error instanceof URIError) return null
        throw error
      })
      if (!answer) continue
      const text = JSON.stringify(answer.body ?? '')
      const about = { door: door.name, principal, input: JSON.stringify(input).slice(0, 400), text: text.slice(0, 300) }
      const internal = answer.status >= 500 && answer.body?.code !== 'UPSTREAM'
      const isBroken = internal || text.includes('"code":"INTERNAL"')
      const leaks = text.includes(CANARY) && !hasSecret(input, valid)
      expect({ ...about, isBroken, leaks }).toEqual({ ...about, isBroken: false, leaks: false })
      told.set(String(answer.status), (told.get(String(answer.status)) ?? 0) + 1)
    }
    await world.renew()
    for (const principal of HOSTILE.slice(1))
      expect({ principal, status: (await world.as(principal).get('/api/v/session')).status }).toEqual({
        principal,
        status: 200,
      })
    // Not all are refused at the door, and some are answered.
    expect([...told.keys()]).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404']))
    if (CALLS > 1_000) console.log(Object.fromEntries([...told].toSorted()))
  }, 600_000)
})
