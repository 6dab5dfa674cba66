import { Skeleton } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import {
  AddressCard,
  emailForwardingClasses as classes,
  HeldMessages,
  MessageList,
  SetupSteps,
  useEmailForwarding,
} from '../../../features/documents/inbound-mail/index.ts'
import { InvoiceAddressSettings } from '../../../features/money/bills/index.ts'
import { useCan } from '../../../features/platform/session/index.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'

const NOT_SET_UP =
  'Outlay doesn’t have a domain for receiving email yet. Ask your Outlay administrator to set one up. You can still upload documents.'

const Page = () => {
  const { data, error, refetch } = useEmailForwarding()
  const can = useCan()
  return (
    <>
      <PageHeader
        title="Email forwarding"
        subtitle="Invoices and other files emailed to your company’s address become documents."
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={220} />
      ) : data.companyAddress === null ? (
        <EmptyState icon={<IconMailOff size={20} aria-hidden />} title="Email isn’t set up" text={NOT_SET_UP} />
      ) : (
        <>
          <div className={classes.cards}>
            <AddressCard
              address={data.companyAddress}
              forwardsConfirmations={data.forwardsConfirmations}
              makesPdfOfBody={data.makesPdfOfBody}
            />
            <SetupSteps />
          </div>
          {can('payments.configure') && <InvoiceAddressSettings />}
          <HeldMessages />
          <MessageList address={data.companyAddress} />
        </>
      )}
    </>
  )
}

export const Route = createFileRoute('/_staff/settings/email-forwarding')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
