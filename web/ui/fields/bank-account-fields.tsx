import { Group } from '@mantine/core'
import {
  ACCOUNT_HOLDER_TYPES,
  ACCOUNT_HOLDER_WORDS,
  BANK_ACCOUNT_TYPES,
  BANK_ACCOUNT_WORDS,
} from '../../../schema/vendors/portal/values.ts'
import { OptionSelect } from './option-select.tsx'
import { TextField } from './text-field.tsx'

/** Fields of a bank account in the United States. Browsers don't remember what is typed. */

interface BankFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: as Mantine types the properties of an input
  form: { getInputProps: (field: string) => any }
}

export const HolderFields = ({ form }: BankFieldsProps) => (
  <>
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
  </>
)

/** @param kept what becomes of the account number */
export const BankNumberFields = ({ form, kept }: BankFieldsProps & { kept: string }) => (
  <>
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
      description={kept}
      required
      autoComplete="off"
      inputMode="numeric"
      {...form.getInputProps('accountNumber')}
    />
  </>
)
