import { createFileRoute } from '@tanstack/react-router'
import { NewDocumentPage } from '../../../features/documents/documents/index.ts'

export const Route = createFileRoute('/_staff/documents/add-new')({
  staticData: { access: 'staff' },
  component: NewDocumentPage,
})
