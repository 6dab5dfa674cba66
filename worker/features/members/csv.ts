import { listMembersCsv, type Member } from '../../../schema/members/member-endpoints.ts'
import { FLAG_LABELS } from '../../../schema/members/rules.ts'
import { ACCESS_FLAGS, roleChips } from '../../../schema/shared/permissions.ts'
import { csvFileName, csvOf } from '../../core/csv.ts'
import { inputOf, query } from '../../core/operation.ts'
import { encodeCursor } from '../../core/paging.ts'
import { listPage } from './list.ts'
import { toMember } from './rows.ts'

const PAGE = 1000

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

/** Everything that matches the filters, not only a page (specification 3 §9). */
export const exportMembers = query({
  id: 'members.list-csv',
  access: 'members.manage',
  input: inputOf(listMembersCsv),
  run: async (context, filters) => {
    const rows: string[][] = [COLUMNS.map(([header]) => header)]
    let cursor: string | undefined
    do {
      const page = await listPage(context, { ...filters, cursor, first: PAGE })
      for (const row of page.slice(0, PAGE)) {
        const member = toMember(row)
        rows.push(COLUMNS.map(([, value]) => value(member)))
      }
      const last = page[PAGE - 1]
      cursor = page.length > PAGE && last ? encodeCursor(JSON.parse(last.sortKey)) : undefined
    } while (cursor)
    const { timezone } = context.actor
    return { fileName: csvFileName('members', context.clock.now(), timezone), text: csvOf(rows) }
  },
})
