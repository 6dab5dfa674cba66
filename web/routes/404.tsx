import { createFileRoute } from '@tanstack/react-router'
import { LostPage } from '../features/platform/shell/index.ts'

export const Route = createFileRoute('/404')({
  staticData: { access: 'everyone' },
  component: LostPage,
})
