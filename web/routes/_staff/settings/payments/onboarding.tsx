import { createFileRoute } from '@tanstack/react-router'
import { OnboardingPage, onboardingSearch, PaymentsGatekeeper } from '../../../../features/money/payments/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/settings/payments/onboarding')({
  staticData: { access: 'payments.configure' },
  validateSearch: pageSearch(onboardingSearch),
  component: () => (
    <PaymentsGatekeeper need="ENABLED">
      <OnboardingPage />
    </PaymentsGatekeeper>
  ),
})
