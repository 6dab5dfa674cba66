import { createFileRoute } from '@tanstack/react-router'
import { DocumentsPage } from '../../../features/vendors/vendor-forms/index.ts'

const Page = () => <DocumentsPage />

export const Route = createFileRoute('/_portal/v/documents')({
  staticData: { access: 'vendor user' },
  component: Page,
})
