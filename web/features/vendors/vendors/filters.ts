import { z } from 'zod'
import { PAYMENT_METHODS, VENDOR_FILTERS } from '../../../../schema/vendors/vendors/values.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import type { VendorQuery } from './api.ts'

/** The state of the vendor list in the address. */

const text = z.string().trim().optional().catch(undefined)
const pairs = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .transform((list) => (list.length % 2 === 0 ? list : list.slice(0, -1)))
  .optional()
  .catch(undefined)

export const listSearch = z.object({
  search: text,
  filter: z.enum(VENDOR_FILTERS).optional().catch(undefined),
  vendorCategoryId: text,
  ownerId: text,
  paymentMethod: z.enum(PAYMENT_METHODS).optional().catch(undefined),
  answers: pairs,
  /** The hash of shared filters, which replace the others. */
  view: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional()
    .catch(undefined),
  cursor: z.unknown().optional(),
})
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
