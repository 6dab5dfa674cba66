import { createFileRoute } from '@tanstack/react-router'
import { CheckSettingsPage } from '../../../../features/money/checks/index.ts'
import { PaymentsGatekeeper, PaymentsSettingsTabs } from '../../../../features/money/payments/index.ts'

export const Route = createFileRoute('/_staff/settings/payments/checks')({
  staticData: { access: 'payments.configure' },
  component: () => (
    <PaymentsGatekeeper need="ENABLED">
      <CheckSettingsPage tabs={<PaymentsSettingsTabs current="checks" />} />
    </PaymentsGatekeeper>
  ),
})
