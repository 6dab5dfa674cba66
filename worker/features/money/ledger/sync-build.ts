import type { SyncFacts, SyncFactsOf, SyncLine } from '../../../../schema/money/ledger/sync-values.ts'
import type { BookKind, PeriodDetails } from '../../../../schema/platform/accounting/books.ts'
import { type BooksEntry, booksEntry } from '../../../../schema/platform/accounting/entries.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { billToCome, booksCurrencyStatement, isNewVendor } from '../../platform/accounting/index.ts'
import { SYNC_OWNER } from './sync-record.ts'

/** The accounting system's entry of a bill, a payment or a transfer, and what is missing for it. */

export interface BookThing {
  id: string
  kind: BookKind
  erpId: string
  name: string
  number: string | null
  isUsable: number
  /** A vendor that isn't there yet. It is made before what names it. */
  isNew: number
  details: string
}

export interface SyncAccounts {
  erpEntityId: string
  /** Whether its bills and payments are sent. */
  sendsBills: number
  sendsPayments: number
  payable: string | null
  funding: string | null
  clearing: string | null
}

/** What the accounting system has of what the facts name. */
export interface Books {
  things: ReadonlyMap<string, BookThing>
  accounts: SyncAccounts | null
  /** Whether several entities have accounts and the facts name none of them. */
  isEntityOpen: boolean
  /** The id of a payment's bill there. */
  billErpId: string | null
  /** Its entry here, which is sent first where it isn't there yet. */
  billSyncId: string | null
  /** Names of custom fields and segments, by their script ids. */
  fieldNames: ReadonlyMap<string, string>
  /** What the entity's books are in. Null without a connection. */
  currency: string | null
  /** Who entered the bill. */
  createdBy: { id: string; name: string } | null
}

const idsOf = (facts: SyncFacts): string[] => {
  const own = [facts.erpEntityId, 'erpVendorId' in facts ? facts.erpVendorId : null]
  const ids =
    facts.type === 'BILL'
      ? [
          ...own,
          facts.accountingPeriodId,
          ...facts.lines.flatMap((line) => [
            ...[line.erpAccountId, line.erpDepartmentId, line.erpClassificationId, line.erpTaxCodeId],
            line.amortization?.templateId ?? null,
          ]),
        ]
      : own
  return [...new Set(ids.filter((id): id is string => id !== null))]
}

/** One round trip. A company with one entity need not name it. */
export const readBooks = async (
  { db }: Pick<BaseContext, 'db'>,
  companyId: string,
  facts: SyncFacts,
): Promise<Books> => {
  const thing = `o.id, o.kind, o.erp_id AS erpId, o.name, o.number, o.is_active AND o.deleted_at IS NULL AS isUsable,
    ${isNewVendor('o')} AS isNew, o.details`
  const [settings, things, bill, fields, people, currencies] = await db.readBatch([
    db.sql(
      `SELECT s.entity_object_id AS erpEntityId, s.payable_account_id AS payable, s.funding_account_id AS funding,
              s.clearing_account_id AS clearing, s.is_bill_synced AS sendsBills, s.is_payment_synced AS sendsPayments
         FROM erp_entity_settings s INDEXED BY erp_entity_settings_company
        WHERE s.company_id = ?1 AND (?2 IS NULL OR s.entity_object_id = ?2) LIMIT 2`,
      companyId,
      facts.erpEntityId,
    ),
    db.sql(
      `SELECT ${thing} FROM (
         SELECT value AS id FROM json_each(?2)
         UNION SELECT x.value FROM erp_entity_settings s INDEXED BY erp_entity_settings_company
           CROSS JOIN json_each(json_array(s.payable_account_id, s.funding_account_id, s.clearing_account_id)) x
          WHERE s.company_id = ?1 AND (?3 IS NULL OR s.entity_object_id = ?3) AND x.value IS NOT NULL LIMIT 4000) j
        CROSS JOIN erp_objects o ON o.id = j.id AND +o.company_id = ?1`,
      companyId,
      JSON.stringify(idsOf(facts)),
      facts.erpEntityId,
    ),
    db.sql(
      `SELECT g.id AS syncId, e.erp_id AS erpId FROM ledger_syncs g LEFT JOIN erp_entries e ON e.company_id = ?1 AND e.owner_kind = ?3
          AND e.owner_id = g.id AND e.kind = 'BILL'
        WHERE g.company_id = ?1 AND g.type = 'BILL' AND g.owner_id = ?2 AND g.deleted_at IS NULL AND NOT g.is_removal`,
      companyId,
      facts.type === 'BILL_PAYMENT' ? facts.billId : null,
      SYNC_OWNER,
    ),
    db.sql(
      `SELECT o.details ->> 'scriptId' AS scriptId, o.name FROM erp_objects o INDEXED BY erp_objects_name
        WHERE ?2 AND o.company_id = ?1 AND o.kind IN ('CUSTOM_FIELD', 'CUSTOM_SEGMENT') LIMIT 200`,
      companyId,
      facts.type === 'BILL' && [facts, ...facts.lines].some((one) => one.fields.length > 0) ? 1 : 0,
    ),
    db.sql(
      `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName
         FROM company_memberships m CROSS JOIN users u ON u.id = m.user_id WHERE m.company_id = ? AND m.user_id = ?`,
      companyId,
      facts.type === 'BILL' ? facts.createdByUserId : null,
    ),
    booksCurrencyStatement({ db }, companyId, facts.erpEntityId),
  ])
  const currency = currencies?.results[0]
  const bills = bill?.results[0] as { syncId: string; erpId: string | null } | undefined
  const creator = people?.results[0] as { id: string; firstName: string; lastName: string } | undefined
  const found = (settings?.results ?? []) as unknown as SyncAccounts[]
  return {
    things: new Map(((things?.results ?? []) as unknown as BookThing[]).map((one) => [one.id, one])),
    accounts: found.length === 1 ? (found[0] ?? null) : null,
    isEntityOpen: found.length > 1,
    billErpId: bills?.erpId ?? null,
    billSyncId: bills?.syncId ?? null,
    fieldNames: new Map(
      ((fields?.results ?? []) as { scriptId: string; name: string }[]).map(({ scriptId, name }) => [scriptId, name]),
    ),
    currency: currency ? (currency.entity ?? currency.books) : null,
    createdBy: creator ? { id: creator.id, name: fullName(creator) } : null,
  }
}

