import { createFileRoute } from '@tanstack/react-router'
import { RuleSetList, RuleSubjectProvider, SPEND_RULES } from '../../../../../features/approvals/rule-sets/index.ts'

const Page = () => (
  <RuleSubjectProvider value={SPEND_RULES}>
    <RuleSetList />
  </RuleSubjectProvider>
)

export const Route = createFileRoute('/_staff/settings/spend-requests/spend-rules/')({
  staticData: { access: 'spend-rules.configure' },
  component: Page,
})
