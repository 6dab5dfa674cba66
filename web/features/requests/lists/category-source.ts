import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OptionSource } from '../../platform/lookups/index.ts'
import { categoriesQuery } from '../submissions/index.ts'

/** For filters by category, or by public form, in the order that admins gave them. */
export const useCategorySource = (type: 'INTERNAL' | 'PUBLIC') => {
  const client = useQueryClient()
  const load: OptionSource = useCallback(
    async ({ search = '', ids }) => {
      const categories = await client.ensureQueryData(categoriesQuery(type))
      const wanted = search.toLowerCase()
      const edges = categories
        .filter(({ id, name }) => (ids ? ids.includes(id) : name.toLowerCase().includes(wanted)))
        .map(({ id, name }) => ({ cursor: id, node: { value: id, label: name } }))
      return { edges, pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null } }
    },
    [client, type],
  )
  return { name: `request-category ${type}`, load }
}
