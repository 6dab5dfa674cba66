import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../worker/core/operation.ts'
import { tableOf, toldWithoutSession, wrongCell } from './matrix.ts'
import { cellsOfRow, matrixRows } from './matrix-rows.ts'
import { makeWorld, type World } from './matrix-world.ts'
import { isOf, operationFixtures, type Wing } from './operation-fixtures.ts'

/** The tests of the authorization matrix for the operations of a wing. */
export const describeMatrix = (wing: Wing): void => {
  describe('without a session', () => {
    const guarded = operations().filter(
      ({ id }) => isOf(wing, id) && operationFixtures[id]?.cases[0].outcomes.anonymous === 'UNAUTHENTICATED',
    )
    it.each(guarded)('$id refuses on every endpoint', async (operation) => {
      expect(await toldWithoutSession(operation)).toBe('UNAUTHENTICATED')
    })
  })

  describe('the authorization matrix', () => {
    let world: World
    beforeAll(async () => {
      world = await makeWorld()
    })
    const rows = matrixRows().filter(({ door }) => isOf(wing, door.operation.id))
    it.each(rows)('$name: everyone gets only what they may see', async (row) => {
      const told = await Promise.all(cellsOfRow(row).map((cell) => wrongCell(world, cell)))
      expect(tableOf(told.filter((cell) => cell !== null))).toBe('')
    })
  })
}
