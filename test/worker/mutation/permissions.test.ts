import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PERMISSIONS, type Permission } from '../../../schema/shared/permissions.ts'
import { type Access, type AnyOperation, operations } from '../../../worker/core/operation.ts'
import { testDoors } from '../../support/worker/doors.ts'
import type { Cell } from '../../support/worker/matrix.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import {
  cellsOf,
  isAlways,
  isMutation,
  isOfInstallation,
  noticedBy,
  replacePermission,
} from '../../support/worker/mutation-suite.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  // Operations without their rule fail without a session, and log that.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('the rules that are removed', () => {
  it('every other operation declares exactly that rule', () => {
    const removed = operations().flatMap(({ access }) =>
      (['public', 'staff.use'] satisfies Access[]).filter((other) => isMutation(other, access)),
    )
    const alike = operations().filter(({ access }) => access === 'public' || isAlways(access))
    expect(removed).toHaveLength(2 * operations().length - alike.length)
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

  /** Permissions that operations with another name ask for. */
  const ASKED_BY: Partial<Record<Permission, string>> = {
    'requests.configure': 'intake.get-category-settings',
    'vendor-forms.configure': 'intake.get-category-settings',
    'requests.create-category': 'intake.create-category',
    'vendor-forms.create-category': 'intake.create-category',
    'sourcing.create-category': 'intake.create-category',
    'requests.submit-for-others': 'intake.save-submission',
    'requests.see-all': 'intake.get-submission',
    'requests.use': 'intake.list-submissions',
  }
  /** The operations that declare it first, then those that ask for it, then those in its area. */
  const cellsFor = (permission: Permission): Cell[] => {
    const area = `${permission.split('.')[0]}.`
    const nearness = ({ access, id }: AnyOperation) => {
      if (access === permission) return 3
      return id === ASKED_BY[permission] ? 2 : Number(id.startsWith(area))
    }
    return [...testDoors]
      .map((door) => door.operation)
      .sort((a, b) => nearness(b) - nearness(a))
      .flatMap(cellsOf)
  }

  /** Those of the installation are taken away with their operations' rules instead, as the tests' one has them on. */
  const replaced = permissions.filter((p) => !UNASKED.includes(p) && !isAlways(p) && !isOfInstallation(p))
  it.each(replaced)(
    'granting %s to everyone is noticed',
    async (permission) => {
      const grant = () => replacePermission(permission, always)
      expect(await noticedBy(world, cellsFor(permission), grant)).not.toBeNull()
    },
    // Every cell is called before a permission is found that no cell notices.
    180_000,
  )

  it('only the listed permissions are given to everyone', () => {
    expect(permissions.filter(isAlways)).toEqual(['staff.use', 'vendors.use', 'services.use', 'members.read'])
  })
})
