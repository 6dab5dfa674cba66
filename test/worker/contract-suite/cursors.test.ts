import { beforeAll, describe, expect, it } from 'vitest'
import { mainCase } from '../../support/worker/contract.ts'
import { codeOf, fieldsOf, type Input, isRest, type RestDoor, testDoors } from '../../support/worker/doors.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import { operationFixtures } from '../../support/worker/operation-facts.ts'
import type { Client } from '../../support/worker/world.ts'

/** Where one list ended means nothing in another: each door with pages, asked with the cursors of all others. */

const paged = testDoors.filter(isRest).filter(({ endpoint }) => endpoint.query && 'cursor' in endpoint.query.shape)

interface Asked {
  door: RestDoor
  input: Input
  client: Client
  /** Null if the list has no second page. */
  cursor: string | null
}

const cursorIn = (answer: unknown): string | null => {
  if (typeof answer !== 'object' || answer === null) return null
  const own = Object.entries(answer).find(([key, value]) => /cursor$/i.test(key) && typeof value === 'string')
  if (own) return String(own[1])
  return Object.values(answer).reduce<string | null>((found, part) => found ?? cursorIn(part), null)
}

const asked: Asked[] = []
beforeAll(async () => {
  const world: World = await makeWorld()
  for (const door of paged) {
    const fixture = operationFixtures[door.operation.id]
    if (!fixture) throw new Error(`${door.operation.id} has no fixture`)
    const { about, principal } = mainCase(fixture)
    const [input, client] = [await about.input(world, principal), world.as(principal)]
    const answer = await door.call(client, {
      ...input,
      ...('first' in (door.endpoint.query?.shape ?? {}) && { first: 1 }),
    })
    asked.push({ door, input, client, cursor: cursorIn(answer.body) })
  }
}, 300_000)

describe('the cursor of a list', () => {
  it('most lists have one here, and continue after it', async () => {
    const known = asked.filter(({ cursor }) => cursor !== null)
    expect(known.length).toBeGreaterThan(paged.length / 3)
    for (const { door, input, client, cursor } of known) {
      const answer = await door.call(client, { ...input, cursor })
      expect({ door: door.name, code: codeOf(answer) }).toEqual({ door: door.name, code: 'OK' })
    }
  })

  it.each(paged.map(({ name }, place) => ({ name, place })))(
    '$name takes none of another list',
    async ({ name, place }) => {
      const list = asked[place] as Asked
      const others = asked.filter(({ door, cursor }) => cursor !== null && door.operation.id !== list.door.operation.id)
      const taken: string[] = []
      for (const { door, cursor } of others) {
        const answer = await list.door.call(list.client, { ...list.input, cursor })
        if (codeOf(answer) !== 'INVALID' || !fieldsOf(answer).cursor) taken.push(`${name}: ${door.name}`)
      }
      expect(taken).toEqual([])
    },
  )
})
