import type { AnyFilter } from '../../../../schema/shared/list-filters.ts'
import { useCompany } from '../session/index.ts'

/** Whether the company uses what a filter asks for. A link can name what it doesn't use any more. */
export const useUsedFilters = (): ((filter: Pick<AnyFilter, 'flag'> | undefined) => boolean) => {
  const company = useCompany() as unknown as Readonly<Record<string, unknown>>
  return (filter) => !filter?.flag || company[filter.flag] === true
}
