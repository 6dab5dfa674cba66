import { createFileRoute } from '@tanstack/react-router'
import { TemplatesPage } from '../../../../features/requests/templates/index.ts'

export const Route = createFileRoute('/_staff/settings/intake-categories/templates')({
  staticData: { access: 'requests.create-category' },
  component: TemplatesPage,
})
