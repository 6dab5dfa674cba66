import { Skeleton } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AddressCard } from '../../../features/documents/inbound-mail/address-card.tsx'
import { useEmailForwarding } from '../../../features/documents/inbound-mail/api.ts'
import classes from '../../../features/documents/inbound-mail/email-forwarding.module.css'
import { HeldMessages } from '../../../features/documents/inbound-mail/held-messages.tsx'
import { MessageList } from '../../../features/documents/inbound-mail/message-list.tsx'
import { SetupSteps } from '../../../features/documents/inbound-mail/setup-steps.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'

const NOT_SET_UP =
  'Outlay doesn’t have a domain for receiving email yet. Ask your Outlay administrator to set one up. You can still upload documents.'

const Page = () => {
  const { data, error, refetch } = useEmailForwarding()
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
