import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import type { Chip } from '../../../ui/list/chip-list.tsx'
import type { OwnField } from '../../platform/lists/index.ts'
import { type LabelKind, optionKindOf } from '../../requests/forms/index.ts'
import { AnswerFilters, answerFiltersOf, answerPairs, answerText, optionOf } from '../../requests/lists/index.ts'
import { useLabels } from '../../requests/submissions/index.ts'
import { useFilterOptions } from './api.ts'

/** Filters on custom fields of vendors. */
const CustomFields: OwnField = ({ value, onChange }) => {
  const { data: options = [] } = useFilterOptions()
  return (
    <AnswerFilters
      options={options}
      pairs={value}
      onChange={onChange}
      label="Filter by a custom field"
      placeholder="Choose a field"
    />
  )
}
export const OWN_FIELDS = { answerFilters: CustomFields }

const NO_OPTIONS: FilterOption[] = []

/** The filters on custom fields that are set, by name. */
export const useAnswerChips = (pairs: string[] | undefined): Chip<Record<string, unknown>>[] => {
  const answers = answerFiltersOf(pairs)
  const { data: options = NO_OPTIONS } = useFilterOptions(answers.length > 0)
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
