import { useQuery } from '@tanstack/react-query'
import { listCategoryTemplates } from '../../../../schema/requests/templates/endpoints.ts'
import { call } from '../../../lib/rest.ts'

export const templateKeys = { all: ['category-templates'] as const }

export const useTemplates = () =>
  useQuery({ queryKey: templateKeys.all, queryFn: ({ signal }) => call(listCategoryTemplates, { signal }) })
