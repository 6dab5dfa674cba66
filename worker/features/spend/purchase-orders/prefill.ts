import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import { FACTS, type Facts, idsIn } from '../../../../schema/approvals/engine/facts.ts'
import type { ApprovalView, Block } from '../../../../schema/approvals/engine/model.ts'
import type { OrderField } from '../../../../schema/approvals/workflows/definition.ts'
import { type Money, money } from '../../../../schema/shared/money.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'
import type { OrderContent } from '../../../../schema/spend/purchase-orders/content.ts'
import { spendContent } from '../../../../schema/spend/spend-requests/content.ts'
import type { Database } from '../../../core/database.ts'
import { namesStatement } from '../../../core/object-names.ts'
import { summaryOf } from '../../../objects/approval/subject.ts'
import type { Connection } from '../../platform/accounting/index.ts'
import { systemName } from './books.ts'
import type { OrderCompany } from './write.ts'

/** The order of a task as the request fills it in: its spend request's lines, or its answers, by the mappings. */

export interface Prefilled {
  content: OrderContent
  /** What couldn't be filled in, in words. */
  missing: string[]
}

interface Wanted {
  vendor: string | null
  units: { entity: string | null; department: string | null; classification: string | null; location: string | null }
  lines: {
    amount: Money | null
    description: string
    account: string | null
    department: string | null
    classification: string | null
  }[]
}

const first = (ids: readonly string[]): string | null => ids[0] ?? null

const wantedOf = (state: ApprovalView, block: Block, facts: Facts) => {
  const mappings = block.settings.purchaseOrder?.mappings ?? {}
  const factOf = (field: OrderField, otherwise?: string) => facts.get(mappings[field] ?? otherwise ?? '')
  const idOf = (field: OrderField, otherwise?: string): string | null =>
    first(chosenIds(facts, mappings[field] ?? otherwise ?? ''))
  const textOf = (field: OrderField): string => {
    const value = factOf(field)?.value
    return typeof value === 'string' ? value.trim().slice(0, 2000) : ''
  }
  const { title, amount } = summaryOf(state)
  const asked = money.safeParse(factOf('amount', FACTS.amount)?.value)
  const day = textOf('transactionDate')
  return {
    vendor: idOf('vendor', FACTS.vendor),
    date: isCalendarDate(day) ? day : null,
    memo: textOf('memo') || title.slice(0, 2000),
    units: {
      entity: idOf('entity', FACTS.entities),
      department: idOf('department', FACTS.departments),
      classification: idOf('classification', FACTS.businessUnits),
      location: idOf('location'),
    },
    line: {
      amount: asked.success ? asked.data : amount,
      description: textOf('description') || title.slice(0, 2000),
      account: idOf('account', FACTS.categories),
    },
  }
}

/** Departments can be answered together with the approver who was chosen for each. */
const chosenIds = (facts: Facts, key: string): string[] => {
  const ids = idsIn(facts, key)
  if (ids.length > 0) return ids
  const value: unknown = facts.get(key)?.value
  return Array.isArray(value)
    ? value.flatMap((one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? [String(one.id)] : []))
    : []
}

interface Mapped extends Named {
  part: 'vendor' | 'account' | 'department' | 'classification' | 'location' | 'entity'
  own: string
}

/** By part: the index that finds the accounting system's objects of the company's own. */
const COLUMNS: Record<Mapped['part'], [kind: string, column: string]> = {
  vendor: ['VENDOR', 'vendor'],
  account: ['EXPENSE_ACCOUNT', 'category'],
  department: ['DEPARTMENT', 'department'],
  classification: ['CLASSIFICATION', 'business_unit'],
  location: ['LOCATION', 'location'],
  entity: ['ENTITY', 'entity'],
}

/** One for each part: D1 has few terms in a compound statement. */
const MAPPED = Object.entries(COLUMNS).map(
  ([part, [kind, column]]) => `SELECT '${part}' AS part, o.${column}_id AS own, o.id, o.name
   FROM json_each(?3, '$.${part}') j
  CROSS JOIN erp_objects o INDEXED BY erp_objects_${column}
     ON o.company_id = ?1 AND o.${column}_id = j.value AND o.mapped_kind = '${kind}'
  WHERE o.connection_id = ?2 AND o.is_active AND o.deleted_at IS NULL ORDER BY o.last12_minor DESC, o.id LIMIT 100`,
)

/** Two, to know whether there is only one. */
const ENTITIES = `SELECT id, name FROM erp_objects INDEXED BY erp_objects_name
  WHERE company_id = ?1 AND kind = 'ENTITY' AND connection_id = ?2 AND is_active AND deleted_at IS NULL
  ORDER BY name_key, id LIMIT 2`

const OWN_KINDS: ReadonlyMap<string, Mapped['part']> = new Map(
  Object.entries({
    ...{ vendors: 'vendor', spend_categories: 'account', departments: 'department' },
    ...{ business_units: 'classification', locations: 'location', entities: 'entity' },
  }),
)

