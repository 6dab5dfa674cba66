import { createFileRoute } from '@tanstack/react-router'
import { DocumentList } from '../../../features/documents/documents/index.ts'

export const Route = createFileRoute('/_staff/documents/')({
  staticData: { access: 'staff' },
  component: DocumentList,
})
