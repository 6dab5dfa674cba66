import { Button, Group, Menu, Text } from '@mantine/core'
import { IconBuildingBank, IconMail, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { Section } from '../../../ui/details.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import {
  type BillPayment,
  revealNumber,
  useChooseDetails,
  useDecideDetails,
  useDeleteDetails,
  useTakeShared,
  useVendorDetails,
  type VendorDetails,
} from './bill-payment-api.ts'
import { DetailsDialog } from './details-dialogs.tsx'
import classes from './payments.module.css'
import { detailsState } from './words.ts'

interface SectionProps {
  id: string
  title: string
  erpVendor: { id: string; name: string }
  /** Whether others can be added now. */
  canAdd: boolean
  /** The dialog in which the vendor is asked for them. Null if it can't be. */
  invite: ((onClose: () => void) => ReactNode) | null
  /** The payment that they are looked at for. */
  payment?: BillPayment
}

/** The bank details of a vendor of the accounting system: entered, asked for, confirmed by someone else. */
export const VendorDetailsSection = ({ id, title, erpVendor, canAdd, invite, payment }: SectionProps) => {
  const { data, error, refetch } = useVendorDetails(erpVendor.id)
  const [dialog, setDialog] = useState<'enter' | 'invite' | null>(null)
  const take = useTakeShared(erpVendor.id)
  const add = (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
          Add bank details
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconBuildingBank size={16} aria-hidden />} onClick={() => setDialog('enter')}>
          Enter bank details
        </Menu.Item>
        {invite && (
          <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={() => setDialog('invite')}>
            Invite the vendor to add them
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
  return (
    <Section id={id} title={title} aside={canAdd ? add : undefined}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.paymentInformation.length === 0 && data.shared.length === 0 && (
        <EmptyState title="No bank details yet" text="Enter them, or invite the vendor to add them in the portal." />
      )}
      <ul className={classes.details}>
        {data?.paymentInformation.map((details) => (
          <Details key={details.id} details={details} payment={payment} />
        ))}
        {data?.shared.map((account) => (
          <li key={account.id} className={classes.detail}>
            <div>
              <Text fw={500}>
                {maskedAccount(account.lastFourAccountNumber)} of {account.accountHolderName}
              </Text>
              <Text size="sm" c="dimmed">
                Shared by {account.vendorCompanyName} in the portal, routing number {account.routingNumber}
              </Text>
            </div>
            {canAdd && (
              <Button variant="default" size="xs" loading={take.isPending} onClick={() => take.send(account.id)}>
                Use shared details
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog === 'enter' && <DetailsDialog erpVendor={erpVendor} onClose={() => setDialog(null)} />}
      {dialog === 'invite' && invite?.(() => setDialog(null))}
    </Section>
  )
}

const Details = ({ details, payment }: { details: VendorDetails; payment: BillPayment | undefined }) => {
  const { id, status, paymentInformation: account } = details
  const remove = useDeleteDetails()
  const [shown, setShown] = useState<string | null>(null)
  const reveal = useCommand({
    run: (_: undefined, { commandId }) => revealNumber(id, commandId),
    onSuccess: setShown,
  })
  const name = `${maskedAccount(account.lastFourAccountNumber)} of ${account.accountHolderName}`
  const isOfPayment = payment?.erpVendorPaymentInformationId === id
  const ask = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Delete ${name}?`,
      text: 'New payments can’t use these bank details. The history keeps that they were there.',
      confirmLabel: 'Delete bank details',
      danger: true,
    })
    if (agreed) remove.send(id)
  }
  return (
    <li className={classes.detail}>
      <div>
        <Group gap="xs">
          <Text fw={500} component="span">
            {shown ? `${shown} of ${account.accountHolderName}` : name}
          </Text>
          <StatusBadge {...detailsState(details)} />
          {isOfPayment && <Text size="sm">Used for this payment</Text>}
        </Group>
        <Text size="sm" c="dimmed">
          Routing number {account.routingNumber}, {details.isSharedByVendorCompany ? 'taken over' : 'entered'} by{' '}
          {details.createdBy.name} <DateText instant={details.createdAt} />
          {details.confirmedBy.length > 0 && `, confirmed by ${details.confirmedBy.join(' and ')}`}
        </Text>
        {status === 'CONFIRMED' && details.heldUntil && (
          <Text size="sm">
            In quarantine: payments to this vendor are held until <DateText instant={details.heldUntil} />
          </Text>
        )}
        {status === 'WAITING' && (
          <Text size="sm">
            {details.confirmedBy.length} of {details.confirmationsNeeded} confirmations
            {details.heldUntil && (
              <>
                . Payments are held until <DateText instant={details.heldUntil} /> at the earliest
              </>
            )}
            {details.decisionFault && `. ${details.decisionFault}`} {details.confirmableBy}
          </Text>
        )}
        {reveal.error && (
          <Text size="sm" role="alert">
            {errorMessage(reveal.error)}
          </Text>
        )}
      </div>
      <Group gap="xs">
        {details.canDecide && <DecideOnDetails details={details} />}
        {status === 'CONFIRMED' && !isOfPayment && payment?.can.addDetails && <Choose id={id} payment={payment} />}
        {shown ? (
          <Button size="xs" variant="subtle" onClick={() => setShown(null)}>
            Hide number
          </Button>
        ) : (
          <Button size="xs" variant="subtle" loading={reveal.isPending} onClick={() => reveal.send(undefined)}>
            Show number
          </Button>
        )}
        {status !== 'REJECTED' && details.canDelete && (
          <Button size="xs" variant="subtle" color="red" onClick={() => void ask()}>
            Delete
          </Button>
        )}
      </Group>
    </li>
  )
}

/** For someone who can confirm them. */
export const DecideOnDetails = ({ details: { id } }: { details: VendorDetails }) => {
  const decide = useDecideDetails()
  return (
    <Group gap="xs" wrap="nowrap" display="inline-flex">
      <Button size="xs" loading={decide.isPending} onClick={() => decide.send({ id, should: true })}>
        Confirm bank details
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={decide.isPending}
        onClick={() => decide.send({ id, should: false })}
      >
        Reject
      </Button>
    </Group>
  )
}

const Choose = ({ id, payment }: { id: string; payment: BillPayment }) => {
  const choose = useChooseDetails(payment.id)
  return (
    <Button size="xs" variant="default" loading={choose.isPending} onClick={() => choose.send(id)}>
      Use for this payment
    </Button>
  )
}
