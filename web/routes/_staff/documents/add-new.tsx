import { createFileRoute } from '@tanstack/react-router'
import { NewDocumentPage } from '../../../features/documents/documents/document-form.tsx'

export const Route = createFileRoute('/_staff/documents/add-new')({
  staticData: { access: 'staff' },
  component: NewDocumentPage,
})
