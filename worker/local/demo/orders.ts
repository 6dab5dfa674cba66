import type { BooksEntryOf } from '../../../schema/platform/accounting/entries.ts'
import { addDays } from '../../../schema/shared/calendar.ts'
import { type OrderContent, orderTotal } from '../../../schema/spend/purchase-orders/content.ts'
import type { Env } from '../../env.ts'
import { transactionPage } from '../../integrations/netsuite/account.ts'
import { CONNECTION_ID, DEMO_ACCOUNT } from './book-account.ts'
import { objectId, objectOf } from './book-objects.ts'
import { demoDay } from './clock.ts'
import { COMPANY_ID, slug } from './people.ts'
import { SENT_ORDER } from './sent-order.ts'

/** Purchase orders of the demo company: open, closed, in the accounting system, and one that it refused. */

interface Story {
  vendor: string
  /** The accounting system's vendor, whose bills can be for it. */
  erpVendor?: { id: string; name: string }
  memo: string
  daysAgo: number
  dollars: [description: string, amount: number, category: string][]
  closed?: string
  /** How it is in the accounting system, whose objects it names. */
  books?: { number: string; erpId: string } | { error: string }
  mailed?: string
}

const unit = (name: string, kind: string) => ({ id: `${slug(name)}-${kind}`, name })
const STORIES: Story[] = [
  {
    ...{
      vendor: 'Beacon Security',
      memo: 'Monitoring for the plant network',
      daysAgo: 64,
      closed: 'Everything was delivered',
    },
    dollars: [
      ['Monitoring for a year', 14_400, 'Software'],
      ['Training, two days', 2_600, 'Software'],
    ],
    mailed: 'orders@beacon-security.example',
  },
  {
    ...{ vendor: 'Granite Hosting', memo: SENT_ORDER.memo, daysAgo: SENT_ORDER.daysAgo },
    books: { number: SENT_ORDER.number, erpId: SENT_ORDER.id },
    dollars: [[SENT_ORDER.description, SENT_ORDER.dollars, 'Software']],
  },
  {
    ...{ vendor: 'Fathom Research', memo: 'Test bench sensors', daysAgo: 9 },
    books: { error: 'The account 6300 is inactive.' },
    dollars: [['Force sensors', 7_250, 'Hardware']],
  },
  {
    ...{ vendor: 'Cobalt Design', memo: 'Trade fair booth', daysAgo: 3 },
    dollars: [['Booth, 24 square meters', 9_900, 'Professional services']],
  },
  {
    ...{ vendor: 'Kestrel CAD', memo: 'CAD seats and training for the second team', daysAgo: 2 },
    erpVendor: { id: 'books-vendor-1', name: 'Kestrel CAD Ltd' },
    dollars: [
      ['Seats', 1_200, 'Software'],
      ['Training', 800, 'Software'],
    ],
  },
]

const there = (id: string) => ({ id, name: objectOf(id).name })
/** The accounts that orders name. */
const ACCOUNT_OF: Record<string, string> = { Software: SENT_ORDER.account, Hardware: objectId('ACCOUNT', 'Equipment') }

const contentOf = ({ vendor, erpVendor, memo, dollars, daysAgo, books }: Story, now: number): OrderContent => ({
  vendor: unit(vendor, 'vendors'),
  erpVendor: books ? there(objectId('VENDOR', vendor)) : (erpVendor ?? null),
  entity: books ? there('books-entity-1') : null,
  ...{ classification: null, location: null },
  department: books ? there(objectId('DEPARTMENT', 'Engineering')) : unit('Engineering', 'departments'),
  ...{ currency: 'USD', transactionDate: addDays(demoDay(now), -daysAgo), memo },
  lines: dollars.map(([description, amount, category], at) => ({
    ...{ id: `line-${at + 1}`, description, amount: amount * 100 },
    account: books ? there(ACCOUNT_OF[category] ?? '') : unit(category, 'spend-categories'),
    ...{ department: null, classification: null, location: null },
  })),
})

interface Sending {
  sent: { number: string; erpId: string } | null
  error: string | null
  made: number
}

