import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PERMISSIONS, type Permission } from '../../../schema/shared/permissions.ts'
import { type Access, type AnyOperation, operations } from '../../../worker/core/operation.ts'
import { doorsOf } from './doors.ts'
import { type Cell, toldWithoutSession, wrongCell } from './matrix.ts'
import { cellsOfRow, matrixRows } from './matrix-rows.ts'
import { makeWorld, type Principal, type World } from './matrix-world.ts'
import { isOf, type Wing } from './operation-fixtures.ts'

/** The matrix is only useful if it notices: each rule is removed in turn, and a cell must fail. */

const ROWS = matrixRows()

/** The cells that the matrix sends. */
export const cellsOf = ({ id }: AnyOperation): Cell[] =>
  ROWS.filter(({ door }) => door.operation.id === id).flatMap(cellsOfRow)

/** Principals that notice most rules come first, to be quick. */
const KEEN: Principal[] = ['anonymous', 'offMember', 'offAdmin', 'member']
const inOrder = (cells: Cell[]): Cell[] => {
  const isKeen = (cell: Cell) => KEEN.includes(cell.principal)
  return [...cells.filter(isKeen), ...cells.filter((cell) => !isKeen(cell))]
}

/** The first failing cell, trying some at a time. Null if the matrix wouldn't notice. */
export const firstWrong = async (world: World, cells: Cell[]) => {
  const ordered = inOrder(cells)
  for (let at = 0; at < ordered.length; at += KEEN.length) {
    const some = await Promise.all(ordered.slice(at, at + KEEN.length).map((cell) => wrongCell(world, cell)))
    const wrong = some.find((cell) => cell !== null)
    if (wrong) return wrong
  }
  return null
}

const ALWAYS = '()=>true'
/** Everyone in the company has it, so replacing it with `staff.use` is the same rule. */
export const isAlways = (access: Access) => String(PERMISSIONS[access as Permission]).replaceAll(/\s/g, '') === ALWAYS
/** The tests' installation has it on for everyone, so its operations are asked with it off. */
const isOfInstallation = (access: Access) =>
  /^\(?s\)?=>s\.local\.\w+$/.test(String(PERMISSIONS[access as Permission]).replaceAll(/\s/g, ''))
export const isMutation = (access: Access, declared: Access) =>
  access !== declared && !(access === 'staff.use' && isAlways(declared))

/** The mutations of a wing's operations: without their access rule, a cell of the matrix is wrong. */
export const describeRulesRemoved = (wing: Wing): void => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  beforeEach(() => {
    // Operations without their rule fail without a session, and log that.
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })

  describe('without an operation’s access rule', () => {
    const mutations = operations()
      .filter(({ id }) => isOf(wing, id))
      .flatMap((operation) =>
        (['public', 'staff.use'] satisfies Access[])
          .filter((access) => isMutation(access, operation.access))
          .map((access) => ({ id: operation.id, declared: operation.access as Access, access, operation })),
      )

    it.each(mutations)(
      'changing the rule of $id from $declared to $access is noticed',
      async ({ operation, declared, access }) => {
        if (access === 'staff.use' && isOfInstallation(declared)) {
          const permission = declared as Permission
          const catalog = PERMISSIONS as Record<Permission, (typeof PERMISSIONS)[Permission]>
          const rule = catalog[permission]
          catalog[permission] = () => false
          try {
            const refused = await firstWrong(world, cellsOf(operation))
            operation.access = access
            expect([refused, await firstWrong(world, cellsOf(operation))]).toEqual([expect.anything(), null])
          } finally {
            catalog[permission] = rule
            operation.access = declared
          }
          return
        }
        operation.access = access
        try {
          // GraphQL itself refuses no one, so the operation is called directly there.
          const isBehindGraphql = doorsOf(operation.id).every((door) => door.kind === 'GraphQL')
          const noticed =
            access === 'public' && isBehindGraphql
              ? (await toldWithoutSession(operation)) !== 'UNAUTHENTICATED'
              : (await firstWrong(world, cellsOf(operation))) !== null
          expect(noticed).toBe(true)
        } finally {
          operation.access = declared
        }
      },
    )
  })
}
