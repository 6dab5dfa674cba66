import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import { formatCalendarDate } from '../../../lib/format.ts'
import { type Chip, ChipList } from '../../../ui/list/chip-list.tsx'
import { type LabelKind, optionKindOf } from '../forms/index.ts'
import { useCategories, useLabels } from '../submissions/index.ts'
import {
  type AnswerFilter,
  answerFiltersOf,
  answerPairs,
  type ListSearch,
  NO_FURTHER,
  PERIODS,
  periodOf,
  type SetListSearch,
} from './filters.ts'

type RequestChip = Chip<Parameters<SetListSearch>[0]>

/** "Mar 1 – Mar 31", "from Mar 1", "until Mar 31". */
export const periodText = (from: string | null | undefined, to: string | null | undefined): string => {
  if (from && from === to) return formatCalendarDate(from)
  if (from && to) return `${formatCalendarDate(from)} – ${formatCalendarDate(to)}`
  return from ? `from ${formatCalendarDate(from)}` : `until ${formatCalendarDate(to ?? '')}`
}

const PEOPLE = [
  { key: 'requestorUserId', label: 'Requester', kind: 'member' },
  { key: 'assigneeUserId', label: 'Assignee', kind: 'member' },
  { key: 'vendorId', label: 'Vendor', kind: 'vendor' },
] as const

export const optionOf = (options: readonly FilterOption[], { label }: AnswerFilter): FilterOption | undefined =>
  options.find((option) => option.label.toLowerCase() === label.toLowerCase())

const isDate = (option: FilterOption | undefined): boolean => Boolean(option && /DATE$/.test(option.type))

/** The values of a filter, by name. */
export const answerText = (
  filter: AnswerFilter,
  option: FilterOption | undefined,
  names: ReadonlyMap<string, string>,
): string => {
  if (isDate(option)) {
    return filter.values.map((value) => periodText(periodOf(value).from, periodOf(value).to)).join(' or ')
  }
  const own = new Map(option?.options?.map(({ value, label }) => [value, label]))
  return filter.values.map((value) => own.get(value) ?? names.get(value) ?? (option ? '…' : value)).join(' or ')
}

interface FilterChipsProps {
  search: ListSearch
  setSearch: SetListSearch
  options: readonly FilterOption[]
  /** For the page of one category. */
  categoryId: string | undefined
  /** For requests from public forms. */
  isPublic: boolean
}

/** Filters besides the toolbar's, each with a button that removes it. */
export const FilterChips = ({ search, setSearch, options, categoryId, isPublic }: FilterChipsProps) => {
  const answers = answerFiltersOf(search.answers)
  const asked = new Map<LabelKind, Set<string>>()
  const ask = (kind: LabelKind, ids: string[]): void => {
    asked.set(kind, new Set([...(asked.get(kind) ?? []), ...ids]))
  }
  for (const { key, kind } of PEOPLE) if (search[key]) ask(kind, [search[key]])
  for (const filter of answers) {
    const kind = optionKindOf(optionOf(options, filter)?.type ?? 'TEXT')
    if (kind) ask(kind, filter.values)
  }
  const { data: categories } = useCategories(isPublic ? 'PUBLIC' : 'INTERNAL')
  const category = categoryId ? undefined : search.intakeCategoryId
  const names = useLabels([...asked].map(([kind, ids]) => [kind, [...ids].sort()] as const))
  const chips: RequestChip[] = [
    ...(category
      ? [
          {
            id: 'category',
            label: isPublic ? 'Form' : 'Category',
            value: categories ? (categories.find(({ id }) => id === category)?.name ?? 'Unknown') : '…',
            remove: { intakeCategoryId: undefined },
          },
        ]
      : []),
    ...PEOPLE.flatMap(({ key, label }) => {
      const id = search[key]
      return id ? [{ id: key, label, value: names.get(id) ?? '…', remove: { [key]: undefined } }] : []
    }),
    ...PERIODS.flatMap(({ label, from, to }) =>
      search[from] || search[to]
        ? [
            {
              id: from,
              label,
              value: periodText(search[from], search[to]),
              remove: { [from]: undefined, [to]: undefined },
            },
          ]
        : [],
    ),
    ...answers.map((filter) => ({
      id: `answer ${filter.label}`,
      label: filter.label,
      value: answerText(filter, optionOf(options, filter), names),
      remove: { answers: answerPairs(answers.filter((other) => other !== filter)) },
    })),
  ]
  return <ChipList chips={chips} setSearch={setSearch} clear={NO_FURTHER} />
}
