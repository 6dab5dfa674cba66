import { Button } from '@mantine/core'
import { useCategories } from '../../features/requests/api.ts'
import { RequestList } from '../../features/requests/list/request-list.tsx'
import { usePathParams } from '../../lib/path-params.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { NotFound } from '../../ui/states.tsx'

export const Page = () => {
  const { intakeCategoryId } = usePathParams<'intakeCategoryId'>()
  const { data } = useCategories()
  const category = data?.find(({ id }) => id === intakeCategoryId)
  if (data && !category) return <NotFound />
  return (
    <>
      <PageHeader
        title={category?.name ?? 'Requests'}
        {...(category?.description ? { subtitle: category.description } : {})}
        breadcrumbs={[{ label: 'Requests', href: '/intake-requests' }]}
        action={
          <Button component={AppLink} href={`/intake-requests/${intakeCategoryId}/new`}>
            New request
          </Button>
        }
      />
      <RequestList key={intakeCategoryId} categoryId={intakeCategoryId} />
    </>
  )
}