/** Collects what is missing, in words. */
class Missing {
  readonly problems: string[] = []
  readonly #books: Books

  constructor(books: Books) {
    this.#books = books
  }

  add(problem: string): null {
    this.problems.push(problem)
    return null
  }

  /** The system's id. Null without one, and a problem if it is gone there. */
  erpId(id: string | null, what: string): string | null {
    if (id === null) return null
    const thing = this.#books.things.get(id)
    if (!thing) return this.add(`${what} isn’t in the accounting system anymore. Choose another.`)
    return thing.isUsable ? thing.erpId : this.add(`${what} “${thing.name}” isn’t active in the accounting system.`)
  }

  required(id: string | null, what: string, missing: string): string {
    return id === null ? (this.add(missing) ?? '') : (this.erpId(id, what) ?? '')
  }
}

const lineOf = (missing: Missing, line: SyncLine, at: number) => {
  const of = `of line ${at + 1}`
  const template = line.amortization?.templateId ?? null
  const templateErpId = missing.erpId(template, `The amortization template ${of}`)
  return {
    accountErpId: missing.required(line.erpAccountId, `The account ${of}`, `Choose the account ${of}.`),
    itemErpId: null,
    amountMinor: line.amountMinor,
    memo: line.memo,
    departmentErpId: missing.erpId(line.erpDepartmentId, `The department ${of}`),
    locationErpId: null,
    classificationErpId: missing.erpId(line.erpClassificationId, `The class ${of}`),
    taxCodeErpId: missing.erpId(line.erpTaxCodeId, `The tax code ${of}`),
    amortization:
      line.amortization && templateErpId
        ? { templateErpId, startDay: line.amortization.start, endDay: line.amortization.end }
        : null,
    fields: line.fields.filter(({ value }) => value !== ''),
  }
}

/** The system's own rate where its books are kept in another currency. */
const rateIn = ({ exchangeRate, rateCurrency }: SyncFacts, books: Books): string | null =>
  books.currency === rateCurrency ? exchangeRate : null

const SETTINGS = 'under Settings › Payments'

/** Until someone has set an entity's accounts, whatever a person sends is sent. */
const checkSends = (facts: SyncFacts, { accounts, things }: Books, missing: Missing): void => {
  if (!accounts) return
  const name = things.get(accounts.erpEntityId)?.name ?? 'this entity'
  if (facts.type === 'BILL' && !accounts.sendsBills)
    missing.add(`Bills of ${name} aren’t sent. Turn that on ${SETTINGS}.`)
  if (facts.type === 'BILL_PAYMENT' && !accounts.sendsPayments)
    missing.add(`Payments of ${name} aren’t sent. Turn that on ${SETTINGS}.`)
}

