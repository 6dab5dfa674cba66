import { Button, Group, Stack } from '@mantine/core'
import { createSetupIntent } from '../../../../schema/money/payments/account-endpoints.ts'
import {
  ACCOUNT_HOLDER_TYPES,
  ACCOUNT_HOLDER_WORDS,
  type AccountHolderType,
  BANK_ACCOUNT_TYPES,
  BANK_ACCOUNT_WORDS,
  type BankAccountType,
} from '../../../../schema/vendors/portal/values.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
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
        <TextField label="Account holder" required autoComplete="off" {...form.getInputProps('accountHolderName')} />
        <Group grow align="flex-start">
          <OptionSelect
            label="Held by"
            required
            options={ACCOUNT_HOLDER_TYPES.map((value) => ({ value, label: ACCOUNT_HOLDER_WORDS[value] }))}
            {...form.getInputProps('accountHolderType')}
          />
          <OptionSelect
            label="Account type"
            required
            options={BANK_ACCOUNT_TYPES.map((value) => ({ value, label: BANK_ACCOUNT_WORDS[value] }))}
            {...form.getInputProps('bankAccountType')}
          />
        </Group>
        <TextField
          label="Routing number"
          description="Nine digits, for ACH."
          required
          autoComplete="off"
          inputMode="numeric"
          {...form.getInputProps('routingNumber')}
        />
        <TextField
          label="Account number"
          description="Goes to Stripe and isn’t kept in Outlay. By adding it, you allow Stripe to debit and credit this account when you ask for it."
          required
          autoComplete="off"
          inputMode="numeric"
          {...form.getInputProps('accountNumber')}
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
