import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { mainCase } from '../../../support/worker/contract.ts'
import { codeOf, doorsOf, type Input, type TestDoor, testDoors } from '../../../support/worker/doors.ts'
import { makeWorld, type World } from '../../../support/worker/matrix-world.ts'
import { operationFixtures } from '../../../support/worker/operation-facts.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** For any search word, lists and searches find it, find nothing, or say what is wrong with it. */

/** Too long for an index, or for any input; only a wildcard; no letters; the signs of SQL, of LIKE and of MATCH. */
const WORDS = [
  'Contractuallongwordthatnobodyeverwrote'.repeat(2).slice(0, 60),
  'x'.repeat(5_000),
  '%',
  '🧾🙂'.repeat(20),
  `_ '"\`;-- a" OR "b* NEAR(c) -d :e ^f \\`,
]
/** What GraphQL adds to an operation that REST has, too: how its arguments arrive. */
const SAME_WORDS = WORDS.slice(-1)

const unwrapped = (schema: z.ZodType): z.ZodType => {
  let inner = schema
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap() as z.ZodType
    else if (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) inner = inner.unwrap() as z.ZodType
    else if (inner instanceof z.ZodPipe) inner = inner.in as z.ZodType
    else return inner
  }
}

/** Parameters that take any text: the word alone, or in a list. */
const textParameters = ({ operation, endpoint }: TestDoor): [name: string, put: (word: string) => unknown][] => {
  const shape = (endpoint ? endpoint.query?.shape : (operation.input as z.ZodObject).shape) ?? {}
  return Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, schema]) => {
    const inner = unwrapped(schema)
    if (inner instanceof z.ZodString) return [[name, (word: string): unknown => word] as const]
    if (inner instanceof z.ZodArray && unwrapped(inner.element as z.ZodType) instanceof z.ZodString)
      return [[name, (word: string): unknown => [word]] as const]
    return []
  }) as [string, (word: string) => unknown][]
}

const doors = testDoors
  .filter(({ operation, endpoint }) => operation.kind === 'query' && endpoint?.raw !== 'websocket')
  .map((door) => ({ name: door.name, door, parameters: textParameters(door) }))
  .filter(({ parameters }) => parameters.length > 0)

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

it('every list and search with a text is covered', () => {
  const searched = doors.flatMap(({ name, parameters }) => parameters.map(([parameter]) => `${name} ${parameter}`))
  expect(searched.length).toBeGreaterThan(60)
  for (const known of ['GET /api/services search', 'GET /api/members name', 'GET /api/documents displayName'])
    expect(searched).toContain(known)
})

describe('a long or unusual word', () => {
  it.each(doors)('$name doesn’t fail on a long or unusual word', async ({ door, parameters }) => {
    const fixture = operationFixtures[door.operation.id]
    if (!fixture) throw new Error(`${door.operation.id} has no fixture`)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { about, principal } = mainCase(fixture)
    const input = await about.input(world, principal)
    const client = world.as(principal)
    const hasOther = door.kind === 'GraphQL' && doorsOf(door.operation.id).some(({ kind }) => kind === 'REST')
    for (const [name, put] of parameters) {
      for (const word of hasOther ? SAME_WORDS : WORDS) {
        const answer = await door.call(client, { ...input, [name]: put(word) } as Input)
        expect({ name, word, code: codeOf(answer), body: answer.body }).not.toMatchObject({ code: 'INTERNAL' })
        expect(answer.status).toBeLessThan(500)
      }
    }
    expect(logged.mock.calls).toEqual([])
  })
})

describe('searching lists', () => {
  it('% and _ are taken literally, and words of 60 letters are found', async () => {
    const company = await makeCompany()
    const long = 'ä'.repeat(60)
    const names = ['100% Cotton', 'snake_case Co', `Firm ${long}`, 'Plain Name']
    for (const name of names) await company.addPerson({ name })
    const admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
    const found = async (name: string) => {
      const answer = await admin.get(`/api/members?name=${encodeURIComponent(name)}`)
      return answer.body.edges.map(
        ({ node }: { node: { firstName: string; lastName: string } }) => `${node.firstName} ${node.lastName}`,
      )
    }
    expect(await found('0% c')).toEqual(['100% Cotton'])
    expect(await found('%')).toEqual(['100% Cotton'])
    expect(await found('e_C')).toEqual(['snake_case Co'])
    expect(await found(long)).toEqual([`Firm ${long}`])
  })
})