const billOf = (facts: SyncFactsOf<'BILL'>, books: Books, missing: Missing): unknown => {
  const period = facts.accountingPeriodId === null ? undefined : books.things.get(facts.accountingPeriodId)
  const details = period && (JSON.parse(period.details) as Partial<PeriodDetails>)
  if (period && details?.isClosed)
    missing.add(`The accounting period ${period.name} is closed. Choose an open one, or open it there.`)
  return {
    kind: facts.isCredit ? 'VENDOR_CREDIT' : 'BILL',
    entityErpId: missing.erpId(facts.erpEntityId, 'The entity'),
    currency: facts.currency,
    exchangeRate: rateIn(facts, books),
    date: facts.date,
    memo: facts.description.slice(0, 4000),
    vendorErpId: missing.erpId(facts.erpVendorId, 'The vendor') ?? '',
    number: facts.invoiceNumber,
    departmentErpId: null,
    locationErpId: null,
    classificationErpId: null,
    fields: facts.fields.filter(({ value }) => value !== ''),
    lines: facts.lines.map((line, at) => lineOf(missing, line, at)),
    dueDate: facts.isCredit ? null : facts.dueDate,
    payablesAccountErpId: missing.erpId(books.accounts?.payable ?? null, 'The accounts payable account'),
    periodErpId: missing.erpId(facts.accountingPeriodId, 'The accounting period'),
  }
}

const paymentOf = (facts: SyncFactsOf<'BILL_PAYMENT'>, books: Books, missing: Missing): unknown => {
  const from = books.accounts?.clearing ?? books.accounts?.funding ?? null
  const billErpId = books.billErpId ?? (books.billSyncId === null ? null : billToCome(books.billSyncId))
  if (billErpId === null)
    missing.add(`Bill ${facts.invoiceNumber} isn’t in the accounting system yet. Sync the bill first.`)
  return {
    kind: 'BILL_PAYMENT',
    entityErpId: missing.erpId(facts.erpEntityId, 'The entity'),
    currency: facts.currency,
    exchangeRate: rateIn(facts, books),
    date: facts.date,
    memo: facts.title.slice(0, 4000),
    vendorErpId: missing.erpId(facts.erpVendorId, 'The vendor') ?? '',
    number: null,
    fromAccountErpId: missing.required(
      from,
      'The account that payments are made from',
      `Choose the account that payments are made from, ${SETTINGS}.`,
    ),
    payablesAccountErpId: missing.erpId(books.accounts?.payable ?? null, 'The accounts payable account'),
    bills: [{ erpId: billErpId ?? '', amountMinor: facts.totalMinor }],
  }
}

const transferOf = (facts: SyncFactsOf<'ACH_LOAD' | 'ACH_LOAD_REVERSAL'>, books: Books, missing: Missing): unknown => {
  if (books.isEntityOpen)
    return missing.add(
      `Several entities have accounts, and the bank account belongs to none or several of them. Enter this one in the accounting system, and say whose bank account it is ${SETTINGS} before the next transfer.`,
    )
  const funding = missing.required(
    books.accounts?.funding ?? null,
    'The funding account',
    `Choose the funding account, ${SETTINGS}.`,
  )
  const clearing = missing.required(
    books.accounts?.clearing ?? null,
    'The clearing account',
    `Choose the clearing account, ${SETTINGS}.`,
  )
  const isLoad = facts.type === 'ACH_LOAD'
  return {
    kind: 'TRANSFER',
    entityErpId: missing.erpId(facts.erpEntityId, 'The entity'),
    currency: facts.currency,
    exchangeRate: rateIn(facts, books),
    date: facts.date,
    memo: facts.title.slice(0, 4000),
    fromAccountErpId: isLoad ? funding : clearing,
    toAccountErpId: isLoad ? clearing : funding,
    amountMinor: facts.totalMinor,
  }
}

/** The entry, or what is missing for it. */
export const buildEntry = (
  facts: SyncFacts,
  books: Books,
): { entry: BooksEntry; problems: [] } | { entry: null; problems: string[] } => {
  const missing = new Missing(books)
  checkSends(facts, books, missing)
  const made =
    facts.type === 'BILL'
      ? billOf(facts, books, missing)
      : facts.type === 'BILL_PAYMENT'
        ? paymentOf(facts, books, missing)
        : transferOf(facts, books, missing)
  if (missing.problems.length > 0) return { entry: null, problems: [...new Set(missing.problems)] }
  return { entry: booksEntry.parse(made), problems: [] }
}

/** What isn't in the accounting system yet, but doesn't keep the entry from being sent. */
export const pendingOf = (facts: SyncFacts, { things }: Books): string[] => {
  const vendor = 'erpVendorId' in facts ? things.get(facts.erpVendorId) : undefined
  return vendor?.isNew
    ? [`The vendor ${vendor.name} isn’t in the accounting system yet. It’s added there first when you sync this.`]
    : []
}
