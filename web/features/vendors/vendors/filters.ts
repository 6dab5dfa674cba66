import type { z } from 'zod'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import type { VendorQuery } from './api.ts'
import type { listSearch } from './search.ts'

/** The state of the vendor list in the address. */

export type ListSearch = z.output<typeof listSearch>
export type SetListSearch = (patch: Partial<z.input<typeof listSearch>>) => void

/** Removes filters besides the toolbar's. */
export const NO_FURTHER = { vendorCategoryId: undefined, paymentMethod: undefined, answers: undefined } as const

export const NO_FILTERS = {
  search: undefined,
  filter: undefined,
  vendorCategoryId: undefined,
  ownerId: undefined,
  paymentMethod: undefined,
  answers: undefined,
  view: undefined,
  ...FIRST_PAGE,
} as const

export const queryOf = ({
  search,
  filter,
  vendorCategoryId,
  ownerId,
  paymentMethod,
  answers,
}: ListSearch): VendorQuery => ({
  ...(search && { search }),
  ...(filter && { filter }),
  ...(vendorCategoryId && { vendorCategoryId }),
  ...(ownerId && { ownerId }),
  ...(paymentMethod && { paymentMethod }),
  ...(answers?.length && { answerFilters: answers }),
})

/** Filters besides the toolbar's. */
export const furtherCount = ({ vendorCategoryId, paymentMethod, answers }: ListSearch): number =>
  [vendorCategoryId, paymentMethod].filter(Boolean).length +
  new Set((answers ?? []).filter((_, index) => index % 2 === 0)).size

export const isNarrowed = (search: ListSearch): boolean =>
  Object.keys(queryOf(search)).length > 0 || Boolean(search.view)
