import type { BooksSystem } from '../../../../schema/platform/accounting/books.ts'
import type { BooksEntryOf } from '../../../../schema/platform/accounting/entries.ts'
import { currencyProblem, type Exchange } from '../../../../schema/shared/exchange.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import { type OrderContent, orderTotal } from '../../../../schema/spend/purchase-orders/content.ts'
import type { OrderBody } from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { booksOf } from '../../../core/books.ts'
import type { Database } from '../../../core/database.ts'
import { archivedWords } from '../../../core/kinds/archived.ts'
import { namesStatement } from '../../../core/object-names.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { type Connection, connectionStatement } from '../../platform/accounting/index.ts'

/** What orders name: objects of the accounting system that gets them, or without one the company's own. */

const SYSTEM_NAMES: Record<BooksSystem, string> = {
  QUICKBOOKS: 'QuickBooks',
  NETSUITE: 'NetSuite',
  CUSTOM: 'the accounting system',
}
export const systemName = ({ system }: Pick<Connection, 'system'>): string => SYSTEM_NAMES[system]

/** The connection that orders are written through. Null if no accounting system can have them. */
export const toOrderBooks = (connection: Connection | null): Connection | null =>
  connection && booksOf(connection.system).writer?.kinds.includes('PURCHASE_ORDER') ? connection : null

export const orderBooks = async (context: { db: Database }, companyId: string): Promise<Connection | null> =>
  toOrderBooks(await context.db.first<Connection>(connectionStatement(context, companyId)))

interface Found extends Named {
  kind: string
  /** In the accounting system, with what that is in the company. */
  erpId?: string
  vendorId?: string | null
  isUsable: boolean
}
export type FoundRefs = ReadonlyMap<string, Found>

const OBJECTS = `SELECT o.id, o.kind, o.name, o.erp_id AS erpId, o.vendor_id AS vendorId,
    o.is_active AND o.deleted_at IS NULL AS isUsable
  FROM (SELECT DISTINCT value FROM json_each(?2)) j
 CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1 AND +o.connection_id = ?3`

/** The kinds of what orders name, in the accounting system and in the company. */
const KINDS = {
  vendor: ['VENDOR', 'vendors'],
  entity: ['ENTITY', 'entities'],
  account: ['ACCOUNT', 'spend_categories'],
  department: ['DEPARTMENT', 'departments'],
  classification: ['CLASSIFICATION', 'business_units'],
  location: ['LOCATION', 'locations'],
} as const
type Part = keyof typeof KINDS

export const readRefs = async (
  { db }: { db: Database },
  companyId: string,
  books: Connection | null,
  ids: readonly (string | null | undefined)[],
): Promise<FoundRefs> => {
  const wanted = JSON.stringify([...new Set(ids.filter(Boolean))])
  if (books) {
    const rows = await db.all<Omit<Found, 'isUsable'> & { isUsable: number }>(
      db.sql(OBJECTS, companyId, wanted, books.id),
    )
    return new Map(rows.map((row) => [row.id, { ...row, isUsable: row.isUsable === 1 }]))
  }
  const rows = await db.all<{ id: string; kind: string | null; name: string }>(namesStatement(db, companyId, wanted))
  return new Map(
    rows.flatMap(({ kind, ...row }) => (kind === null ? [] : [[row.id, { ...row, kind, isUsable: true }]])),
  )
}

/** The accounting system's vendor for the company's, the one that cost the most lately first. */
const mappedVendor = (
  { db }: { db: Database },
  companyId: string,
  { id }: Connection,
  vendorId: string,
): Promise<Found | null> =>
  db.first<Found>(
    db.sql(
      `SELECT id, kind, name, erp_id AS erpId, vendor_id AS vendorId, 1 AS isUsable
         FROM erp_objects INDEXED BY erp_objects_vendor
        WHERE company_id = ?1 AND vendor_id = ?2 AND kind = 'VENDOR' AND connection_id = ?3 AND is_active
          AND deleted_at IS NULL ORDER BY last12_minor DESC, id LIMIT 1`,
      ...[companyId, vendorId, id],
    ),
  )

/** NetSuite refuses an order that belongs to none of its entities, if it has any. */
const NEEDS_ENTITY: readonly BooksSystem[] = ['NETSUITE']

