import { useState } from 'react'
import type { PaymentMethod } from '../../../../schema/vendors/vendors/values.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { FiltersFrame } from '../../../ui/table/filters.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { AnswerFilters } from '../../requests/lists/index.ts'
import { useCategorySource, useFilterOptions } from './api.ts'
import { furtherCount, type ListSearch, NO_FURTHER, type SetListSearch } from './filters.ts'
import { PAYMENT_METHOD_OPTIONS } from './words.tsx'

interface FiltersDialogProps {
  onClose: () => void
  search: ListSearch
  setSearch: SetListSearch
}

/** Filters that don't fit into the toolbar. */
export const FiltersDialog = ({ onClose, search, setSearch }: FiltersDialogProps) => {
  const { data: options = [] } = useFilterOptions()
  const { enableVendorCategories } = useCompany()
  const categorySource = useCategorySource()
  // Chosen fields have no value yet, so clearing starts over.
  const [clearings, setClearings] = useState(0)
  const set: SetListSearch = (patch) => setSearch({ ...patch, ...FIRST_PAGE })
  const clear = (): void => {
    setClearings(clearings + 1)
    set(NO_FURTHER)
  }
  return (
    <FiltersFrame opened onClose={onClose} count={furtherCount(search)} onClear={clear} what="vendors">
      {enableVendorCategories && (
        <AsyncOptionSelect
          kind="vendor"
          source={categorySource}
          label="Category"
          placeholder="Any"
          value={search.vendorCategoryId ?? null}
          onChange={(next) => set({ vendorCategoryId: next ?? undefined })}
        />
      )}
      <OptionSelect
        label="Payment method"
        placeholder="Any"
        options={PAYMENT_METHOD_OPTIONS}
        value={search.paymentMethod ?? null}
        onChange={(next) => set({ paymentMethod: (next as PaymentMethod | null) ?? undefined })}
      />
      <AnswerFilters
        key={clearings}
        options={options}
        pairs={search.answers}
        onChange={(answers) => set({ answers })}
        label="Filter by a custom field"
        placeholder="Choose a field"
      />
    </FiltersFrame>
  )
}
