import { Button, Group, Stack } from '@mantine/core'
import { scheduleBillPayment } from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import { formatCalendarDate } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { type BillPayment, PAYMENT_CHANGED } from './bill-payment-api.ts'

interface ScheduleDialogProps {
  payment: BillPayment
  paymentMethodId: string
  onClose: () => void
}

const whyOf = ({ suggestedPayOn }: BillPayment): string => {
  if (!suggestedPayOn) return 'A banking day. The bill has no due date, and the vendor has no payment terms.'
  const { day, due, isByTerms } = suggestedPayOn
  const because = isByTerms ? 'by the vendor’s payment terms' : 'by its due date'
  return `A banking day. To arrive by ${formatCalendarDate(due)}, when the bill is due ${because}, it leaves on ${formatCalendarDate(day)}.`
}

/** On which day a payment starts by itself. */
export const ScheduleDialog = ({ payment, paymentMethodId, onClose }: ScheduleDialogProps) => {
  const { form, submit, isPending } = useEndpointForm(scheduleBillPayment, {
    params: { billPaymentId: payment.id },
    initial: { payOn: payment.payOn ?? payment.suggestedPayOn?.day ?? null },
    toBody: ({ payOn }) => ({ payOn, paymentMethodId }),
    success: ({ payOn }) => `Scheduled for ${formatCalendarDate(payOn)}`,
    invalidates: PAYMENT_CHANGED,
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Schedule payment">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <CalendarDateField label="Leaves on" description={whyOf(payment)} required {...form.getInputProps('payOn')} />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Schedule payment
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
