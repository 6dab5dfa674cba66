import {
  type CheckListQuery,
  checkFile,
  type checkFilters,
  checkList,
} from '../../../../schema/money/checks/endpoints.ts'
import { CHECK_RULE_WORDS, CHECK_STATE_WORDS } from '../../../../schema/money/checks/values.ts'
import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import { amountCell } from '../../../core/csv.ts'
import { listOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows, Way } from '../../../core/list/rows.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { FINDING_COLUMNS, FINDING_JOINS, type StoredFinding, toFinding } from './rows.ts'

/** The list of findings and its file. */

type Sort = 'foundAt'
const by = (index: string) => ({
  ...{ from: 'check_findings f', id: 'f.id' },
  sorts: { foundAt: { columns: ['f.found_at'], index, usual: 'DESC' as const } },
})
const OWN = by('check_findings_found')
const IN_STATE: Way<Sort> = by('check_findings_state')
const OF_RULE: Way<Sort> = by('check_findings_rule')
const OF_VENDOR: Way<Sort> = by('check_findings_vendor')

export const checkRows: ListRows<CheckListQuery, keyof typeof checkFilters, Sort> = {
  own: OWN,
  join: (id) => `check_findings f ON f.id = ${id}`,
  usual: () => 'foundAt',
  // Its own row and that of the index.
  looks: 2,
  shown: { joins: FINDING_JOINS, where: '' },
  clauses: ({ input, is }) => {
    const filter = input.filter === 'ALL' ? null : is('f.state', input.filter)
    const rule = is('f.rule', input.rule)
    const erpVendorId = is('f.erp_vendor_id', input.erpVendorId)
    const lead = () => {
      if (erpVendorId) return { walks: [{ way: OF_VENDOR, where: [erpVendorId] }], serves: ['erpVendorId' as const] }
      if (filter) return { walks: [{ way: IN_STATE, where: [filter] }], serves: ['filter' as const] }
      if (rule) return { walks: [{ way: OF_RULE, where: [rule] }], serves: ['rule' as const] }
      return { walks: [{ way: OWN }] }
    }
    return { ...lead(), conditions: { filter, rule, erpVendorId } }
  },
}

const readPage = async (context: StaffContext, input: CheckListQuery) => {
  const page = pageOf(checkRows, context, input)
  const rows = await context.db.all<StoredFinding>(context.db.sql(pageSql(page, FINDING_COLUMNS), ...page.params))
  return toPage(page, rows, input.first, toFinding)
}

export const checkOperations = listOperations({
  ...{ list: checkList, file: checkFile, rows: checkRows, access: 'payments.use' as const, read: readPage },
  columns: () => ({
    header: () => [
      ...['Check', 'Status', 'Holds payment', 'Vendor', 'Bill', 'Amount', 'Currency', 'Why'],
      timeColumn('Found'),
      'Decided by',
      timeColumn('Decided'),
    ],
    linesOf: (row) => [
      [
        ...[
          CHECK_RULE_WORDS[row.rule],
          CHECK_STATE_WORDS[row.state],
          row.isBlocking ? 'Yes' : 'No',
          row.erpVendor.name,
        ],
        ...[
          row.bill?.invoiceNumber ?? null,
          row.bill && amountCell(row.bill.amount),
          row.bill?.amount.currency ?? null,
        ],
        ...[row.why, timeInFile(row.foundAt), row.decidedBy?.name ?? null, row.decidedAt && timeInFile(row.decidedAt)],
      ],
    ],
  }),
})
