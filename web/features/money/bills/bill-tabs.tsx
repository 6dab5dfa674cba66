import { to } from '../../../lib/address.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'

const TABS = [
  { id: 'bills', label: 'Bills', href: to('/payments/bills') },
  { id: 'invoices', label: 'Invoices', href: to('/payments/invoices') },
  { id: 'payments', label: 'Payments', href: to('/payments/transactions') },
  { id: 'line-items', label: 'Line items', href: to('/payments/bills/line-items') },
] as const

/** The lists under Bills & Payments. */
export const BillTabs = ({ current }: { current: (typeof TABS)[number]['id'] }) => (
  <LinkTabs label="Bills & Payments" tabs={TABS} current={current} />
)
