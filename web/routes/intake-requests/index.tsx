import { Button } from '@mantine/core'
import { RequestList } from '../../features/requests/list/request-list.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export const Page = () => (
  <>
    <PageHeader
      title="Requests"
      action={
        <Button component={AppLink} href="/intake-requests/new">
          New request
        </Button>
      }
    />
    <RequestList />
  </>
)
