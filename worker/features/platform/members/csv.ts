import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { FLAG_LABELS } from '../../../../schema/platform/members/rules.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { ACCESS_FLAGS, roleChips } from '../../../../schema/shared/permissions.ts'
import type { FileColumns } from '../../../core/list/operations.ts'

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No')
const names = (units: { name: string }[]): string => units.map((unit) => unit.name).join('; ')

const COLUMNS: [string, (member: Member) => string][] = [
  ['First name', (m) => m.firstName],
  ['Last name', (m) => m.lastName],
  ['Email', (m) => m.email],
  ['Title', (m) => m.title],
  ['Enabled', (m) => yesNo(m.enabled)],
  ['Roles', (m) => roleChips(m).join('; ')],
  ['Departments', (m) => names(m.departments)],
  ['Business units', (m) => names(m.businessUnits)],
  ['Groups', (m) => names(m.groups)],
  ['Entities', (m) => names(m.entities)],
  ['Location', (m) => m.location?.name ?? ''],
  ['Manager', (m) => m.manager?.name ?? ''],
  ['Signer', (m) => yesNo(m.isSigner)],
  ['Approves for departments', (m) => names(m.departments.filter((unit) => unit.approvesRequests))],
  ['Approves for business units', (m) => names(m.businessUnits.filter((unit) => unit.approvesRequests))],
  ...ACCESS_FLAGS.map((flag): [string, (m: Member) => string] => [FLAG_LABELS[flag], (m) => yesNo(m[flag])]),
]

export const memberFile: FileColumns<Connection<Member>> = {
  header: () => COLUMNS.map(([header]) => header),
  linesOf: (member) => [COLUMNS.map(([, value]) => value(member))],
}
