import { demoDocuments, MONTHS, RATES } from '../../../demo/book-lines.ts'
import { BALANCE, type DemoObject, OBJECTS, objectOf } from '../../../demo/book-objects.ts'
import { SENT_ORDER } from '../../../demo/sent-order.ts'
import { type Contents, FOUNDED, makeEntries, SMALL } from './entries.ts'
import { lineOf } from './month.ts'
import type { AccountGroup, BookEntry, BookRecord, DocumentType } from './shapes.ts'

/** The books that the demo company was filled from, for the stand-in of its accounting system. */

const DAY_MS = 24 * 60 * 60 * 1000
const TYPES = {
  BILL: 'bill',
  VENDOR_CREDIT: 'vendorCredit',
  JOURNAL_ENTRY: 'journalEntry',
  INVOICE: 'invoice',
} as const
const AGAINST: Partial<Record<DocumentType, string>> = {
  ...{ bill: BALANCE.payables.id, vendorCredit: BALANCE.payables.id, invoice: BALANCE.receivables.id },
}

const entry = ({ erpId, name }: DemoObject): BookEntry => ({
  ...{ id: erpId, name, isActive: true, parentId: null, version: 0, externalId: null },
  ...{ createdAt: FOUNDED, changedAt: FOUNDED },
})
const all = (kind: DemoObject['kind']): DemoObject[] => OBJECTS.filter((object) => object.kind === kind)
const erpId = (id: string | undefined): string | null => (id === undefined ? null : objectOf(id).erpId)
const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')

const records = (now: number): BookRecord[] =>
  demoDocuments(new Date(now).toISOString().slice(0, 10)).map((document): BookRecord => {
    const type = TYPES[document.kind]
    // Entered some days before, so that a sync of the demo company begins with nothing that is new.
    const at = Date.parse(`${document.date}T09:00:00Z`) - 3 * DAY_MS
    const isIncome = objectOf(document.account).mappedKind === 'REVENUE_ACCOUNT'
    const line = lineOf({
      ...{ id: '1', accountId: erpId(document.account), memo: document.memo, vendorId: erpId(document.vendor) },
      ...{ debitMinor: isIncome ? -document.minor : document.minor, departmentId: erpId(document.department) },
      ...{ locationId: erpId(document.location), classId: erpId(document.classification) },
    })
    // A journal is whole.
    const rest = lineOf({ id: '2', accountId: erpId(BALANCE.checking.id), debitMinor: -line.debitMinor })
    return {
      ...{ id: document.erpId, type, number: document.number, date: document.date, dueDate: null, entityId: '1' },
      ...{ currency: document.currency, exchangeRate: Number(RATES[document.currency] ?? 1.1459), memo: '' },
      ...{ vendorId: erpId(document.vendor), customerId: null, accountId: erpId(AGAINST[type]), locationId: null },
      ...{ taxMinor: 0, extra: {}, version: 0, createdAt: at, changedAt: at, externalId: null },
      ...(document.currency === 'USD' && { exchangeRate: 1 }),
      lines: type === 'journalEntry' ? [line, rest] : [line],
    }
  })

const order = (now: number): BookRecord => {
  const { id, number, daysAgo, vendor, account, department, dollars, memo, description } = SENT_ORDER
  const at = now - daysAgo * DAY_MS
  const line = lineOf({
    ...{ id: '1', accountId: erpId(account), debitMinor: dollars * 100, memo: description },
    departmentId: erpId(department),
  })
  return {
    ...{
      id,
      type: 'purchaseOrder',
      number,
      date: new Date(at).toISOString().slice(0, 10),
      dueDate: null,
      entityId: '1',
    },
    ...{ currency: 'USD', exchangeRate: 1, memo, vendorId: erpId(vendor), customerId: null, accountId: null },
    ...{ locationId: null, taxMinor: 0, extra: {}, version: 0, createdAt: at, changedAt: at, externalId: null },
    lines: [line],
  }
}

export const demoContents = (now: number): Contents => {
  const { entries } = makeEntries({ ...SMALL, months: MONTHS }, now)
  const byType = Map.groupBy([...records(now), order(now)], ({ type }) => type)
  return {
    entries: {
      // Currencies, taxes, periods and fields are those of every account.
      ...entries,
      item: [],
      customer: [],
      entity: all('ENTITY').map((each) => ({ ...entry(each), currency: 'USD', country: 'US' })),
      department: all('DEPARTMENT').map(entry),
      location: all('LOCATION').map(entry),
      class: all('CLASSIFICATION').map(entry),
      account: all('ACCOUNT').map((each) => ({
        ...{ ...entry(each), number: each.number ?? '', group: each.group as AccountGroup, currency: 'USD' },
      })),
      vendor: all('VENDOR').map((each) => ({
        ...{ ...entry(each), currency: 'USD', email: `billing@${slugOf(each.name)}.example`, phone: '', website: '' },
        ...{ entityIds: ['1'], accountId: '1', departmentId: '1', bankAccountNumber: '' },
      })),
      amortizationTemplate: entries.amortizationTemplate.map((each) => ({ ...each, accountId: '1' })),
    },
    documents: new Map([...byType].map(([type, made]) => [type, new Map(made.map((each) => [each.id, each]))])),
  }
}
