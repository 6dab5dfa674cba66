import { createFileRoute } from '@tanstack/react-router'
import { listSearch, RequestList } from '../../../../features/requests/lists/index.ts'
import { useCategories } from '../../../../features/requests/submissions/index.ts'
import { to } from '../../../../lib/address.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { NotFound } from '../../../../ui/states.tsx'
import { tableSearch } from '../../../../ui/table/table-search.ts'

const Page = () => {
  const { intakeCategoryId } = Route.useParams()
  const { data } = useCategories()
  const category = data?.find(({ id }) => id === intakeCategoryId)
  if (data && !category) return <NotFound />
  return (
    <RequestList
      key={intakeCategoryId}
      categoryId={intakeCategoryId}
      title={category?.name ?? 'Requests'}
      {...(category?.description ? { subtitle: category.description } : {})}
      breadcrumbs={[{ label: 'Requests', href: to('/intake-requests') }]}
    />
  )
}

export const Route = createFileRoute('/_staff/intake-requests/$intakeCategoryId/')({
  staticData: { access: 'requests.use' },
  validateSearch: pageSearch(listSearch, tableSearch),
  component: Page,
})
