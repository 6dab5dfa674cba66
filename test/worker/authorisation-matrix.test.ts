import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../worker/core/operation.ts'
import { doorsOf, testDoors } from '../support/worker/doors.ts'
import { tableOf, toldWithoutSession, type WrongCell, wrongCell } from '../support/worker/matrix.ts'
import { makeWorld, PRINCIPALS, type World } from '../support/worker/matrix-world.ts'
import { operationFixtures } from '../support/worker/operation-fixtures.ts'

const ids = operations().map((operation) => operation.id)

describe('every operation in the registry', () => {
  it('every operation has a fixture, and every fixture has an operation', () => {
    const known = Object.keys(operationFixtures)
    expect({ without: ids.filter((id) => !known.includes(id)), gone: known.filter((id) => !ids.includes(id)) }).toEqual(
      {
        without: [],
        gone: [],
      },
    )
  })

  it('every operation has an endpoint, and every endpoint leads to an operation', () => {
    expect(ids.filter((id) => doorsOf(id).length === 0)).toEqual([])
    expect(testDoors.map((door) => door.operation.id).filter((id) => !ids.includes(id))).toEqual([])
  })
})

describe('without a session', () => {
  const guarded = operations().filter(
    (operation) => operationFixtures[operation.id]?.cases[0].outcomes.anonymous === 'UNAUTHENTICATED',
  )
  it.each(guarded)('$id refuses on every endpoint', async (operation) => {
    expect(await toldWithoutSession(operation)).toBe('UNAUTHENTICATED')
  })
})

describe('the authorization matrix', () => {
  let world: World
  let cells = 0
  const wrong: WrongCell[] = []
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => {
    console.info(`Authorisation matrix: ${cells} cells, ${wrong.length} wrong\n${tableOf(wrong)}`)
  })

  const rows = testDoors.flatMap((door) =>
    (operationFixtures[door.operation.id]?.cases ?? []).map((about) => ({
      name: door.name,
      of: about.of,
      door,
      about,
    })),
  )
  it.each(rows)('$name, $of: everyone gets only what they may see', async ({ door, about }) => {
    const fixture = operationFixtures[door.operation.id]
    if (!fixture) throw new Error('No fixture')
    const row = PRINCIPALS.map((principal) => wrongCell(world, { door, fixture, case: about, principal }))
    const found = (await Promise.all(row)).filter((cell) => cell !== null)
    cells += row.length
    wrong.push(...found)
    expect(tableOf(found)).toBe('')
  })
})
