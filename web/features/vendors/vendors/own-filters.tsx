import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import type { Chip } from '../../../ui/list/chip-list.tsx'
import type { OwnField } from '../../platform/lists/index.ts'
import { AnswerFilters, useAnswerChips } from '../../requests/lists/index.ts'
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
export const useFieldChips = (pairs: string[] | undefined): Chip<Record<string, unknown>>[] => {
  const { data: options = NO_OPTIONS } = useFilterOptions(Boolean(pairs?.length))
  return useAnswerChips(pairs, options)
}
