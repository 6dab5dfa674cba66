import { to } from '../../../lib/address.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { GuardedChanges } from '../../platform/guarded/index.ts'

const TABS = [
  { id: 'accounts', label: 'Accounts', href: to('/settings/payments') },
  { id: 'bill-rules', label: 'Bill rules', href: to('/settings/payments/bill-rules') },
  { id: 'form', label: 'Bill form', href: to('/settings/payments/form') },
  { id: 'segments', label: 'Segments', href: to('/settings/payments/segments') },
  { id: 'checks', label: 'Checks', href: to('/settings/payments/checks') },
  { id: 'approvers', label: 'Bank details', href: to('/settings/payments/payment-details-approvers') },
] as const

/** The pages of Settings › Payments. */
export const PaymentsSettingsTabs = ({ current }: { current: (typeof TABS)[number]['id'] }) => (
  <>
    <LinkTabs label="Payments settings" tabs={TABS} current={current} />
    <GuardedChanges />
  </>
)
