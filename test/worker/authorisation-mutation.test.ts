import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PERMISSIONS, type Permission, type PolicySubject } from '../../schema/shared/permissions.ts'
import { type Access, type AnyOperation, operations } from '../../worker/core/operation.ts'
import { doorsOf, testDoors } from '../support/worker/doors.ts'
import { type Cell, toldWithoutSession, wrongCell } from '../support/worker/matrix.ts'
import { makeWorld, PRINCIPALS, type Principal, type World } from '../support/worker/matrix-world.ts'
import { operationFixtures } from '../support/worker/operation-fixtures.ts'

/** The matrix is only useful if it notices: each rule is removed in turn, and a cell must fail. */

const cellsOf = (operation: AnyOperation): Cell[] => {
  const fixture = operationFixtures[operation.id]
  if (!fixture) return []
  return doorsOf(operation.id).flatMap((door) =>
    fixture.cases.flatMap((about) => PRINCIPALS.map((principal) => ({ door, fixture, case: about, principal }))),
  )
}

/** Principals that notice most rules come first, to be quick. */
const KEEN: Principal[] = ['anonymous', 'offMember', 'offAdmin', 'member']
const inOrder = (cells: Cell[]): Cell[] => {
  const isKeen = (cell: Cell) => KEEN.includes(cell.principal)
  return [...cells.filter(isKeen), ...cells.filter((cell) => !isKeen(cell))]
}

/** The first failing cell, trying some at a time. Null if the matrix wouldn't notice. */
const firstWrong = async (world: World, cells: Cell[]) => {
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
const isAlways = (access: Access) => String(PERMISSIONS[access as Permission]).replaceAll(/\s/g, '') === ALWAYS
const isMutation = (access: Access, declared: Access) =>
  access !== declared && !(access === 'staff.use' && isAlways(declared))

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  // Operations without their rule fail without a session, and log that.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('without an operation’s access rule', () => {
  const mutations = operations().flatMap((operation) =>
    (['public', 'staff.use'] satisfies Access[])
      .filter((access) => isMutation(access, operation.access))
      .map((access) => ({ id: operation.id, declared: operation.access as Access, access, operation })),
  )

  it.each(mutations)(
    'changing the rule of $id from $declared to $access is noticed',
    async ({ operation, declared, access }) => {
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

  it('every other operation declares exactly that rule', () => {
    const alike = operations().filter(({ access }) => access === 'public' || isAlways(access))
    expect(mutations).toHaveLength(2 * operations().length - alike.length)
  })
})

describe('without a permission in the catalog', () => {
  /** Nothing uses these yet: no operation declares them, and removing them changes no answer. */
  const AHEAD: Permission[] = [
    'approvals.bypass',
    'assistant.use',
    'financial-analysis.use',
    'headcount.manage',
    'headcount.use',
    'integrations.manage',
    'mappings.manage',
    'payments.accounting',
    'payments.configure',
    'payments.use',
    'plan-tracking.manage',
    'plan-tracking.read',
    'plans.manage',
    'plans.read',
    'platform.administer',
    'purchase-orders.use',
    'reports.request-analytics',
    'reports.spend-review',
    'reports.use',
    'services.create-from-document',
    'sourcing.configure',
    'sourcing.use',
    'spend-requests.use',
    'vendor-forms.use',
    'vendors.configure',
    'vendors.create',
    'vendors.manage',
  ]
  const isDeclared = (permission: Permission) => operations().some(({ access }) => access === permission)
  /** As soon as an operation declares one, it is removed like the others. */
  const UNASKED = AHEAD.filter((permission) => !isDeclared(permission))
  const always = () => true
  const permissions = Object.keys(PERMISSIONS) as Permission[]
  const replace = (permission: Permission, predicate: (subject: PolicySubject) => boolean) => {
    ;(PERMISSIONS as Record<Permission, (subject: PolicySubject) => boolean>)[permission] = predicate
  }

  /** The operations that declare it first, then those in its area, which notice it soonest. */
  const cellsFor = (permission: Permission): Cell[] => {
    const area = `${permission.split('.')[0]}.`
    const nearness = ({ access, id }: AnyOperation) => (access === permission ? 2 : Number(id.startsWith(area)))
    return [...testDoors]
      .map((door) => door.operation)
      .sort((a, b) => nearness(b) - nearness(a))
      .flatMap(cellsOf)
  }

  const replaced = permissions.filter((p) => !UNASKED.includes(p) && !isAlways(p))
  it.each(replaced)(
    'granting %s to everyone is noticed',
    async (permission) => {
      const declared: (subject: PolicySubject) => boolean = PERMISSIONS[permission]
      replace(permission, always)
      try {
        expect(await firstWrong(world, cellsFor(permission))).not.toBeNull()
      } finally {
        replace(permission, declared)
      }
      // Nearly every cell is called before a permission of few operations is noticed.
    },
    180_000,
  )

  it('only the listed permissions are given to everyone', () => {
    expect(permissions.filter(isAlways)).toEqual(['staff.use', 'vendors.use', 'services.use', 'members.read'])
  })
})
