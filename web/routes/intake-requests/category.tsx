import { RequestList } from '../../features/requests/lists/request-list.tsx'
import { useCategories } from '../../features/requests/submissions/api.ts'
import { usePathParams } from '../../lib/path-params.ts'
import { NotFound } from '../../ui/states.tsx'

export const Page = () => {
  const { intakeCategoryId } = usePathParams<'intakeCategoryId'>()
  const { data } = useCategories()
  const category = data?.find(({ id }) => id === intakeCategoryId)
  if (data && !category) return <NotFound />
  return (
    <RequestList
      key={intakeCategoryId}
      categoryId={intakeCategoryId}
      title={category?.name ?? 'Requests'}
      {...(category?.description ? { subtitle: category.description } : {})}
      breadcrumbs={[{ label: 'Requests', href: '/intake-requests' }]}
    />
  )
}
