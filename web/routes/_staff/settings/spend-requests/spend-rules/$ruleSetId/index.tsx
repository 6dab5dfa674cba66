import { createFileRoute } from '@tanstack/react-router'
import { RuleSetPage } from '../../../../../../features/approvals/rule-sets/index.ts'

const Page = () => {
  const { ruleSetId } = Route.useParams()
  return <RuleSetPage id={ruleSetId} />
}

export const Route = createFileRoute('/_staff/settings/spend-requests/spend-rules/$ruleSetId/')({
  staticData: { access: 'spend-rules.configure' },
  component: Page,
})
