import { addDays } from '../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../schema/shared/day-count.ts'
import { type OrderContent, orderTotal } from '../../../schema/spend/purchase-orders/content.ts'
import type { Env } from '../../env.ts'
import { COMPANY_ID, slug } from './people.ts'

/** Purchase orders of the demo company: open, closed, in the accounting system, and one that it refused. */

interface Story {
  vendor: string
  /** The accounting system's vendor, whose bills can be for it. */
  erpVendor?: { id: string; name: string }
  memo: string
  daysAgo: number
  dollars: [description: string, amount: number, category: string][]
  closed?: string
  /** How it is in the accounting system. */
  books?: { number: string } | { error: string }
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
    ...{
      vendor: 'Granite Hosting',
      memo: 'Cloud hosting, fourth quarter',
      daysAgo: 31,
      books: { number: 'PURCH1042' },
    },
    dollars: [['Hosting', 48_000, 'Software']],
  },
  {
    ...{ vendor: 'Fathom Research', memo: 'Test bench sensors', daysAgo: 9 },
    books: { error: 'The account 6210 is inactive.' },
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

const contentOf = ({ vendor, erpVendor, memo, dollars, daysAgo }: Story, now: number): OrderContent => ({
  vendor: unit(vendor, 'vendors'),
  ...{ erpVendor: erpVendor ?? null, entity: null, classification: null, location: null },
  department: unit('Engineering', 'departments'),
  ...{ currency: 'USD', transactionDate: addDays(utcDayOf(now), -daysAgo), memo },
  lines: dollars.map(([description, amount, category], at) => ({
    ...{ id: `line-${at + 1}`, description, amount: amount * 100, account: unit(category, 'spend-categories') },
    ...{ department: null, classification: null, location: null },
  })),
})

const DAY_MS = 24 * 60 * 60 * 1000

export const fillOrders = async ({ DB }: Env, now: number): Promise<void> => {
  const statements = STORIES.flatMap((story, at) => {
    const id = `demo-order-${at + 1}`
    const content = contentOf(story, now)
    const { value } = orderTotal(content)
    const made = now - story.daysAgo * DAY_MS
    const { books, closed, mailed } = story
    const sent = books && 'number' in books ? books.number : null
    const error = books && 'error' in books ? books.error : null
    return [
      DB.prepare(
        `INSERT INTO purchase_orders (id, company_id, number, status, vendor_id, currency, total_minor, company_minor,
           amount_sort, transaction_date, memo, content, created_by_user_id, created_at, updated_at, closed_at, close_reason,
           connection_id, sync_state, erp_id, erp_number, erp_total_minor, synced_at, sync_error, mailed_to, mailed_at)
         VALUES (?1, ?2, ?3, ?4, ?5, 'USD', ?6, ?6, ?6, ?7, ?8, ?9, 'demo-maya', ?10, ?10, ?11, ?12, ?13, ?14, ?15, ?15,
           iif(?15 IS NULL, NULL, ?6), iif(?15 IS NULL, NULL, ?10), ?16, ?17, iif(?17 IS NULL, NULL, ?10))`,
      ).bind(
        ...[id, COMPANY_ID, at + 1, closed ? 'CLOSED' : 'OPEN', content.vendor?.id ?? null, value],
        ...[content.transactionDate, content.memo, JSON.stringify(content), made],
        ...[closed ? now - DAY_MS : null, closed ?? null, books ? 'demo-books' : null],
        ...[books ? (sent ? 'SYNCED' : 'ERRORED') : 'NONE', sent, error, mailed ?? null],
      ),
      DB.prepare(
        `INSERT INTO purchase_order_versions (purchase_order_id, version, company_id, content, note, changed_by_name,
           changed_at) VALUES (?, 1, ?, ?, '', 'Maya Lindqvist', ?)`,
      ).bind(id, COMPANY_ID, JSON.stringify(content), made),
      ...(error
        ? [
            DB.prepare(
              `INSERT INTO erp_entries (id, company_id, connection_id, owner_kind, owner_id, kind, state, send_key, error,
                 reason, failed_at, created_at, updated_at)
               VALUES (?1, ?2, 'demo-books', 'PURCHASE_ORDER', ?1, 'PURCHASE_ORDER', 'ERRORED', ?1, ?3, 'BAD_REFERENCE', ?4,
                 ?4, ?4)`,
            ).bind(id, COMPANY_ID, error, made),
          ]
        : []),
    ]
  })
  await DB.batch(statements)
}
