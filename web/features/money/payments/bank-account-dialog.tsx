import { Button, Group, Stack } from '@mantine/core'
import { createSetupIntent } from '../../../../schema/money/payments/account-endpoints.ts'
import type { AccountHolderType, BankAccountType } from '../../../../schema/vendors/portal/values.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { BankNumberFields, HolderFields } from '../../../ui/fields/bank-account-fields.tsx'
import { paymentKeys } from './api.ts'

interface BankAccountDialogProps {
  opened: boolean
  onClose: () => void
}

/** Adds one of the company's own bank accounts. */
export const BankAccountDialog = ({ opened, onClose }: BankAccountDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Add bank account">
    {opened && <BankAccountForm onClose={onClose} />}
  </Dialog>
)

const BankAccountForm = ({ onClose }: { onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(createSetupIntent, {
    initial: {
      accountHolderName: '',
      accountHolderType: 'COMPANY' as AccountHolderType,
      bankAccountType: 'CHECKING' as BankAccountType,
      routingNumber: '',
      accountNumber: '',
    },
    success: 'Bank account added. Confirm the deposits when they arrive.',
    invalidates: [paymentKeys.all],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <HolderFields form={form} />
        <BankNumberFields
          form={form}
          kept="Goes to Stripe and isn’t kept in Outlay. By adding it, you allow Stripe to debit and credit this account when you ask for it."
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Add bank account
        </Button>
      </Group>
    </form>
  )
}
