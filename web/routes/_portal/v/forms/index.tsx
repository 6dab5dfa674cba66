import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { FORM_FILTERS } from '../../../../../schema/vendors/vendor-forms/values.ts'
import { FormList } from '../../../../features/vendors/vendor-forms/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'

const search = z.object({ filter: z.enum(FORM_FILTERS).optional().catch(undefined) })

const Page = () => {
  const { filter } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <FormList
      filter={filter}
      onFilter={(next) => void navigate({ to: '/v/forms', search: next ? { filter: next } : {}, replace: true })}
    />
  )
}

export const Route = createFileRoute('/_portal/v/forms/')({
  staticData: { access: 'vendor user' },
  validateSearch: pageSearch(search),
  component: Page,
})
