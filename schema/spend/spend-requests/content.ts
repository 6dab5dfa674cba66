import { z } from 'zod'
import type { ContentChange } from '../../approvals/engine/model.ts'
import { dayText } from '../../shared/calendar.ts'
import { currency, formatMoney, type Money } from '../../shared/money.ts'
import { calendarDate, id } from '../../shared/values.ts'

/** What a spend request is to the approval machine: what an edit can change, and how changes read. */

/** The largest amount with which the sums of a whole company are still exact. */
export const MOST_MINOR = 100_000_000_000_000
export const MOST_LINES = 100
/** Longer contracts are mistakes, and their months don't fit a chart. */
export const MOST_YEARS = 20

/** What an approver took from a line. */
export const lineCut = z.object({
  /** What was asked for, in minor units of the request's currency. */
  asked: z.number().int().min(0).max(MOST_MINOR),
  /** The whole line is rejected, so that its amount is 0. */
  isRejected: z.boolean(),
  reason: z.string().min(1).max(2000),
  by: z.object({ userId: id, name: z.string().max(300) }),
  /** UTC milliseconds. */
  at: z.number().int(),
})
export type LineCut = z.output<typeof lineCut>

export const spendLine = z.object({
  id,
  /** Minor units of the request's currency: what is left after cuts. */
  amount: z.number().int().min(0).max(MOST_MINOR),
  description: z.string().max(2000),
  categoryId: id,
  departmentId: id,
  businessUnitId: id.nullable(),
  entityId: id.nullable(),
  cut: lineCut.optional(),
})
export type SpendLine = z.output<typeof spendLine>

export const spendContent = z.object({
  vendorId: id,
  currency,
  description: z.string().max(10_000),
  serviceStartDate: calendarDate,
  serviceEndDate: calendarDate.nullable(),
  needsSigner: z.boolean(),
  lines: z.array(spendLine).min(1).max(MOST_LINES),
  /** By the id of the rule sets' custom field: an option, several options, or text. */
  customFields: z.record(id, z.union([z.string(), z.array(z.string())])),
})
export type SpendContent = z.output<typeof spendContent>

export const totalOf = ({
  lines,
  currency: code,
}: Pick<PlannedContent, 'currency'> & { lines: readonly { amount: number }[] }): Money => ({
  value: lines.reduce((sum, { amount }) => sum + amount, 0),
  currency: code,
})

type LineIds = Record<'categoryId' | 'departmentId' | 'businessUnitId' | 'entityId', string | null>

/** What rules can read of it, also while it is typed. */
export interface PlannedContent extends Pick<SpendContent, 'currency' | 'customFields'> {
  vendorId: string | null
  serviceStartDate: string | null
  serviceEndDate: string | null
  lines: (LineIds & { amount: number; cut?: LineCut | undefined })[]
}

/** The lines that are asked for: without the rejected ones, which no rule reads. */
export const askedLines = <L extends { cut?: LineCut | undefined }>({ lines }: { lines: readonly L[] }): L[] =>
  lines.filter(({ cut }) => !cut?.isRejected)

/** Each once, in the order of the lines. */
export const idsOf = (lines: readonly LineIds[], key: keyof LineIds): string[] =>
  [...new Set(lines.map((line) => line[key]))].filter((one): one is string => one !== null)

/** Everything that it refers to by id. */
export const referredIds = ({ vendorId, lines }: PlannedContent): string[] => [
  ...(vendorId ? [vendorId] : []),
  ...(['categoryId', 'departmentId', 'businessUnitId', 'entityId'] as const).flatMap((key) => idsOf(lines, key)),
]

/** Names of ids, by the names of these lists. */
export type SpendLabels = Readonly<Record<string, Readonly<Record<string, string>>>>
/** The lists in labels. */
export const LABELS = {
  vendors: 'vendors',
  categories: 'categories',
  departments: 'departments',
  businessUnits: 'businessUnits',
  entities: 'entities',
  /** Custom fields by id. */
  fields: 'fields',
  /** Options of custom fields. */
  options: 'options',
} as const