/** The entities among which an order has to name one: at most two, which tells the only one from several. */
const entitiesToName = async (
  { db }: { db: Database },
  companyId: string,
  books: Connection | null,
): Promise<Found[]> =>
  books && NEEDS_ENTITY.includes(books.system)
    ? await db.all<Found>(
        db.sql(
          `SELECT id, kind, name, erp_id AS erpId, NULL AS vendorId, 1 AS isUsable FROM erp_objects
            WHERE company_id = ?1 AND kind = 'ENTITY' AND connection_id = ?2 AND is_active AND deleted_at IS NULL
            ORDER BY name_key, id LIMIT 2`,
          ...[companyId, books.id],
        ),
      )
    : []

const NOT_VALID = 'This isn’t a valid option'
const GONE = 'This is no longer active. Choose another one'

export interface Resolved {
  content: OrderContent
  refs: FoundRefs
  /** Messages beside fields. */
  problems: Record<string, string>
}

interface Ordering {
  companyId: string
  books: Connection | null
  currency: Currency
  exchange: Exchange
  /** The order's vendor before a change of it, which may have been archived since. */
  keptVendorId?: string | undefined
}

/** The order that a person wrote, with the names of what it refers to. */
export const resolveOrder = async (
  context: { db: Database },
  { companyId, books, currency, exchange, keptVendorId }: Ordering,
  body: OrderBody,
  lineId: (index: number) => string,
): Promise<Resolved> => {
  const ids = [
    ...[body.vendorId, body.erpVendorId, body.erpEntityId, body.entityId, body.locationId, body.departmentId],
    ...[body.classificationId, ...body.lines.flatMap((l) => [l.account, l.department, l.classification, l.location])],
  ]
  const [found, entities] = await Promise.all([
    readRefs(context, companyId, books, ids),
    body.erpEntityId === null ? entitiesToName(context, companyId, books) : [],
  ])
  const refs = new Map([...found, ...entities.map((one) => [one.id, one] as const)])
  const problems: Record<string, string> = {}
  const pick = (field: string, part: Part, id: string | null): Named | null => {
    if (id === null) return null
    const one = refs.get(id)
    if (!one || one.kind !== KINDS[part][books ? 0 : 1]) problems[field] = NOT_VALID
    else if (!one.isUsable) problems[field] = GONE
    return one ? { id, name: one.name } : null
  }
  let vendor: Named | null = null
  let erpVendor: Named | null = null
  if (books) {
    const own = body.vendorId === null ? null : await ownVendor(context, companyId, body.vendorId)
    if (body.vendorId !== null && !own) problems.vendorId = NOT_VALID
    erpVendor = pick('erpVendorId', 'vendor', body.erpVendorId)
    if (body.erpVendorId === null) {
      const mapped = own && (await mappedVendor(context, companyId, books, own.id))
      if (mapped) refs.set(mapped.id, mapped)
      erpVendor = mapped && { id: mapped.id, name: mapped.name }
      if (!erpVendor)
        problems.erpVendorId = own ? `${own.name} isn’t mapped to a vendor of ${systemName(books)}` : 'Required'
    }
    const mappedId = erpVendor && refs.get(erpVendor.id)?.vendorId
    const named = mappedId ? await ownVendor(context, companyId, mappedId) : own
    vendor = named && { id: named.id, name: named.name }
  } else {
    // Programs that know only the accounting system's fields name the vendor there.
    const field = body.vendorId === null && body.erpVendorId !== null ? 'erpVendorId' : 'vendorId'
    vendor = pick(field, 'vendor', body[field])
    if (body[field] === null) problems.vendorId = 'Required'
  }
  const chosen = vendor && vendor.id !== keptVendorId && (await ownVendor(context, companyId, vendor.id))
  if (chosen && chosen.isArchived === 1) problems.vendorId = archivedWords(chosen.name)
  if (entities.length > 1) problems.erpEntityId = 'Required'
  const content: OrderContent = {
    ...{ vendor, erpVendor },
    entity: books
      ? (pick('erpEntityId', 'entity', body.erpEntityId) ?? onlyOne(entities))
      : pick('entityId', 'entity', body.entityId ?? body.erpEntityId),
    department: pick('departmentId', 'department', body.departmentId),
    classification: pick('classificationId', 'classification', body.classificationId),
    location: pick('locationId', 'location', body.locationId),
    currency: body.currency ?? currency,
    ...{ transactionDate: body.transactionDate, memo: body.memo },
    lines: body.lines.map((line, index) => {
      const at = `lines.${index}`
      if (books && line.account === null) problems[`${at}.account`] = 'Required'
      return {
        id: lineId(index),
        ...{ description: line.description, amount: line.amount },
        account: pick(`${at}.account`, 'account', line.account),
        department: pick(`${at}.department`, 'department', line.department),
        classification: pick(`${at}.classification`, 'classification', line.classification),
        location: pick(`${at}.location`, 'location', line.location),
      }
    }),
  }
  const total = orderTotal(content)
  if (!Number.isSafeInteger(total.value)) problems.lines = 'The total is too large'
  const inCurrency = currencyProblem(total, exchange)
  if (inCurrency) problems.currency = inCurrency
  return { content, refs, problems }
}

