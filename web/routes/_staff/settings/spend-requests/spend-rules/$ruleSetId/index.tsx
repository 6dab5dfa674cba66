import { createFileRoute } from '@tanstack/react-router'
import { RuleSetPage, RuleSubjectProvider, SPEND_RULES } from '../../../../../../features/approvals/rule-sets/index.ts'

const Page = () => {
  const { ruleSetId } = Route.useParams()
  return (
    <RuleSubjectProvider value={SPEND_RULES}>
      <RuleSetPage id={ruleSetId} />
    </RuleSubjectProvider>
  )
}

export const Route = createFileRoute('/_staff/settings/spend-requests/spend-rules/$ruleSetId/')({
  staticData: { access: 'spend-rules.configure' },
  component: Page,
})
