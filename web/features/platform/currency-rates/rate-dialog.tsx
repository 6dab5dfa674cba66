import { Button, Group, Stack } from '@mantine/core'
import { createCurrencyRate, type SetRate } from '../../../../schema/platform/currency-rates/endpoints.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { todayIn } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { createRate, rateKeys, updateRate } from './api.ts'

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
  const { form, submit, isPending } = useEndpointForm(createCurrencyRate, {
    initial: { base: rate?.base ?? base, date: rate?.date ?? todayIn(), rate: rate?.rate ?? '' },
    run: (input, { commandId }) => (rate ? updateRate(rate, input, commandId) : createRate(input, commandId)),
    success: (_, input) => `1 ${input.base} is ${input.rate} ${currency}`,
    invalidates: [rateKeys.all],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
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
        <Button type="submit" loading={isPending}>
          Save rate
        </Button>
      </Group>
    </form>
  )
}