const nameIn = (labels: SpendLabels, list: string, of: string): string => labels[list]?.[of] ?? 'Removed'

const lineText = (line: SpendLine, labels: SpendLabels): string =>
  [
    nameIn(labels, LABELS.categories, line.categoryId),
    nameIn(labels, LABELS.departments, line.departmentId),
    line.businessUnitId && nameIn(labels, LABELS.businessUnits, line.businessUnitId),
    line.entityId && nameIn(labels, LABELS.entities, line.entityId),
    line.description.trim(),
  ]
    .filter(Boolean)
    .join(' · ')

const cutText = ({ cut }: SpendLine): string | null => (cut?.isRejected ? `Rejected: ${cut.reason}` : null)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The key of a change that only concerns the amount of a line. */
const AMOUNT = 'amount'
/** The key of a change that rejects a line, or takes its rejection away. */
const REJECTION = 'rejection'
const keyOf = (lineId: string, part?: string) => `line:${lineId}${part ? `:${part}` : ''}`

const lineChanges = (before: SpendContent, after: SpendContent, labels: SpendLabels): ContentChange[] => {
  const old = new Map(before.lines.map((line, index) => [line.id, { line, index }]))
  const kept = new Set(after.lines.map((line) => line.id))
  const money = (line: SpendLine, content: SpendContent) =>
    formatMoney({ value: line.amount, currency: content.currency })
  const full = (line: SpendLine, content: SpendContent) => `${money(line, content)} · ${lineText(line, labels)}`
  const changed = after.lines.flatMap((line, index): ContentChange[] => {
    const was = old.get(line.id)?.line
    const label = `Line ${index + 1}`
    if (!was) return [{ questionId: keyOf(line.id), label: `${label} (new)`, before: null, after: full(line, after) }]
    const amount: ContentChange = {
      questionId: keyOf(line.id, AMOUNT),
      label: `${label}: amount`,
      before: { value: was.amount, currency: before.currency },
      after: { value: line.amount, currency: after.currency },
    }
    const rest: ContentChange = {
      questionId: keyOf(line.id),
      label,
      before: lineText(was, labels),
      after: lineText(line, labels),
    }
    const rejection: ContentChange = {
      questionId: keyOf(line.id, REJECTION),
      label: `${label}: rejection`,
      before: cutText(was),
      after: cutText(line),
    }
    return [amount, rest, rejection].filter((change) => !same(change.before, change.after))
  })
  const gone = [...old.values()]
    .filter(({ line }) => !kept.has(line.id))
    .map(
      ({ line, index }): ContentChange => ({
        questionId: keyOf(line.id),
        label: `Line ${index + 1} (removed)`,
        before: full(line, before),
        after: null,
      }),
    )
  return [...changed, ...gone]
}

const fieldText = (value: string | string[] | undefined, labels: SpendLabels): string | null =>
  value === undefined
    ? null
    : [value]
        .flat()
        .map((each) => labels[LABELS.options]?.[each] ?? each)
        .join(', ')

