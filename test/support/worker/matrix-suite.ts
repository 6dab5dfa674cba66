import { beforeAll, describe, expect, it } from 'vitest'
import { tableOf, wrongCell } from './matrix.ts'
import { cellsOfRow, matrixRows } from './matrix-rows.ts'
import { makeWorld, type World } from './matrix-world.ts'
import { isOf, type Wing } from './operation-facts.ts'

/** The tests of the authorization matrix for the operations of a wing. */
export const describeMatrix = (wing: Wing): void => {
  const rows = matrixRows().filter(({ door }) => isOf(wing, door.operation.id))
  describe.runIf(rows.length > 0)('the authorization matrix', () => {
    let world: World
    beforeAll(async () => {
      world = await makeWorld()
    })
    it.each(rows)('$name: everyone gets only what they may see', async (row) => {
      const told = await Promise.all(cellsOfRow(row).map((cell) => wrongCell(world, cell)))
      expect(tableOf(told.filter((cell) => cell !== null))).toBe('')
    })
  })
}