/** What was sent, or should have been. */
const entryStatement = (
  DB: D1Database,
  orderId: string,
  { erpVendor, entity, department, currency, transactionDate, memo, lines }: OrderContent,
  { sent, error, made }: Sending,
): D1PreparedStatement => {
  const erpId = (ref: { id: string } | null) => ref && objectOf(ref.id).erpId
  const entry: BooksEntryOf<'PURCHASE_ORDER'> = {
    ...{
      kind: 'PURCHASE_ORDER',
      entityErpId: erpId(entity),
      currency,
      exchangeRate: null,
      date: transactionDate,
      memo,
    },
    ...{ vendorErpId: erpId(erpVendor) ?? '', number: null, departmentErpId: null },
    ...{
      locationErpId: null,
      classificationErpId: null,
      fields: [],
      payablesAccountErpId: null,
    },
    lines: lines.map((line) => ({
      ...{ accountErpId: erpId(line.account), itemErpId: null, amountMinor: line.amount, memo: line.description },
      ...{ departmentErpId: erpId(department), locationErpId: null, classificationErpId: null },
      ...{ taxCodeErpId: null, amortization: null, fields: [] },
    })),
  }
  return DB.prepare(
    `INSERT INTO erp_entries (id, company_id, connection_id, owner_kind, owner_id, kind, state, entry, send_key, erp_id,
       number, url, sent, sent_at, error, reason, failed_at, created_at, updated_at)
     VALUES (?1, ?2, ?3, 'PURCHASE_ORDER', ?1, 'PURCHASE_ORDER', ?4, ?5, ?1, ?6, ?7, ?8, iif(?6 IS NULL, NULL, ?5),
       iif(?6 IS NULL, NULL, ?9), ?10, iif(?10 IS NULL, NULL, 'BAD_REFERENCE'), iif(?10 IS NULL, NULL, ?9), ?9, ?9)`,
  ).bind(
    ...[orderId, COMPANY_ID, CONNECTION_ID, sent ? 'SYNCED' : 'ERRORED', JSON.stringify(entry), sent?.erpId ?? null],
    ...[sent?.number ?? null, sent && transactionPage(DEMO_ACCOUNT, 'PurchOrd', sent.erpId), made, error],
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

export const fillOrders = async ({ DB }: Env, now: number): Promise<void> => {
  const statements = STORIES.flatMap((story, at) => {
    const id = `demo-order-${at + 1}`
    const content = contentOf(story, now)
    const { value } = orderTotal(content)
    const made = now - story.daysAgo * DAY_MS
    const { books, closed, mailed } = story
    const sent = books && 'number' in books ? books : null
    const error = books && 'error' in books ? books.error : null
    return [
      DB.prepare(
        `INSERT INTO purchase_orders (id, company_id, number, status, vendor_id, currency, total_minor, company_minor,
           amount_sort, transaction_date, memo, content, created_by_user_id, created_at, updated_at, closed_at, close_reason,
           connection_id, sync_state, erp_id, erp_number, erp_url, erp_total_minor, synced_at, sync_error, mailed_to, mailed_at)
         VALUES (?1, ?2, ?3, ?4, ?5, 'USD', ?6, ?6, ?6, ?7, ?8, ?9, 'demo-maya', ?10, ?10, ?11, ?12, ?13, ?14, ?15, ?18, ?19,
           iif(?15 IS NULL, NULL, ?6), iif(?15 IS NULL, NULL, ?10), ?16, ?17, iif(?17 IS NULL, NULL, ?10))`,
      ).bind(
        ...[id, COMPANY_ID, at + 1, closed ? 'CLOSED' : 'OPEN', content.vendor?.id ?? null, value],
        ...[content.transactionDate, content.memo, JSON.stringify(content), made],
        ...[closed ? now - DAY_MS : null, closed ?? null, books ? CONNECTION_ID : null],
        ...[books ? (sent ? 'SYNCED' : 'ERRORED') : 'NONE', sent?.erpId ?? null, error, mailed ?? null],
        sent?.number ?? null,
        sent && transactionPage(DEMO_ACCOUNT, 'PurchOrd', sent.erpId),
      ),
      DB.prepare(
        `INSERT INTO purchase_order_versions (purchase_order_id, version, company_id, content, note, changed_by_name,
           changed_at) VALUES (?, 1, ?, ?, '', 'Maya Lindqvist', ?)`,
      ).bind(id, COMPANY_ID, JSON.stringify(content), made),
      ...(books ? [entryStatement(DB, id, content, { sent, error, made })] : []),
    ]
  })
  await DB.batch(statements)
}
