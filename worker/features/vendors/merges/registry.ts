import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { documentLinks } from '../../../../schema/documents/documents/tables.ts'
import { threads } from '../../../../schema/documents/threads/tables.ts'
import { sourcingBidders } from '../../../../schema/requests/sourcing-events/tables.ts'
import { intakeSubmissions, intakeSubmissionVendors } from '../../../../schema/requests/submissions/tables.ts'
import { vendorCompanyCustomers } from '../../../../schema/vendors/portal/tables.ts'
import { serviceSpendMonths, services } from '../../../../schema/vendors/services/tables.ts'
import { vendorLinks, vendorVerifications } from '../../../../schema/vendors/vendors/tables.ts'

/**
 * Everything that refers to a vendor, in one place. A merge moves all of it, and undoing an import skips vendors with
 * any of it. A table that names vendors needs an entry here. A test reports those without one.
 */

type Noun = [singular: string, plural: string]

interface Place {
  /** The name of the table. */
  table: string
  /** Which column names the vendor, and under which condition. */
  vendorColumn: string
  where: string
  /** The rest of the primary key, or the id. */
  key: string[]
  columns: string[]
  /**
   * MOVE: rows get the other vendor. LINK: rows are unique with the vendor, so if both have the same one it is kept
   * once. FOLLOW: their vendor is that of the row they belong to.
   */
  how: 'MOVE' | 'LINK' | 'FOLLOW'
  /** Its name for people, or null if it isn't counted. */
  noun: Noun | null
  /** False for parts of the vendor itself, which are deleted with it. */
  holds: boolean
  /** Further assignments for a moved row. `?4` is the new vendor. */
  set: string[]
  /** FOLLOW: the vendor of the row, as SQL. */
  follows: string
}

const namesOf = (table: SQLiteTable): { name: string; columns: string[]; key: string[] } => {
  const config = getTableConfig(table)
  const columns = Object.values(getTableColumns(table))
  const key = config.primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
  return {
    name: config.name,
    columns: columns.filter((column) => column.generated === undefined).map((column) => column.name),
    key: key.map((column) => column.name),
  }
}

const place = (table: SQLiteTable, noun: Noun | null, more: Partial<Place> = {}): Place => {
  const { name, columns, key } = namesOf(table)
  const vendorColumn = more.vendorColumn ?? 'vendor_id'
  return {
    table: name,
    vendorColumn,
    where: '1',
    key: key.filter((column) => column !== vendorColumn && column !== 'company_id' && column !== 'target_type'),
    columns,
    how: key.includes(vendorColumn) ? 'LINK' : 'MOVE',
    noun,
    holds: true,
    set: [],
    follows: '',
    ...more,
  }
}

/** Tables whose rows are about objects of several kinds. */
const ABOUT_VENDORS = { vendorColumn: 'target_id', where: "target_type = 'VENDOR'" }

/** An area that comes after vendors registers its own tables (`registerVendorPlace`). */
export const PLACES: Place[] = [
  place(services, ['service', 'services'], {
    // Someone editing one of them gets a conflict.
    set: ['version = version + 1'],
  }),
  place(serviceSpendMonths, null, {
    how: 'FOLLOW',
    holds: false,
    follows: `(SELECT s.vendor_id FROM services s
                WHERE s.company_id = service_spend_months.company_id AND s.id = service_spend_months.service_id)`,
  }),
  place(intakeSubmissions, ['request', 'requests']),
  place(sourcingBidders, ['sourcing bidder', 'sourcing bidders']),
  place(intakeSubmissionVendors, ['link of a request', 'links of requests']),
  place(documentLinks, ['document', 'documents'], { ...ABOUT_VENDORS, how: 'LINK' }),
  place(threads, ['conversation', 'conversations'], ABOUT_VENDORS),
  place(vendorCompanyCustomers, ['portal account', 'portal accounts']),
  place(vendorVerifications, ['verification', 'verifications']),
  place(vendorLinks, null, { holds: false }),
]

