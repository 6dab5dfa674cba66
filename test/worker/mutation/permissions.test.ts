import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PERMISSIONS, type Permission } from '../../../schema/shared/permissions.ts'
import { newId } from '../../../worker/core/clock.ts'
import { operations } from '../../../worker/core/operation.ts'
import type { Cell } from '../../support/worker/matrix.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import {
  cellsOf,
  isAlways,
  isOfInstallation,
  noticedBy,
  replacePermission,
} from '../../support/worker/mutation-suite.ts'
import { run } from '../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../support/worker/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  // Operations without their rule fail without a session, and log that.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('without a permission in the catalog', () => {
  /** Nothing uses these yet: no operation declares them, and removing them changes no answer. */
  const AHEAD: Permission[] = [
    'actuals.map',
    'approvals.bypass',
    'assistant.use',
    'financial-analysis.use',
    'headcount.manage',
    'headcount.use',
    'integrations.manage',
    'payments.accounting',
    'payments.configure',
    'payments.use',
    'plan-tracking.manage',
    'plan-tracking.read',
    'plans.manage',
    'plans.read',
    'purchase-orders.use',
    'reports.request-analytics',
    'reports.spend-review',
    'reports.use',
    'services.create-from-document',
    'sourcing.use',
    'vendor-forms.use',
    'vendors.configure',
    'vendors.create',
    'vendors.manage',
  ]
  /** Asked only beside a rule from which it follows, so that granting it to everyone changes no answer. */
  const IMPLIED: Permission[] = ['requests.configure']
  /** They differ from a rule beside them only where a company has turned that part off. */
  const PARTS: Permission[] = ['sourcing.configure', 'vendor-forms.configure', 'vendor-forms.create-category']
  const isDeclared = (permission: Permission) => operations().some(({ access }) => access === permission)
  /** As soon as an operation declares one, it is removed like the others. */
  const UNASKED = [...AHEAD, ...IMPLIED].filter((permission) => !isDeclared(permission))
  const always = () => true
  const permissions = Object.keys(PERMISSIONS) as Permission[]

  /** Permissions that operations with another name ask for. */
  const ASKED_BY: Partial<Record<Permission, string>> = {
    'requests.create-category': 'intake.create-category',
    'sourcing.create-category': 'intake.create-category',
    'requests.submit-for-others': 'intake.save-submission',
    'requests.see-all': 'intake.get-submission',
    'requests.use': 'intake.list-submissions',
    'requests.ask': 'threads.create-chat-thread',
    'bills.enter-for-others': 'bills.create',
  }
  /** The operations that declare it or ask for it first, then those in its area. */
  const cellsFor = (permission: Permission): Cell[] => {
    const area = `${permission.split('.')[0]}.`
    const all = operations()
    const near = all.filter(({ access, id }) => access === permission || id === ASKED_BY[permission])
    const beside = all.filter((each) => each.id.startsWith(area) && !near.includes(each))
    const rest = all.filter((each) => !near.includes(each) && !beside.includes(each))
    return [near, beside, rest].flatMap((each) => cellsOf(...each))
  }

  /** Those of the installation are taken away with their operations' rules instead, as the tests' one has them on. */
  const left = [...UNASKED, ...PARTS]
  const replaced = permissions.filter((p) => !left.includes(p) && !isAlways(p) && !isOfInstallation(p))
  it.each(replaced)(
    'granting %s to everyone is noticed',
    async (permission) => {
      const grant = () => replacePermission(permission, always)
      expect(await noticedBy(world, cellsFor(permission), grant)).not.toBeNull()
    },
    // Every cell is called before a permission is found that no cell notices.
    180_000,
  )

  it.each(PARTS)('granting %s to the admins of a company without that part is noticed', async (permission) => {
    const company = await makeCompany()
    const turn = (on: boolean) => {
      const flags = `json_set(flags, '$.enableSourcing', json(?1), '$.enableVendorIntake', json(?1))`
      return run(`UPDATE companies SET flags = ${flags} WHERE id = ?2`, String(on), company.id)
    }
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const create = async (type: string) =>
      (await admin.post('/api/intake-categories', { name: `${type} ${newId()}`, type })).status
    await turn(true)
    const created = [await create('PUBLIC'), await create('VENDOR')]
    await turn(false)
    const answers = async () => {
      const shown: { type: string }[] = (await admin.get('/api/intake-categories/for-settings')).body
      return {
        types: shown.map(({ type }) => type).toSorted(),
        created: [await create('PUBLIC'), await create('VENDOR')],
      }
    }
    const refused = { types: [], created: [400, 400] }
    expect({ created, before: await answers() }).toEqual({ created: [200, 200], before: refused })
    const restore = replacePermission(permission, always)
    expect(await answers().finally(restore)).not.toEqual(refused)
    expect(await answers()).toMatchObject({ created: [400, 400] })
  })

  it('only the listed permissions are given to everyone', () => {
    expect(permissions.filter(isAlways)).toEqual([
      'staff.use',
      'search.use',
      'vendors.use',
      'services.use',
      'members.read',
    ])
  })
})
