import { createFileRoute } from '@tanstack/react-router'
import { RuleSetList } from '../../../../../features/approvals/rule-sets/index.ts'
import { BillRulesPage, MatchSettingsSection } from '../../../../../features/money/bill-settings/index.ts'
import { PaymentsSettingsTabs } from '../../../../../features/money/payments/index.ts'

const Page = () => (
  <BillRulesPage>
    <RuleSetList tabs={<PaymentsSettingsTabs current="bill-rules" />} />
    <MatchSettingsSection />
  </BillRulesPage>
)

export const Route = createFileRoute('/_staff/settings/payments/bill-rules/')({
  staticData: { access: 'payments.configure' },
  component: Page,
})
