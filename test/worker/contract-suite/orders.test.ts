import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '../../support/call-text.ts'
import { mainCase } from '../../support/worker/contract.ts'
import { codeOf, fieldsOf, isRest, testDoors } from '../../support/worker/doors.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import { operationFixtures } from '../../support/worker/operation-facts.ts'

/** A list says so when it hasn't the order that is asked for, so that no one takes another order for it. */

const lists = testDoors
  .filter(isRest)
  .filter(({ endpoint }) => endpoint.query && ('orderBy' in endpoint.query.shape || 'cursor' in endpoint.query.shape))
  .map((door) => ({ name: door.name, door, isSorted: 'orderBy' in (door.endpoint.query?.shape ?? {}) }))

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 300_000)

describe('an order that a list doesn’t have', () => {
  it('most of the lists with orders are asked', () => {
    expect(lists.length).toBeGreaterThan(40)
    expect(lists.filter(({ isSorted }) => isSorted).length).toBeGreaterThan(15)
  })

  it.each(lists)('$name refuses it by name', async ({ door, isSorted }) => {
    const fixture = operationFixtures[door.operation.id]
    if (!fixture) throw new Error(`${door.operation.id} has no fixture`)
    const { about, principal } = mainCase(fixture)
    const [input, client] = [await about.input(world, principal), world.as(principal)]
    const address = addressOf(door.endpoint, input)
    const ask = (query: string) =>
      client.call(door.endpoint.method, `${address}${address.includes('?') ? '&' : '?'}${query}`)
    for (const [query, field] of [
      ['orderBy[by][]=nonsense', isSorted ? /^orderBy\.by\.0$/ : /^orderBy/],
      ['orderBy[by][]=createdAt&orderBy[by][]=nonsense', /^orderBy/],
      ['orderBy[dir][]=UP', isSorted ? /^orderBy\.dir\.0$/ : /^orderBy/],
      ['orderBy=createdAt', /^orderBy/],
    ] as const) {
      const answer = await ask(query)
      expect({ query, code: codeOf(answer), status: answer.status }).toEqual({ query, code: 'INVALID', status: 400 })
      expect(
        Object.keys(fieldsOf(answer)).filter((path) => field.test(path)),
        query,
      ).not.toEqual([])
      expect(answer.body.message).toMatch(/order/i)
    }
  })
})
