import { beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../worker/graphql.ts'
import { callsOf, nextPageOf, type WalkCall } from '../support/walk/calls.ts'
import { exceptionOf, excessOf, isExport } from '../support/walk/limits.ts'
import { codeOf, testDoors } from '../support/worker/doors.ts'
import { signInAsStaff } from '../support/worker/platform-staff.ts'
import { makeWalkScene, type WalkScene } from '../support/worker/walk-scene.ts'
import { type Answer, anonymous, type Client } from '../support/worker/world.ts'

/**
 * What every read costs the database: each GET endpoint and each GraphQL query with each of its parameters, in a small
 * company and in one with ten times as much data. A list's page is full in both, so that reading the whole company
 * shows as rows that grow with it.
 */

const SMALL = { requests: 60, members: 60, vendors: 60, servicesOfVendor: 2 }
const LARGE = { requests: 600, members: 600, vendors: 600, servicesOfVendor: 2 }
/** A page that wasn't full in the small company is in the large one. Reading everything would cost 540 rows or more. */
const MOST_GROWTH = 200

const doors = testDoors.filter(({ name }) => name.startsWith('GET ') || name.startsWith('query.'))

interface Asked {
  call: WalkCall
  principal: string
  code: string
  rowsRead: number
  roundTrips: number
}

const askOnce = async (call: WalkCall, client: Client): Promise<Answer> => {
  if (call.isSocket) {
    const door = doors.find(({ name }) => name === call.door)
    const id = call.path.split('/').at(-2)
    const name = /\{(\w+)\}/.exec(door?.endpoint?.path ?? '')?.[1]
    if (!door || !id || !name) throw new Error(`${call.door} has no address`)
    return door.call(client, { [name]: id })
  }
  return client.call(call.body ? 'POST' : 'GET', call.path, call.body ? { body: JSON.parse(call.body) } : {})
}

const ask = async (call: WalkCall, principal: string, client: Client): Promise<Asked[]> => {
  const answer = await askOnce(call, client)
  const cost = /trips=(\d+) queries=\d+ read=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '')
  const code = codeOf(answer)
  const asked = { call, principal, code, roundTrips: Number(cost?.[1] ?? 0), rowsRead: Number(cost?.[2] ?? 0) }
  const next = code === 'OK' && !call.variant.endsWith('page 2') ? nextPageOf(call, answer.body) : null
  return next ? [asked, ...(await ask(next, principal, client))] : [asked]
}

const walk = async (
  scene: WalkScene,
  isWanted: (call: WalkCall, name: string) => boolean,
): Promise<Map<string, Asked>> => {
  const found = new Map<string, Asked>()
  const nameOf = ({ door, variant }: WalkCall, principal: string) =>
    `${door} ${variant.replaceAll(scene.ids.company, '')} as ${principal}`
  const go = async (call: WalkCall, principal: string, client: Client) => {
    if (!isWanted(call, nameOf(call, principal))) return
    for (const asked of await ask(call, principal, client)) found.set(nameOf(asked.call, principal), asked)
  }
  const staff = await signInAsStaff()
  // A session's first read is made by itself.
  await staff.get('/jwt-data')
  for (const door of doors) {
    for (const call of callsOf(door, schema(), scene.ids)) {
      if (call.access.startsWith('vendor.')) await go(call, 'vendor', scene.vendor)
      else if (call.access === 'platform.administer') await go(call, 'platform staff', staff)
      else if (call.access === 'public') await go(call, 'nobody', anonymous)
      else {
        if (!call.isOfMember) await go(call, 'admin', scene.admin)
        await go(call, 'member', scene.member)
        if (!call.isOfMember) await go(call, 'delegate', scene.delegate)
      }
    }
  }
  return found
}

let small: Map<string, Asked>
let large: Map<string, Asked>
/** Exports may read everything, so what they answer is asked in the small company. */
let all: Map<string, Asked>

beforeAll(async () => {
  large = await walk(await makeWalkScene(LARGE), (call) => !isExport(call))
  // Only what takes more than the growth that is allowed can have grown too much.
  const costly = [...large].filter(([, { call, rowsRead }]) => rowsRead > MOST_GROWTH && !exceptionOf(call))
  const wanted = new Set(costly.map(([name]) => name.replace(/ ?page 2 as /, ' as ')))
  small = await walk(await makeWalkScene(SMALL), (call, name) => isExport(call) || wanted.has(name))
  all = new Map([...large, ...[...small].filter(([, { call }]) => isExport(call))])
}, 600_000)

describe('every read', () => {
  it('every read endpoint answers someone', () => {
    const answered = new Set([...all.values()].filter(({ code }) => code === 'OK').map(({ call }) => call.door))
    expect(doors.map(({ name }) => name).filter((name) => !answered.has(name))).toEqual([])
  })

  it('delegates, filters of services, rare words and single requests are among them', () => {
    const asked = [...large.keys()]
    for (const part of [
      /^GET \/api\/intake-submissions serviceAnswerFilters=Region EU as delegate/,
      /^GET \/api\/intake-submissions servicePeriodAnswerFilters=Region EU as member/,
      /^GET \/api\/intake-submissions filter=ACTION_REQUIRED as delegate/,
      /^GET \/api\/intake-submission\/\{id\} +as admin/,
      /^GET \/api\/intake-submission\/\{id\} +as delegate/,
      /^GET \/api\/services search=no such name as member/,
      /^GET \/api\/members name=599 as admin/,
    ]) {
      const found = asked.filter((name) => part.test(name)).map((name) => large.get(name)?.code)
      expect({ part, found }).toEqual({ part, found: ['OK'] })
    }
  })

  it('every read answers or says that the person may not', () => {
    const wrong = [...all].filter(([, { code, principal }]) =>
      principal === 'member' || principal === 'delegate'
        ? !['OK', 'FORBIDDEN', 'NOT_FOUND'].includes(code)
        : code !== 'OK',
    )
    expect(wrong.map(([name, { code }]) => `${name}: ${code}`)).toEqual([])
  })

  it('every read takes few rows and round trips, except for listed exceptions', () => {
    const above = [...all].flatMap(([name, asked]) => {
      const excess = excessOf(asked.call, asked)
      return excess ? [`${name}: ${excess}`] : []
    })
    // As a text, so that a report names them all.
    expect(above.join('\n')).toBe('')
  })

  it('no read takes more rows in a company with ten times as much data', () => {
    const grown = [...large].flatMap(([name, { call, rowsRead }]) => {
      const before = small.get(name)?.rowsRead
      if (before === undefined || exceptionOf(call) || rowsRead - before <= MOST_GROWTH) return []
      return [`${name}: ${before} rows, then ${rowsRead}`]
    })
    expect(grown).toEqual([])
  })
})
