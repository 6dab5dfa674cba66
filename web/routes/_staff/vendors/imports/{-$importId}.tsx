import { createFileRoute } from '@tanstack/react-router'
import { ImportList, ImportPage } from '../../../../features/vendors/imports/index.ts'

const Page = () => {
  const { importId } = Route.useParams()
  return importId ? <ImportPage importId={importId} /> : <ImportList />
}

export const Route = createFileRoute('/_staff/vendors/imports/{-$importId}')({
  staticData: { access: 'staff' },
  component: Page,
})
