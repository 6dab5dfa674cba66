import { Button, Group, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { newCurrencyRate, type SetRate } from '../../../../schema/platform/currency-rates/endpoints.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { isApiError } from '../../../lib/errors.ts'
import { todayIn } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { createRate, type NewRate, rateKeys, updateRate } from './api.ts'

export interface RateDialogProps {
  /** The company's currency. */
  currency: Currency
  /** The rate being changed. Without it a new one. */
  rate: SetRate | null
  /** The values that a new rate starts with. */
  base: Currency | null
  onClose: () => void
}

/** Sets the rate of a currency from a day on, or changes one that was set. */
export const RateDialog = (props: RateDialogProps & { opened: boolean }) => (
  <Dialog
    opened={props.opened}
    onClose={props.onClose}
    title={props.rate ? 'Change exchange rate' : 'Set exchange rate'}
  >
    {props.opened && <RateForm {...props} />}
  </Dialog>
)

const RateForm = ({ currency, rate, base, onClose }: RateDialogProps) => {
  const form = useForm({
    initialValues: {
      base: (rate?.base ?? base) as string | null,
      date: (rate?.date ?? todayIn()) as string | null,
      rate: rate?.rate ?? '',
    },
    validate: schemaResolver(newCurrencyRate, { sync: true }),
  })
  const save = useCommand<NewRate, unknown>({
    run: (input, { commandId }) => (rate ? updateRate(rate, input, commandId) : createRate(input, commandId)),
    form,
    success: (_, input) => `1 ${input.base} is ${input.rate} ${currency}`,
    invalidates: [rateKeys.all],
    onSuccess: onClose,
    onError: (error) => isApiError(error, 'INVALID') && error.fields !== undefined,
  })
  return (
    <form onSubmit={form.onSubmit((input) => save.send(newCurrencyRate.parse(input)))} noValidate>
      <Stack gap="md">
        <OptionSelect
          label="Currency"
          required
          readOnly={rate !== null}
          options={CURRENCIES.filter((code) => code !== currency).map((code) => ({ value: code, label: code }))}
          {...form.getInputProps('base')}
        />
        <TextField
          label={`Value of 1 ${form.values.base ?? 'unit'} in ${currency}`}
          placeholder="1.27"
          required
          autoComplete="off"
          inputMode="decimal"
          {...form.getInputProps('rate')}
        />
        <CalendarDateField
          label="From"
          description="Applies from this date until the next rate you set."
          required
          {...form.getInputProps('date')}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save rate
        </Button>
      </Group>
    </form>
  )
}
