import { Button, Group, Stack } from '@mantine/core'
import { z } from 'zod'
import { updateVendorPaymentInformation } from '../../../../schema/money/payments/details-endpoints.ts'
import { email, limitedText } from '../../../../schema/shared/values.ts'
import type { AccountHolderType, BankAccountType } from '../../../../schema/vendors/portal/values.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { BankNumberFields, HolderFields } from '../../../ui/fields/bank-account-fields.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { inviteVendor, PAYMENT_CHANGED } from './bill-payment-api.ts'

interface Buttons {
  onClose: () => void
  isPending: boolean
  submit: string
}

const DialogButtons = ({ onClose, isPending, submit }: Buttons) => (
  <Group justify="flex-end" gap="xs" mt="lg">
    <Button variant="subtle" color="gray" onClick={onClose}>
      Cancel
    </Button>
    <Button type="submit" loading={isPending}>
      {submit}
    </Button>
  </Group>
)

interface DetailsDialogProps {
  erpVendor: { id: string; name: string }
  onClose: () => void
}

/** Enters bank details of a vendor by hand. */
export const DetailsDialog = ({ erpVendor, onClose }: DetailsDialogProps) => {
  const { form, submit, isPending } = useEndpointForm(updateVendorPaymentInformation, {
    params: { erpVendorId: erpVendor.id },
    initial: {
      accountHolderName: erpVendor.name,
      accountHolderType: 'COMPANY' as AccountHolderType,
      bankAccountType: 'CHECKING' as BankAccountType,
      routingNumber: '',
      accountNumber: '',
      remittanceEmail: '',
    },
    success: 'Bank details entered. Someone else has to confirm them.',
    invalidates: PAYMENT_CHANGED,
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={`Bank details of ${erpVendor.name}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <HolderFields form={form} />
          <BankNumberFields form={form} kept="Kept encrypted. Only the last four digits are shown from now on." />
          <TextField
            label="Email for payment advices"
            type="email"
            autoComplete="off"
            {...form.getInputProps('remittanceEmail')}
          />
        </Stack>
        <DialogButtons onClose={onClose} isPending={isPending} submit="Enter bank details" />
      </form>
    </Dialog>
  )
}

const invitation = { body: z.object({ email, message: limitedText(2000) }) }

/** Asks the vendor to enter its bank details in the portal and to share them. */
export const InviteDialog = ({ billPaymentId, onClose }: { billPaymentId: string; onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(invitation, {
    initial: { email: '', message: '' },
    run: (body, { commandId }) => inviteVendor(billPaymentId, body, commandId),
    success: 'Invitation sent',
    invalidates: PAYMENT_CHANGED,
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Invite the vendor to add bank details">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextField
            label="Email"
            type="email"
            required
            description="They get a link to the vendor portal, where they enter their bank details and share them with you."
            {...form.getInputProps('email')}
          />
          <TextArea label="Message" minRows={3} maxLength={2000} {...form.getInputProps('message')} />
        </Stack>
        <DialogButtons onClose={onClose} isPending={isPending} submit="Send invitation" />
      </form>
    </Dialog>
  )
}
