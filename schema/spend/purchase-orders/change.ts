import { z } from 'zod'
import { FACTS, type Fact, type FactName, type Facts, namedFacts } from '../../approvals/engine/facts.ts'
import type { ContentChange } from '../../approvals/engine/model.ts'
import { formatMoney } from '../../shared/money.ts'
import { type OrderContent, type OrderLine, orderContent, orderTotal, vendorOf } from './content.ts'

/** A change of an order, as it waits for approvals. Until then, the version before stays in force. */

const FACT_TYPES = ['AMOUNT', 'NUMBER', 'YES_NO', 'DATE', 'TEXT', 'CHOICE', 'OTHER'] as const

/** What rules read, with the names of the ids in it: what its request says, and what the order says now. */
export const knownFact = z.object({
  ...{ key: z.string(), label: z.string(), type: z.enum(FACT_TYPES), value: z.unknown() },
  repeats: z.literal(true).optional(),
  names: z.record(z.string(), z.string()),
})
export type KnownFact = z.infer<typeof knownFact>

export const orderChange = z.object({
  /** The order's number in the company. */
  number: z.number().int().min(1),
  /** The version that it changes. */
  baseVersion: z.number().int().min(1),
  reason: z.string(),
  order: orderContent,
  /** The category of the request that the order was made for. */
  intakeCategoryId: z.string().nullable(),
  known: z.array(knownFact),
  /** By department id: the approvers that the requester chose. */
  chosenApprovers: z.record(z.string(), z.string()),
})
export type OrderChange = z.infer<typeof orderChange>

/** REPLACED by another change before anyone decided. */
export const ORDER_CHANGE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'REPLACED'] as const
export type OrderChangeStatus = (typeof ORDER_CHANGE_STATUSES)[number]

export const factsOfChange = ({ known }: Pick<OrderChange, 'known'>): Facts =>
  new Map(
    known.map(({ key, label, type, value, repeats, names }): [string, Fact] => [
      key,
      { label, type, value: value as Fact['value'], nameOf: (id) => names[id], ...(repeats && { repeats }) },
    ]),
  )

/** Ids of the company's own, with their names. */
export type OwnUnits = Record<'departments' | 'businessUnits' | 'entities' | 'categories', Record<string, string>>

/** Ids of an answer, which can name who was chosen beside each. */
const idsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => {
    if (typeof one === 'string') return one === '' ? [] : [one]
    return typeof one === 'object' && one !== null && 'id' in one ? [String(one.id)] : []
  })

/** What the order says in place of its request, by the common facts. Undefined for what it says nothing of. */
const saidBy = (order: OrderContent, units: OwnUnits, isNewVendor: boolean) => {
  const beside =
    (unit: keyof OwnUnits) =>
    (before: unknown): string[] => [...new Set([...idsOf(before), ...Object.keys(units[unit])])]
  return {
    amount: () => orderTotal(order),
    vendor: (before: unknown) => order.vendor?.id ?? before,
    isNewVendor: () => isNewVendor,
    departments: beside('departments'),
    businessUnits: beside('businessUnits'),
    entities: beside('entities'),
    categories: beside('categories'),
  } satisfies Partial<Record<FactName, (before: unknown) => unknown>>
}

interface Reading {
  /** Which common fact an answer tells, by the key of its fact. */
  roles: ReadonlyMap<string, FactName>
  /** The keys that a rule reads. */
  keep: ReadonlySet<string>
  isNewVendor: boolean
}

/**
 * The facts of its request with those of the order: its amount and vendor replace the request's, and its units count
 * beside them, so that everyone who gets a part of the cost is asked too.
 */
export const knownFacts = (
  request: Facts,
  order: OrderContent,
  units: OwnUnits,
  { roles, keep, isNewVendor }: Reading,
): KnownFact[] => {
  const said: Partial<Record<FactName, (before: unknown) => unknown>> = saidBy(order, units, isNewVendor)
  const common = new Map(Object.entries(FACTS).map(([name, key]) => [key as string, name as FactName]))
  const named: Record<string, string> = Object.assign({}, ...Object.values(units))
  if (order.vendor) named[order.vendor.id] = order.vendor.name
  const blank = new Map(
    namedFacts({ amount: null, vendor: null, departments: [], businessUnits: [], entities: [], categories: [] }),
  )
  return [...new Set([...request.keys(), ...blank.keys()])].flatMap((key): KnownFact[] => {
    const fact = request.get(key) ?? blank.get(key)
    if (!fact || !(common.has(key) || keep.has(key))) return []
    const role = common.get(key) ?? roles.get(key)
    const value = (role && said[role] ? said[role](fact.value) : fact.value) ?? null
    const names = Object.fromEntries(
      idsOf(value).flatMap((id) => {
        const name = named[id] ?? fact.nameOf?.(id)
        return name ? [[id, name]] : []
      }),
    )
    return [{ key, label: fact.label, type: fact.type, value, names, ...(fact.repeats && { repeats: fact.repeats }) }]
  })
}

const NOTHING = null

const lineText = (line: OrderLine | undefined, { currency }: Pick<OrderContent, 'currency'>): string | null => {
  if (!line) return NOTHING
  const { description, amount, account, department, classification, location } = line
  const names = [account, department, classification, location].flatMap((ref) => ref?.name ?? [])
  return [formatMoney({ value: amount, currency }), description, ...names].filter(Boolean).join(', ')
}

/** What differs between two versions, in words. Null for nothing. */
export const orderChanges = (before: OrderContent, after: OrderContent): ContentChange[] => {
  const fields: [string, string, (content: OrderContent) => string | undefined][] = [
    ['total', 'Total', (content) => formatMoney(orderTotal(content))],
    ['vendor', 'Vendor', (content) => content.erpVendor?.name ?? vendorOf(content)],
    ['date', 'Order date', (content) => content.transactionDate],
    ['memo', 'Memo', (content) => content.memo],
    ['entity', 'Entity', (content) => content.entity?.name],
    ['department', 'Department', (content) => content.department?.name],
    ['class', 'Class', (content) => content.classification?.name],
    ['location', 'Location', (content) => content.location?.name],
  ]
  const simple = fields.flatMap(([questionId, label, textOf]) => {
    const [old, now] = [textOf(before) || NOTHING, textOf(after) || NOTHING]
    return old === now ? [] : [{ questionId, label, before: old, after: now }]
  })
  const kept = new Map(after.lines.map((line) => [line.id, line]))
  const known = new Set(before.lines.map(({ id }) => id))
  const changed = before.lines.flatMap((line, index) => {
    const [old, now] = [lineText(line, before), lineText(kept.get(line.id), after)]
    return old === now ? [] : [{ questionId: `line:${line.id}`, label: `Line ${index + 1}`, before: old, after: now }]
  })
  const added = after.lines.flatMap((line) =>
    known.has(line.id)
      ? []
      : [{ questionId: `line:${line.id}`, label: 'New line', before: NOTHING, after: lineText(line, after) }],
  )
  return [...simple, ...changed, ...added]
}

/** The same for an edit of a change that waits. */
export const changesOfChange = (before: OrderChange, after: OrderChange): ContentChange[] => [
  ...(before.reason === after.reason
    ? []
    : [{ questionId: 'reason', label: 'Reason', before: before.reason || null, after: after.reason || null }]),
  ...orderChanges(before.order, after.order),
]
