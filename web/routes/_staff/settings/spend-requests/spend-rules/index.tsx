import { createFileRoute } from '@tanstack/react-router'
import { RuleSetList } from '../../../../../features/approvals/rule-sets/index.ts'

const Page = () => <RuleSetList />

export const Route = createFileRoute('/_staff/settings/spend-requests/spend-rules/')({
  staticData: { access: 'spend-rules.configure' },
  component: Page,
})
