import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import { PAYMENT_METHOD_WORDS } from '../../../../schema/vendors/vendors/values.ts'
import { useCompany } from '../../platform/session/index.ts'
import { type LabelKind, optionKindOf } from '../../requests/forms/index.ts'
import { answerFiltersOf, answerPairs, answerText, type Chip, ChipList, optionOf } from '../../requests/lists/index.ts'
import { useLabels } from '../../requests/submissions/index.ts'
import { useFilterOptions, useVendorCategories } from './api.ts'
import { type ListSearch, NO_FURTHER, type SetListSearch } from './filters.ts'

const NO_OPTIONS: FilterOption[] = []

/** Filters besides the toolbar's, each with a button that removes it. */
export const FilterChips = ({ search, setSearch }: { search: ListSearch; setSearch: SetListSearch }) => {
  const { enableVendorCategories } = useCompany()
  const { paymentMethod } = search
  const vendorCategoryId = enableVendorCategories ? search.vendorCategoryId : undefined
  const answers = answerFiltersOf(search.answers)
  const { data: options = NO_OPTIONS } = useFilterOptions(answers.length > 0)
  const { data: categories } = useVendorCategories(Boolean(vendorCategoryId))
  const asked = new Map<LabelKind, Set<string>>()
  for (const filter of answers) {
    const kind = optionKindOf(optionOf(options, filter)?.type ?? 'TEXT')
    if (kind) asked.set(kind, new Set([...(asked.get(kind) ?? []), ...filter.values]))
  }
  const names = useLabels([...asked].map(([kind, ids]) => [kind, [...ids].sort()] as const))
  const chips: Chip<Parameters<SetListSearch>[0]>[] = [
    ...(vendorCategoryId
      ? [
          {
            id: 'category',
            label: 'Category',
            value: categories ? (categories.find(({ id }) => id === vendorCategoryId)?.name ?? 'Unknown') : '…',
            remove: { vendorCategoryId: undefined },
          },
        ]
      : []),
    ...(paymentMethod
      ? [
          {
            id: 'payment',
            label: 'Payment method',
            value: PAYMENT_METHOD_WORDS[paymentMethod],
            remove: { paymentMethod: undefined },
          },
        ]
      : []),
    ...answers.map((filter) => ({
      id: `answer ${filter.label}`,
      label: filter.label,
      value: answerText(filter, optionOf(options, filter), names),
      remove: { answers: answerPairs(answers.filter((other) => other !== filter)) },
    })),
  ]
  return <ChipList chips={chips} setSearch={setSearch} clear={NO_FURTHER} />
}
