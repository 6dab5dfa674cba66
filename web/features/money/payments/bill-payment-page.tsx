import { Alert, Button, Group, Menu } from '@mantine/core'
import { IconBan, IconCalendarOff, IconCalendarTime, IconCash, IconCashOff, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { isHeldWords } from '../../../../schema/money/checks/values.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { Columns, Fact, Facts, Section } from '../../../ui/details.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { VendorName } from '../../../ui/vendor-name.tsx'
import { BillChecks } from '../checks/index.ts'
import { SyncOfPayment } from '../ledger/index.ts'
import { usePaymentMethods } from './api.ts'
import {
  type BillPayment,
  PAYMENT_TRANSACTIONS,
  useBillPayment,
  useCancel,
  usePaidOutside,
  useSendAdvice,
  useSetMethod,
  useStart,
  useUnschedule,
} from './bill-payment-api.ts'
import { InviteDialog } from './details-dialogs.tsx'
import classes from './payments.module.css'
import { useCreateRun } from './run-api.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { VendorDetailsSection } from './vendor-details.tsx'
import { bankName, eventReason, eventWords, paymentState } from './words.ts'

/** One payment of a bill: what is paid to whom, from where, and what happened to it. */
export const BillPaymentPage = ({ id }: { id: string }) => {
  const { data, error, refetch } = useBillPayment(id)
  if (data) return <Loaded payment={data} />
  return (
    <PendingPage
      title="Bill payment"
      breadcrumbs={[PAYMENT_TRANSACTIONS]}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

const Loaded = ({ payment }: { payment: BillPayment }) => (
  <>
    <Header payment={payment} />
    {payment.outboundPaymentFailReason && (
      <Alert
        color="red"
        title={payment.status === 'RETURNED' ? 'The bank returned it' : 'It could not be paid'}
        mb="md"
      >
        {payment.outboundPaymentFailReason}
      </Alert>
    )}
    <BillChecks billId={payment.billId} />
    {payment.startFault && !isHeldWords(payment.startFault) && (
      <Alert color="yellow" title="You can’t start this payment" mb="md">
        {payment.startFault} {payment.startableBy}
      </Alert>
    )}
    <Columns>
      <Section id="payment" title="Payment" first>
        <Facts>
          <Fact label="Vendor">
            <VendorName id={payment.vendorId} name={payment.erpVendor.name} />
          </Fact>
          <Fact label="Bill">
            <AppLink className="ol-link" href={to('/payments/bills/$billId/{-$tab}', { billId: payment.billId })}>
              {payment.invoiceNumber}
            </AppLink>
          </Fact>
          <Fact label="Due">{payment.dueDate && <CalendarDateText date={payment.dueDate} />}</Fact>
          <Fact label="Paid to">
            {payment.accountNumber && `${payment.accountNumber} of ${payment.accountHolderName}`}
          </Fact>
          <Fact label="Routing number">{payment.routingNumber}</Fact>
          <Fact label="Payment advice to">{payment.remittanceEmail}</Fact>
          <Fact label="Paid from">
            {payment.can.changeMethod ? (
              <Method payment={payment} />
            ) : (
              payment.paymentMethod && bankName(payment.paymentMethod)
            )}
          </Fact>
          {payment.payOn && (
            <Fact label="Scheduled">
              <CalendarDateText date={payment.payOn} />, early in the morning at the banks
              {payment.scheduledBy && `, by ${payment.scheduledBy.name}`}
            </Fact>
          )}
          <Fact label="Started by">{payment.startedBy?.name}</Fact>
          <Fact label="Expected">
            {payment.expectedArrivalDate && <CalendarDateText date={payment.expectedArrivalDate} />}
          </Fact>
          <Fact label="Paid">{payment.paidAt && <DateText instant={payment.paidAt} />}</Fact>
        </Facts>
      </Section>
      <Section id="events" title="What happened" first>
        <ol className={classes.events}>
          {payment.paymentTransferEvents.map((event) => (
            <li key={`${event.createdAt}${event.eventType}`}>
              {eventWords(event)} <DateText instant={event.createdAt} />
              {event.createdBy && ` by ${event.createdBy}`}
              {eventReason(event) && `: ${eventReason(event)}`}
            </li>
          ))}
          <li>
            Bill approved <DateText instant={payment.createdAt} />
          </li>
        </ol>
      </Section>
    </Columns>
    <SyncOfPayment billPaymentId={payment.id} isPaid={payment.status === 'PAID'}>
      {(content) => (
        <Section id="accounting" title="Accounting">
          {content}
        </Section>
      )}
    </SyncOfPayment>
    <VendorDetailsSection
      id="bank-details"
      title="Bank details of the vendor"
      erpVendor={payment.erpVendor}
      canAdd={payment.can.addDetails}
      invite={(onClose) => <InviteDialog billPaymentId={payment.id} onClose={onClose} />}
      payment={payment}
    />
    {payment.vendorCompanyInvitations.length > 0 && (
      <Section id="invitations" title="Invitations of the vendor">
        <ul className={classes.events}>
          {payment.vendorCompanyInvitations.map(({ id, toUser, fromUser, status, message }) => (
            <li key={id}>
              {toUser}, invited by {fromUser}: {status.toLowerCase()}
              {message && `. “${message}”`}
            </li>
          ))}
        </ul>
      </Section>
    )}
  </>
)

const Header = ({ payment }: { payment: BillPayment }) => {
  const { id, can } = payment
  const start = useStart(id)
  const ask = useCreateRun(() => undefined)
  const cancel = useCancel(id)
  const outside = usePaidOutside(id)
  const advice = useSendAdvice(id)
  const unschedule = useUnschedule(id)
  const [schedules, setSchedules] = useState(false)
  const amount = formatMoney(payment.amount)
  const pay = async (): Promise<void> => {
    const { paymentMethod } = payment
    if (!paymentMethod) return
    if (payment.needsSecondPerson) {
      const agreed = await confirm({
        title: `Ask a second person to pay ${amount}?`,
        text: 'Together with what you started today, this reaches your company’s limit, so someone else must confirm it first.',
        confirmLabel: 'Ask a second person',
      })
      if (agreed) ask.send({ billPaymentIds: [id], paymentMethodId: paymentMethod.id, payWhen: 'NOW' })
      return
    }
    const agreed = await confirm({
      title: `Pay ${amount} to ${payment.erpVendor.name}?`,
      text: `It is sent from the payments balance to ${payment.accountNumber} of ${withStop(payment.accountHolderName ?? '')} Until the bank has sent it, it can be canceled.`,
      confirmLabel: `Pay ${amount}`,
    })
    if (agreed) start.send(paymentMethod.id)
  }
  const askToCancel = async (): Promise<void> => {
    const agreed = await confirm({
      title: 'Cancel this payment?',
      text: 'The bill stays approved, and its payment can be started again.',
      confirmLabel: 'Cancel payment',
      cancelLabel: 'Keep payment',
      danger: true,
    })
    if (agreed) cancel.send(undefined)
  }
  return (
    <>
      <PageHeader
        title={`${payment.erpVendor.name} ${payment.invoiceNumber}`}
        tabTitle={`${payment.invoiceNumber} - Bill payment`}
        breadcrumbs={[PAYMENT_TRANSACTIONS]}
        state={<StatusBadge {...paymentState(payment.status)} />}
        subtitle={<MoneyText money={payment.amount} />}
        action={
          can.start &&
          payment.paymentMethod && (
            <Button
              leftSection={<IconCash size={16} aria-hidden />}
              loading={start.isPending || ask.isPending}
              onClick={() => void pay()}
            >
              {payment.needsSecondPerson ? 'Ask a second person' : `Pay ${amount}`}
            </Button>
          )
        }
        menu={
          (can.schedule || can.cancel || can.markPaidOutside || can.unmarkPaidOutside || can.sendRemittanceEmail) && (
            <>
              {can.schedule && payment.paymentMethod && (
                <Menu.Item leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={() => setSchedules(true)}>
                  {payment.payOn ? 'Change the day' : 'Schedule payment'}
                </Menu.Item>
              )}
              {can.unschedule && (
                <Menu.Item
                  leftSection={<IconCalendarOff size={16} aria-hidden />}
                  onClick={() => unschedule.send(undefined)}
                >
                  Take off the schedule
                </Menu.Item>
              )}
              {can.sendRemittanceEmail && (
                <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={() => advice.send(undefined)}>
                  Send payment advice
                </Menu.Item>
              )}
              {can.markPaidOutside && (
                <Menu.Item leftSection={<IconCashOff size={16} aria-hidden />} onClick={() => outside.send(true)}>
                  Mark as paid outside
                </Menu.Item>
              )}
              {can.unmarkPaidOutside && (
                <Menu.Item leftSection={<IconCashOff size={16} aria-hidden />} onClick={() => outside.send(false)}>
                  Not paid outside
                </Menu.Item>
              )}
              {can.cancel && (
                <Menu.Item
                  color="red"
                  leftSection={<IconBan size={16} aria-hidden />}
                  onClick={() => void askToCancel()}
                >
                  Cancel payment
                </Menu.Item>
              )}
            </>
          )
        }
      />
      {schedules && payment.paymentMethod && (
        <ScheduleDialog
          payment={payment}
          paymentMethodId={payment.paymentMethod.id}
          onClose={() => setSchedules(false)}
        />
      )}
    </>
  )
}

/** The bank account of the company, which the payment is booked with. */
const Method = ({ payment }: { payment: BillPayment }) => {
  const { data = [] } = usePaymentMethods()
  const set = useSetMethod(payment.id)
  const [chosen, setChosen] = useState(payment.paymentMethodId)
  const verified = data.filter(({ status }) => status === 'VERIFIED')
  return (
    <Group gap="xs">
      <Select
        aria-label="Paid from"
        placeholder="Choose a bank account"
        data={verified.map((bank) => ({ value: bank.id, label: bankName(bank) }))}
        value={chosen}
        allowDeselect={false}
        disabled={set.isPending}
        onChange={(next) => {
          setChosen(next)
          if (next && next !== payment.paymentMethodId) set.send(next)
        }}
      />
    </Group>
  )
}
