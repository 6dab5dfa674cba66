import { createFileRoute } from '@tanstack/react-router'
import { SimulatePage } from '../../../../../features/approvals/rule-sets/index.ts'
import { BillRulesPage } from '../../../../../features/money/bill-settings/index.ts'

const Page = () => (
  <BillRulesPage>
    <SimulatePage />
  </BillRulesPage>
)

export const Route = createFileRoute('/_staff/settings/payments/bill-rules/simulate')({
  staticData: { access: 'payments.configure' },
  component: Page,
})