/** What an approver must see again, in words. */
export const spendChanges = (before: SpendContent, after: SpendContent, labels: SpendLabels): ContentChange[] => {
  const day = (date: string | null) => date && dayText(date)
  const vendor = ({ vendorId }: SpendContent) => nameIn(labels, LABELS.vendors, vendorId)
  const signer = ({ needsSigner }: SpendContent) => (needsSigner ? 'Yes' : 'No')
  const fields = [...new Set([...Object.keys(before.customFields), ...Object.keys(after.customFields)])]
  const plain: [string, string, unknown, unknown][] = [
    ['vendor', 'Vendor', vendor(before), vendor(after)],
    ['total', 'Total', totalOf(before), totalOf(after)],
    ['description', 'Description', before.description || null, after.description || null],
    ['start', 'Service start date', day(before.serviceStartDate), day(after.serviceStartDate)],
    ['end', 'Service end date', day(before.serviceEndDate), day(after.serviceEndDate)],
    ['signer', 'Needs a signature', signer(before), signer(after)],
    ...fields.map((field): [string, string, unknown, unknown] => [
      `field:${field}`,
      nameIn(labels, LABELS.fields, field),
      fieldText(before.customFields[field], labels),
      fieldText(after.customFields[field], labels),
    ]),
  ]
  return [
    ...plain
      .filter(([key, , was, is]) => (key === 'vendor' ? before.vendorId !== after.vendorId : !same(was, is)))
      .map(([questionId, label, was, is]) => ({ questionId, label, before: was, after: is })),
    ...lineChanges(before, after, labels),
  ]
}

const isMoney = (value: unknown): value is Money => typeof value === 'object' && value !== null && 'currency' in value

const isLowered = ({ before, after }: ContentChange): boolean =>
  isMoney(before) && isMoney(after) && before.currency === after.currency && after.value < before.value

/** Changes that undo decisions: all but lower amounts. */
export const restartingSpendChanges = (changes: readonly ContentChange[]): ContentChange[] =>
  changes.filter((change) => !isLowered(change))

/** What an approver takes from lines: a lower amount, or the whole line. */
export const lineCuts = z.object({
  reason: z.string().trim().min(1, 'Enter a reason').max(2000, 'At most 2,000 characters'),
  lines: z
    .array(
      z.object({
        id,
        /** What is left, in minor units. Without one the line is rejected. */
        amount: z
          .number()
          .int('Amounts are whole minor units')
          .min(1, 'To remove the whole amount, reject the line')
          .optional(),
      }),
    )
    .min(1, 'Reduce or reject at least one line')
    .max(MOST_LINES),
})
export type LineCuts = z.output<typeof lineCuts>

/** The content after cuts, or what is wrong with them: a message by the line's position, and one without any. */
export const cutContent = (
  content: SpendContent,
  { lines: cuts, reason }: LineCuts,
  { by, at }: Pick<LineCut, 'by' | 'at'>,
): { content: SpendContent } | { problems: Record<string, string> } => {
  const problems: Record<string, string> = {}
  const given = new Map(cuts.map((cut, index) => [cut.id, { ...cut, index }]))
  const known = new Set(content.lines.map((line) => line.id))
  for (const { id: lineId, index } of given.values())
    if (!known.has(lineId)) problems[`lines.${index}.id`] = 'This line is no longer there'
  const lines = content.lines.map((line): SpendLine => {
    const cut = given.get(line.id)
    if (!cut) return line
    const { amount = 0, index } = cut
    const field = `lines.${index}.amount`
    if (line.cut?.isRejected) problems[field] = 'This line is already rejected'
    else if (cut.amount !== undefined && amount >= line.amount) problems[field] = 'Enter less than the amount requested'
    const isRejected = cut.amount === undefined
    return { ...line, amount, cut: { asked: line.cut?.asked ?? line.amount, isRejected, reason, by, at } }
  })
  const after = { ...content, lines }
  if (Object.keys(problems).length > 0) return { problems }
  if (askedLines(after).length === 0) return { problems: { lines: 'To reject every line, reject the spend request' } }
  return { content: after }
}

/**
 * The cuts that still hold after an edit. If the requester asks for more than an approver left, the cut is gone.
 */
export const keepCuts = <L extends SpendLine>(lines: readonly L[], before: readonly SpendLine[]): L[] => {
  const cuts = new Map(before.flatMap((line) => (line.cut ? [[line.id, { ...line, cut: line.cut }] as const] : [])))
  return lines.map((line) => {
    const was = cuts.get(line.id)
    return was && line.amount <= was.amount ? { ...line, cut: was.cut } : line
  })
}