const onlyOne = ([one, ...others]: Found[]): Named | null =>
  one && others.length === 0 ? { id: one.id, name: one.name } : null

const ownVendor = (
  { db }: { db: Database },
  companyId: string,
  vendorId: string,
): Promise<(Named & { isArchived: number }) | null> =>
  db.first(
    db.sql(
      'SELECT id, name, archived_at IS NOT NULL AS isArchived FROM vendors WHERE id = ? AND company_id = ?',
      vendorId,
      companyId,
    ),
  )

/** The account that the entity's bills and orders are payable from, if its settings name one. */
const payablesOf = async (
  { db }: { db: Database },
  companyId: string,
  entity: Named | null,
): Promise<string | null> => {
  const row = await db.first<{ erpId: string }>(
    db.sql(
      `SELECT a.erp_id AS erpId FROM erp_entity_settings s CROSS JOIN erp_objects a ON a.id = s.payable_account_id
        WHERE s.company_id = ?1 AND (?2 IS NULL OR s.entity_object_id = ?2) AND a.deleted_at IS NULL LIMIT 1`,
      companyId,
      entity?.id ?? null,
    ),
  )
  return row?.erpId ?? null
}

/** What goes into the accounting system. Throws a final ProviderError in words if something is no longer there. */
export const orderEntry = async (
  context: { db: Database },
  companyId: string,
  content: OrderContent,
  refs: FoundRefs,
): Promise<BooksEntryOf<'PURCHASE_ORDER'>> => {
  const erpIdOf = (ref: Named | null): string | null => {
    if (ref === null) return null
    const one = refs.get(ref.id)
    if (!one?.erpId || !one.isUsable)
      throw new ProviderError(`“${ref.name}” is no longer active in the accounting system. Choose another one.`, {
        ...{ isFinal: true, reason: 'BAD_REFERENCE' },
      })
    return one.erpId
  }
  const vendorErpId = erpIdOf(content.erpVendor)
  if (vendorErpId === null)
    throw new ProviderError('The order has no vendor of the accounting system.', { isFinal: true })
  return {
    kind: 'PURCHASE_ORDER',
    entityErpId: erpIdOf(content.entity),
    currency: content.currency,
    exchangeRate: null,
    date: content.transactionDate,
    memo: content.memo,
    vendorErpId,
    // The accounting system numbers its orders itself.
    number: null,
    departmentErpId: erpIdOf(content.department),
    locationErpId: erpIdOf(content.location),
    classificationErpId: erpIdOf(content.classification),
    fields: [],
    payablesAccountErpId: await payablesOf(context, companyId, content.entity),
    lines: content.lines.map((line) => ({
      accountErpId: erpIdOf(line.account),
      ...{ itemErpId: null, amountMinor: line.amount, memo: line.description },
      departmentErpId: erpIdOf(line.department ?? content.department),
      locationErpId: erpIdOf(line.location ?? content.location),
      classificationErpId: erpIdOf(line.classification ?? content.classification),
      ...{ taxCodeErpId: null, amortization: null, fields: [] },
    })),
  }
}

/** Every id that an order names. */
export const refIdsOf = (content: OrderContent): (string | undefined)[] => [
  ...[content.erpVendor, content.entity, content.department, content.classification, content.location].map(
    (ref) => ref?.id,
  ),
  ...content.lines.flatMap((line) =>
    [line.account, line.department, line.classification, line.location].map((ref) => ref?.id),
  ),
]
