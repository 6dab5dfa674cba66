import { Button, Group, Stack } from '@mantine/core'
import { loadFunds, type PaymentMethod, transferFunds } from '../../../../schema/money/payments/account-endpoints.ts'
import { PAYMENTS_CURRENCY, type TransferKind } from '../../../../schema/money/payments/values.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { formatMoney } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { paymentKeys } from './api.ts'
import { bankName } from './words.ts'

interface TransferDialogProps {
  kind: TransferKind | null
  banks: readonly PaymentMethod[]
  available: Money | undefined
  onClose: () => void
}

const TITLES: Record<TransferKind, string> = { LOAD: 'Add funds', WITHDRAWAL: 'Move to bank account' }
const DONE: Record<TransferKind, string> = {
  LOAD: 'Adding funds. This usually takes some business days.',
  WITHDRAWAL: 'On its way to your bank account.',
}

/** Moves money between the balance and a verified bank account. */
export const TransferDialog = ({ kind, onClose, ...props }: TransferDialogProps) => (
  <Dialog opened={kind !== null} onClose={onClose} title={kind ? TITLES[kind] : ''}>
    {kind && <TransferForm kind={kind} onClose={onClose} {...props} />}
  </Dialog>
)

type FormProps = Omit<TransferDialogProps, 'kind'> & { kind: TransferKind }

const TransferForm = ({ kind, banks, available, onClose }: FormProps) => {
  const { form, submit, isPending } = useEndpointForm(kind === 'LOAD' ? loadFunds : transferFunds, {
    initial: {
      paymentMethodId: banks.find(({ isDefault }) => isDefault)?.id ?? banks[0]?.id ?? null,
      amount: null as Money | null,
    },
    toBody: ({ paymentMethodId, amount }) => ({ paymentMethodId, amount: amount?.value ?? null }),
    moreFaults: ({ amount }): Record<string, string> =>
      kind === 'WITHDRAWAL' && available && (amount?.value ?? 0) > available.value
        ? { amount: `Only ${formatMoney(available)} is available` }
        : {},
    success: DONE[kind],
    invalidates: [paymentKeys.money],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <OptionSelect
          label={kind === 'LOAD' ? 'From' : 'To'}
          required
          options={banks.map((bank) => ({ value: bank.id, label: bankName(bank) }))}
          {...form.getInputProps('paymentMethodId')}
        />
        <MoneyField
          label="Amount"
          description={kind === 'WITHDRAWAL' && available ? `${formatMoney(available)} is available.` : undefined}
          required
          defaultCurrency={PAYMENTS_CURRENCY}
          {...form.getInputProps('amount')}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {TITLES[kind]}
        </Button>
      </Group>
    </form>
  )
}
