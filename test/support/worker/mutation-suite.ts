import { expect } from 'vitest'
import { PERMISSIONS, type Permission, type PolicySubject } from '../../../schema/shared/permissions.ts'
import type { Access, AnyOperation } from '../../../worker/core/operation.ts'
import { type Cell, wrongCell } from './matrix.ts'
import { cellsOfRow, matrixRows } from './matrix-rows.ts'
import type { Principal, World } from './matrix-world.ts'

/** The matrix is only useful if it notices: with a rule removed, one of its cells must fail. */

const ROWS = matrixRows()

type Predicate = (subject: PolicySubject) => boolean
type WrongCell = NonNullable<Awaited<ReturnType<typeof wrongCell>>>

/** Principals that notice most rules come first, to be quick. */
const KEEN: Principal[] = ['anonymous', 'offMember', 'offAdmin', 'member']
const isKeen = (cell: Cell) => KEEN.includes(cell.principal)

/** The cells of the matrix that call one of the operations. */
export const cellsOf = (...of: AnyOperation[]): Cell[] => {
  const ids = new Set(of.map(({ id }) => id))
  const cells = ROWS.filter(({ door }) => ids.has(door.operation.id)).flatMap(cellsOfRow)
  return [...cells.filter(isKeen), ...cells.filter((cell) => !isKeen(cell))]
}

/**
 * The first cell that a mutation makes wrong, trying some at a time. Null if the matrix wouldn't notice. A cell that
 * is wrong without the mutation too, or wrong only once because its link was used, notices nothing.
 * @param mutate changes a rule, and answers how to put it back
 */
export const noticedBy = async (world: World, cells: Cell[], mutate: () => () => void): Promise<WrongCell | null> => {
  const mutated = async (some: Cell[]) => {
    const restore = mutate()
    return Promise.all(some.map((cell) => wrongCell(world, cell))).finally(restore)
  }
  for (let at = 0; at < cells.length; at += KEEN.length) {
    const some = cells.slice(at, at + KEEN.length)
    const told = await mutated(some)
    for (const cell of some.filter((_, i) => told[i])) {
      const isRight = (await wrongCell(world, cell)) === null
      const [again] = isRight ? await mutated([cell]) : []
      if (again) return again
    }
  }
  return null
}

/** Replaces a permission of the catalog, and answers how to put it back. */
export const replacePermission = (permission: Permission, predicate: Predicate): (() => void) => {
  const catalog = PERMISSIONS as Record<Permission, Predicate>
  const declared = catalog[permission]
  catalog[permission] = predicate
  return () => {
    catalog[permission] = declared
  }
}

const ALWAYS = '()=>true'
/** Everyone in the company has it, so replacing it with `staff.use` is the same rule. */
export const isAlways = (access: Access) => String(PERMISSIONS[access as Permission]).replaceAll(/\s/g, '') === ALWAYS
/** The tests' installation has it on for everyone, so its operations are asked with it off. */
export const isOfInstallation = (access: Access) =>
  /^\(?s\)?=>s\.local\.\w+(\|\||$)/.test(String(PERMISSIONS[access as Permission]).replaceAll(/\s/g, ''))
export const isMutation = (access: Access, declared: Access) =>
  access !== declared && !(access === 'staff.use' && isAlways(declared))

/** Without its access rule, a cell of the matrix is wrong. */
export const expectNoticed = async (world: World, operation: AnyOperation, access: Access): Promise<void> => {
  const declared: Access = operation.access
  const loosen = () => {
    operation.access = access
    return () => {
      operation.access = declared
    }
  }
  if (access !== 'staff.use' || !isOfInstallation(declared)) {
    expect(await noticedBy(world, cellsOf(operation), loosen)).not.toBeNull()
    return
  }
  // Off for everyone, the operation refuses all, unless it asks for less.
  const turnOff = () => replacePermission(declared as Permission, () => false)
  expect(await noticedBy(world, cellsOf(operation), turnOff)).not.toBeNull()
  const both = () => {
    const restore = [turnOff(), loosen()]
    return () => {
      for (const undo of restore) undo()
    }
  }
  expect(await noticedBy(world, cellsOf(operation), both)).toBeNull()
}
