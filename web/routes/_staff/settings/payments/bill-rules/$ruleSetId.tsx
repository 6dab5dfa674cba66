import { createFileRoute } from '@tanstack/react-router'
import { RuleSetPage } from '../../../../../features/approvals/rule-sets/index.ts'
import { BillRulesPage } from '../../../../../features/money/bill-settings/index.ts'

const Page = () => {
  const { ruleSetId } = Route.useParams()
  return (
    <BillRulesPage>
      <RuleSetPage id={ruleSetId} />
    </BillRulesPage>
  )
}

export const Route = createFileRoute('/_staff/settings/payments/bill-rules/$ruleSetId')({
  staticData: { access: 'payments.configure' },
  component: Page,
})
