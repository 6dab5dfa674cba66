import { createFileRoute } from '@tanstack/react-router'
import { FactorPage } from '../features/platform/factors/index.ts'

export const Route = createFileRoute('/login_/factor')({
  staticData: { access: 'everyone' },
  component: FactorPage,
})
