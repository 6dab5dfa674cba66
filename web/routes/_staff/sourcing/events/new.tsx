import { createFileRoute } from '@tanstack/react-router'
import { NewEvent } from '../../../../features/requests/sourcing-events/index.ts'

export const Route = createFileRoute('/_staff/sourcing/events/new')({
  staticData: { access: 'sourcing.configure' },
  component: NewEvent,
})
