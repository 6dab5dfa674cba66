import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import { daysText } from '../../../lib/days-text.ts'
import type { Chip } from '../../../ui/list/chip-list.tsx'
import { type LabelKind, optionKindOf } from '../forms/index.ts'
import { useLabels } from '../submissions/index.ts'

/** Filters by answers, as the address has them: labels and values alternately. */

export interface AnswerFilter {
  label: string
  /** Matches any of them. */
  values: string[]
}

/** `[label, value, label, value, …]` by label. */
export const answerFiltersOf = (list: readonly string[] | undefined): AnswerFilter[] => {
  const found: AnswerFilter[] = []
  for (let i = 0; i + 1 < (list?.length ?? 0); i += 2) {
    const [label = '', value = ''] = (list ?? []).slice(i, i + 2)
    const known = found.find((filter) => filter.label === label)
    if (known) known.values.push(value)
    else found.push({ label, values: [value] })
  }
  return found
}

export const answerPairs = (filters: readonly AnswerFilter[]): string[] | undefined => {
  const list = filters.flatMap(({ label, values }) => values.flatMap((value) => [label, value]))
  return list.length > 0 ? list : undefined
}

/** `from,to` dates, either of which may be missing. */
export const periodOf = (value: string | undefined): { from: string | null; to: string | null } => {
  const [from = '', to = from] = (value ?? '').split(',')
  return { from: from || null, to: to || null }
}

export const periodValue = ({ from, to }: { from: string | null; to: string | null }): string | null =>
  from || to ? `${from ?? ''},${to ?? ''}` : null

const optionOf = (options: readonly FilterOption[], { label }: AnswerFilter): FilterOption | undefined =>
  options.find((option) => option.label.toLowerCase() === label.toLowerCase())

const isDate = (option: FilterOption | undefined): boolean => Boolean(option && /DATE$/.test(option.type))

/** The values of a filter, by name. */
const answerText = (
  filter: AnswerFilter,
  option: FilterOption | undefined,
  names: ReadonlyMap<string, string>,
): string => {
  if (isDate(option)) {
    return filter.values.map((value) => daysText(periodOf(value).from, periodOf(value).to)).join(' or ')
  }
  const own = new Map(option?.options?.map(({ value, label }) => [value, label]))
  return filter.values.map((value) => own.get(value) ?? names.get(value) ?? (option ? '…' : value)).join(' or ')
}

/** The filters by answers that are set, by name. */
export const useAnswerChips = (
  pairs: readonly string[] | undefined,
  options: readonly FilterOption[],
): Chip<Record<string, unknown>>[] => {
  const answers = answerFiltersOf(pairs)
  const asked = new Map<LabelKind, Set<string>>()
  for (const filter of answers) {
    const kind = optionKindOf(optionOf(options, filter)?.type ?? 'TEXT')
    if (kind) asked.set(kind, new Set([...(asked.get(kind) ?? []), ...filter.values]))
  }
  const names = useLabels([...asked].map(([kind, ids]) => [kind, [...ids].sort()] as const))
  return answers.map((filter) => ({
    id: `answer ${filter.label}`,
    label: filter.label,
    value: answerText(filter, optionOf(options, filter), names),
    remove: { answers: answerPairs(answers.filter((other) => other !== filter)) },
  }))
}