/** A table of another area that names vendors. */
export const registerVendorPlace = (table: SQLiteTable, noun: Noun, more: Partial<Place> = {}): void => {
  PLACES.push(place(table, noun, more))
}

/** Tables that name vendors and aren't listed above, each with the reason. A test fails for a table in neither list. */
export const NO_PLACE: Record<string, string> = {
  vendor_answer_values: 'kept by triggers from the answers of the vendor itself',
  proposed_vendors: 'what requests proposed, and which vendor it became then',
  answer_vendors: 'kept by triggers from the answers of requests',
  vendor_import_rows: 'what an import did, even if the vendor changed later',
  vendor_merges: 'the record of merges',
  vendor_company_invitations: 'in the directory, where merges are followed when it is read',
  transaction_groups: 'sums, which a trigger keeps when transactions move to another vendor',
  transaction_recodes: 'what people changed, with the vendors of that time',
  transaction_recode_lines: 'the history of lines, with the vendors of that time',
  bill_numbers: 'of vendors of the accounting system',
  ledger_entries: 'of vendors of the accounting system',
  ledger_payables: 'of vendors of the accounting system',
  ledger_payable_days: 'of vendors of the accounting system',
  ledger_payable_vendors: 'of vendors of the accounting system',
  vendor_bank_details: 'of vendors of the accounting system',
  bill_payments: 'of vendors of the accounting system',
  invoice_lessons: 'of vendors of the accounting system',
  vendor_invoices: 'of vendors’ own companies, which merges move',
  check_findings: 'of vendors of the accounting system',
  check_silences: 'of vendors of the accounting system',
  notifications: 'what people were told, about the vendors of that time',
  notification_mutes: 'what people muted, which was the merged vendor alone',
  level_group_statuses: 'of requests only',
  request_blocks: 'of requests only',
  request_texts: 'of requests only',
  request_participants: 'of requests only',
  approval_scopes: 'of what is approved, never of vendors',
  decision_links: 'of what is approved, never of vendors',
  reply_addresses: 'of what is approved, or of a thread, which moves itself',
  evidence_packs: 'of what is approved, never of vendors',
  block_status_times: 'of requests only',
}

/** What refers to the vendor in `vendorId` (SQL), as SQL with a count for each place. */
export const holdingPlaces = (): Place[] => PLACES.filter(({ holds }) => holds)

export const countSql = ({ table, vendorColumn, where }: Place, company: string, vendorId: string): string =>
  `(SELECT COUNT(*) FROM ${table} WHERE company_id = ${company} AND ${vendorColumn} = ${vendorId} AND ${where})`

/** The condition that nothing refers to the vendor in `vendorId` (SQL). */
export const unheldSql = (company: string, vendorId: string): string =>
  holdingPlaces()
    .map(
      ({ table, vendorColumn, where }) =>
        `NOT EXISTS (SELECT 1 FROM ${table} WHERE company_id = ${company} AND ${vendorColumn} = ${vendorId} AND ${where})`,
    )
    .join(' AND ')

/** "2 services, 1 request". */
export const inWords = (counts: { noun: Noun | null; count: number }[]): string =>
  counts
    .flatMap(({ noun, count }) =>
      noun && count > 0 ? [`${count.toLocaleString('en-US')} ${noun[count === 1 ? 0 : 1]}`] : [],
    )
    .join(', ')

/** The vendor of a column, or the one that it was merged into meanwhile, as SQL. */
export const survivorSql = (company: string, vendorId: string): string =>
  `coalesce((SELECT sm.survivor_id FROM vendor_merges sm INDEXED BY vendor_merges_from
              WHERE sm.company_id = ${company} AND sm.from_id = ${vendorId} AND sm.undone_at IS NULL), ${vendorId})`

export type { Noun, Place }
