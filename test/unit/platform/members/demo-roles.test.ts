import { expect, it } from 'vitest'
import { ACCESS_FLAGS, type AccessFlag, roleChips } from '../../../../schema/shared/permissions.ts'
import { PEOPLE } from '../../../../worker/local/demo/people.ts'

/** People looking at the demo company can take each of its roles. */
const active = PEOPLE.filter((person) => !person.isDisabled)
const flagsOf = (held: AccessFlag[] = []) =>
  Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, held.includes(flag)])) as Record<AccessFlag, boolean>

it('the demo company has someone who may sign in with every role chip and every access flag', () => {
  expect(new Set(active.flatMap(({ flags }) => roleChips(flagsOf(flags))))).toEqual(
    new Set([
      'Admin',
      'Super Viewer',
      'Dept. Lead',
      'Dept. Lead with payroll',
      'B.U. Lead',
      'B.U. Lead with payroll',
      'Member',
      'User Admin',
      'Vendor Admin',
      'Payments',
      'Financial Analysis',
      'Approval Bypass',
      'Spend Requests',
      'Submits for Others',
    ]),
  )
  expect(ACCESS_FLAGS.filter((flag) => !active.some(({ flags }) => flags?.includes(flag)))).toEqual([])
})
