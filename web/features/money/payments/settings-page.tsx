import { Button, Menu } from '@mantine/core'
import { IconHistory, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { History } from '../../platform/audit/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { paymentKeys, usePaymentsAccount } from './api.ts'
import { Balance } from './balance.tsx'
import { BankAccountDialog } from './bank-account-dialog.tsx'
import { BankAccounts } from './bank-accounts.tsx'
import type { UseEntities } from './entity-dialog.tsx'
import { LimitsSection } from './limits-form.tsx'
import { paymentsSettingsSearch } from './search.ts'
import { PaymentsSettingsTabs } from './settings-tabs.tsx'

interface PaymentsSettingsPageProps {
  useEntities: UseEntities
  /** The accounts that bills and payments are written with. */
  accounting: ReactNode
}

/** Settings › Payments: the balance, transfers and bank accounts. */
export const PaymentsSettingsPage = ({ useEntities, accounting }: PaymentsSettingsPageProps) => {
  const { id: companyId } = useCompany()
  const [{ dialog }, setSearch] = usePageSearch(paymentsSettingsSearch)
  const { data: account, error, refetch } = usePaymentsAccount()
  if (error && !account) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!account) return <PageSpinner />
  const isActive = account.state === 'ACTIVE'
  return (
    <>
      <PageHeader
        title="Payments"
        tabTitle="Payments settings"
        subtitle="The balance that bills are paid from, and your bank accounts."
        menu={
          <>
            <Menu.Item
              leftSection={<IconUsers size={16} aria-hidden />}
              component={AppLink}
              href={to('/settings/payments/payment-details-approvers')}
            >
              Payment details approvers
            </Menu.Item>
            <Menu.Item
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={() => setSearch({ dialog: 'history' })}
            >
              History
            </Menu.Item>
          </>
        }
      />
      <PaymentsSettingsTabs current="accounts" />
      {isActive ? (
        <InOrder>
          <Balance />
          <LimitsSection />
          <BankAccounts onAdd={() => setSearch({ dialog: 'bank' })} useEntities={useEntities} />
          {accounting}
        </InOrder>
      ) : (
        <EmptyState
          title="Payments aren’t set up yet"
          text="Tell Stripe about your company and verify a bank account. Then bills can be paid from here."
          action={
            <Button component={AppLink} href={to('/settings/payments/onboarding')}>
              Set up payments
            </Button>
          }
        />
      )}
      {!isActive && accounting}
      <BankAccountDialog opened={dialog === 'bank' && isActive} onClose={() => setSearch({ dialog: undefined })} />
      <Dialog
        opened={dialog === 'history'}
        onClose={() => setSearch({ dialog: undefined })}
        title="History of the company"
      >
        <History targetType="COMPANY" targetId={companyId} queryKey={[...paymentKeys.all, 'history']} />
      </Dialog>
    </>
  )
}
