import { listMembersCsv, type Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { FLAG_LABELS } from '../../../../schema/platform/members/rules.ts'
import { ACCESS_FLAGS, roleChips } from '../../../../schema/shared/permissions.ts'
import { type CsvRow, csvFileName, csvStream } from '../../../core/csv.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { listPage } from './list.ts'
import { toMember } from './rows.ts'

const PAGE = 200

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

/** Everything that matches the filters, not only a page (specification 3 §9). Read while it is sent. */
export const exportMembers = query({
  id: 'members.list-csv',
  access: 'members.manage',
  input: inputOf(listMembersCsv),
  run: async (context, filters) => {
    const { timezone } = context.actor
    const read = (cursor: string | undefined) => listPage(context, { ...filters, cursor, first: PAGE }, toMember)
    // The first page is read before the answer begins, so that a failure is still told as one.
    const first = await read(undefined)
    async function* pages(): AsyncGenerator<CsvRow[]> {
      yield [COLUMNS.map(([header]) => header)]
      for (let { edges, pageInfo } = first; ; ) {
        yield edges.map(({ node }) => COLUMNS.map(([, value]) => value(node)))
        if (!pageInfo.hasNextPage || !pageInfo.endCursor) return
        ;({ edges, pageInfo } = await read(pageInfo.endCursor))
      }
    }
    return { fileName: csvFileName('members', context.clock.now(), timezone), text: csvStream(pages()) }
  },
})
