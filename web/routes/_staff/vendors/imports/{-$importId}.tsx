import { createFileRoute } from '@tanstack/react-router'
import { ImportList } from '../../../../features/vendors/imports/import-list.tsx'
import { ImportPage } from '../../../../features/vendors/imports/import-page.tsx'

const Page = () => {
  const { importId } = Route.useParams()
  return importId ? <ImportPage importId={importId} /> : <ImportList />
}

export const Route = createFileRoute('/_staff/vendors/imports/{-$importId}')({
  staticData: { access: 'staff' },
  component: Page,
})
