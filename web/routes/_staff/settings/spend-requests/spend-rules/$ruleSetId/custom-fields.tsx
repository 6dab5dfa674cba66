import { createFileRoute } from '@tanstack/react-router'
import {
  CustomFieldsPage,
  RuleSubjectProvider,
  SPEND_RULES,
} from '../../../../../../features/approvals/rule-sets/index.ts'

const Page = () => {
  const { ruleSetId } = Route.useParams()
  return (
    <RuleSubjectProvider value={SPEND_RULES}>
      <CustomFieldsPage id={ruleSetId} />
    </RuleSubjectProvider>
  )
}

export const Route = createFileRoute('/_staff/settings/spend-requests/spend-rules/$ruleSetId/custom-fields')({
  staticData: { access: 'spend-rules.configure' },
  component: Page,
})