/** What the company's own objects are there: of several, the one that cost the most lately. The vendor too as it is here. */
const readMapped = async (
  { db }: { db: Database },
  companyId: string,
  books: Connection | null,
  ids: Record<Mapped['part'], string[]>,
) => {
  const finder =
    (rows: readonly Mapped[]) =>
    (part: Mapped['part'], own: string | null): Named | null => {
      const row = own === null ? undefined : rows.find((one) => one.part === part && one.own === own)
      return row ? { id: row.id, name: row.name } : null
    }
  if (books) {
    const [own, entities, ...mapped] = await db.batch([
      db.sql(
        "SELECT 'vendor' AS part, id AS own, id, name FROM vendors WHERE id = ? AND company_id = ?",
        ids.vendor[0] ?? null,
        companyId,
      ),
      db.sql(ENTITIES, companyId, books.id),
      ...MAPPED.map((sql) => db.sql(sql, companyId, books.id, JSON.stringify(ids))),
    ])
    const [only = null, second] = (entities?.results ?? []) as unknown as Named[]
    return {
      onlyEntity: second ? null : only,
      mapped: finder(mapped.flatMap(({ results }) => results as unknown as Mapped[])),
      own: finder((own?.results ?? []) as unknown as Mapped[]),
    }
  }
  const names = await db.all<{ id: string; kind: string; name: string }>(
    namesStatement(db, companyId, JSON.stringify([...new Set(Object.values(ids).flat())])),
  )
  const own = finder(
    names.flatMap(({ id, kind, name }) => {
      const part = OWN_KINDS.get(kind)
      return part ? [{ part, own: id, id, name }] : []
    }),
  )
  return { onlyEntity: null, mapped: own, own }
}

/** ?1 company, ?2 block: the request that it is a step of. */
const REQUEST_OF_BLOCK = `(SELECT target_id FROM level_group_statuses WHERE ${isBlock('?2')} AND company_id = ?1)`
/** Its spend request that wasn't rejected. */
const spendOf = (request: string): string => `SELECT content FROM spend_requests
  WHERE company_id = ?1 AND intake_submission_id = ${request} AND intake_submission_id IS NOT NULL AND deleted_at IS NULL
    AND status IN ('PENDING', 'APPROVED') ORDER BY created_at DESC LIMIT 1`
/** The vendor that was linked to it. */
const linkedTo = (request: string): string => `SELECT vendor_id AS id FROM intake_submission_vendors
  WHERE company_id = ?1 AND intake_submission_id = ${request} LIMIT 2`

/** What `prefill` needs of the request, which is known itself or by its step. */
export const requestStatements = (
  { db }: { db: Database },
  companyId: string,
  of: { submissionId: string } | { blockId: string },
) => {
  const [request, id] = 'blockId' in of ? [REQUEST_OF_BLOCK, of.blockId] : ['?2', of.submissionId]
  return [spendOf(request), linkedTo(request)].map((sql) => db.sql(sql, companyId, id))
}

export const prefill = async (
  context: { db: Database; clock: { now(): number } },
  company: Pick<OrderCompany, 'id' | 'currency'> & { today: string },
  books: Connection | null,
  at: { state: ApprovalView; block: Block; facts: Facts },
  [spendRows = [], linkedRows = []]: Record<string, unknown>[][],
): Promise<Prefilled> => {
  const wanted = wantedOf(at.state, at.block, at.facts)
  const stored = (spendRows[0] as { content: string } | undefined)?.content
  const spend = stored ? spendContent.parse(JSON.parse(stored)) : null
  const linked = linkedRows as { id: string }[]
  const vendorId = wanted.vendor ?? spend?.vendorId ?? (linked.length === 1 ? (linked[0]?.id ?? null) : null)
  const lines: Wanted['lines'] = spend
    ? spend.lines
        .filter(({ amount }) => amount > 0)
        .map((line) => ({
          amount: { value: line.amount, currency: spend.currency },
          description: line.description || spend.description.slice(0, 2000),
          ...{ account: line.categoryId, department: line.departmentId, classification: line.businessUnitId },
        }))
    : [{ ...wanted.line, department: null, classification: null }]
  const entityId = wanted.units.entity ?? spend?.lines.find((line) => line.entityId)?.entityId ?? null
  const some = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]
  const { mapped, own, onlyEntity } = await readMapped(context, company.id, books, {
    vendor: some([vendorId]),
    account: some(lines.map(({ account }) => account)),
    department: some([wanted.units.department, ...lines.map(({ department }) => department)]),
    classification: some([wanted.units.classification, ...lines.map(({ classification }) => classification)]),
    location: some([wanted.units.location]),
    entity: some([entityId]),
  })
  const currency = lines.find(({ amount }) => amount)?.amount?.currency ?? company.currency
  const content: OrderContent = {
    vendor: own('vendor', vendorId),
    erpVendor: books ? mapped('vendor', vendorId) : null,
    entity: mapped('entity', entityId) ?? onlyEntity,
    department: mapped('department', wanted.units.department),
    classification: mapped('classification', wanted.units.classification),
    location: mapped('location', wanted.units.location),
    currency,
    transactionDate: wanted.date ?? company.today,
    memo: wanted.memo,
    lines: lines.map((line, index) => ({
      id: `line-${index + 1}`,
      description: line.description,
      amount: line.amount?.currency === currency ? line.amount.value : 0,
      account: mapped('account', line.account),
      department: mapped('department', line.department),
      classification: mapped('classification', line.classification),
      location: null,
    })),
  }
  return { content, missing: missingIn(content, books) }
}

const missingIn = (content: OrderContent, books: Connection | null): string[] => {
  const { vendor, erpVendor, lines } = content
  const missing: string[] = []
  if (books && !erpVendor)
    missing.push(vendor ? `${vendor.name} isn’t mapped to a vendor of ${systemName(books)}` : 'The vendor')
  if (!books && !vendor) missing.push('The vendor')
  if (lines.some(({ amount }) => amount <= 0)) missing.push('The amount')
  if (books && lines.some(({ account }) => !account)) missing.push('The account of a line')
  return missing
}
