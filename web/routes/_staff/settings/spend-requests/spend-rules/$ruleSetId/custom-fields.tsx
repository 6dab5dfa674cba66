import { createFileRoute } from '@tanstack/react-router'
import { CustomFieldsPage } from '../../../../../../features/approvals/rule-sets/index.ts'

const Page = () => {
  const { ruleSetId } = Route.useParams()
  return <CustomFieldsPage id={ruleSetId} />
}

export const Route = createFileRoute('/_staff/settings/spend-requests/spend-rules/$ruleSetId/custom-fields')({
  staticData: { access: 'spend-rules.configure' },
  component: Page,
})
