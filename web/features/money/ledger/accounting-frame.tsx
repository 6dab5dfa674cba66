import type { ReactNode } from 'react'
import { to } from '../../../lib/address.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Forbidden, NotFound } from '../../../ui/states.tsx'
import { useCan, useCompany } from '../../platform/session/index.ts'

const TABS = [
  { id: 'unsynced', label: 'Unsynced', href: to('/payments/ledger-entries/unsynced') },
  { id: 'synced', label: 'Synced', href: to('/payments/ledger-entries/synced') },
  { id: 'errored', label: 'Errored', href: to('/payments/ledger-entries/errored') },
  { id: 'payables', label: 'Payables', href: to('/payments/ledger/payables') },
  { id: 'trial-balance', label: 'Trial balance', href: to('/payments/ledger/trial-balance') },
] as const
export type AccountingTab = (typeof TABS)[number]['id']

interface AccountingFrameProps {
  tab: AccountingTab
  /** In the page's menu. */
  menu?: ReactNode
  children: ReactNode
}

/** The pages of payments accounting. Companies without payments have none. */
export const AccountingFrame = ({ tab, menu, children }: AccountingFrameProps) => {
  const { paymentsEnabled } = useCompany()
  const can = useCan()
  if (!paymentsEnabled) return <NotFound />
  if (!can('payments.accounting')) return <Forbidden />
  return (
    <>
      <PageHeader
        title="Accounting"
        tabTitle={`Accounting - ${TABS.find(({ id }) => id === tab)?.label}`}
        subtitle="What bills and payments are in the books, and on their way to the accounting system."
        menu={menu}
      />
      <LinkTabs label="Accounting" tabs={TABS} current={tab} />
      {children}
    </>
  )
}
