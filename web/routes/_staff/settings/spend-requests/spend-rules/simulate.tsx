import { createFileRoute } from '@tanstack/react-router'
import { SimulatePage } from '../../../../../features/approvals/rule-sets/index.ts'

const Page = () => <SimulatePage />

export const Route = createFileRoute('/_staff/settings/spend-requests/spend-rules/simulate')({
  staticData: { access: 'spend-rules.configure' },
  component: Page,
})
