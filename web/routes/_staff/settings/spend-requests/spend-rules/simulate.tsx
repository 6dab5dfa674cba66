import { createFileRoute } from '@tanstack/react-router'
import { RuleSubjectProvider, SimulatePage, SPEND_RULES } from '../../../../../features/approvals/rule-sets/index.ts'

const Page = () => (
  <RuleSubjectProvider value={SPEND_RULES}>
    <SimulatePage />
  </RuleSubjectProvider>
)

export const Route = createFileRoute('/_staff/settings/spend-requests/spend-rules/simulate')({
  staticData: { access: 'spend-rules.configure' },
  component: Page,
})
