import { Button, Checkbox, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { lastDayToCancel } from '../../../../schema/vendors/services/rules.ts'
import { formatCalendarDate } from '../../../lib/format.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { inOtherUnits } from '../../../ui/fields/minor-units.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useCompany } from '../../platform/session/index.ts'
import { computedTotal, type PeriodValues, type ServiceFormValues } from './form-values.ts'
import { ReminderDates } from './reminder-dates.tsx'
import classes from './services.module.css'
import { moneyOf } from './words.tsx'

interface PeriodFieldsProps {
  form: UseFormReturnType<ServiceFormValues>
  index: number
  period: PeriodValues
  /** The custom fields. */
  children?: ReactNode
}

const AMOUNTS = ['costPerUnit', 'tax', 'savings', 'totalServicePeriodCost'] as const
const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code }))

/** Notice that is longer than the period is possible, and more often a wrong number. */
const noticeText = (cancelBy: string | null, { startDate, isOpen }: PeriodValues): string => {
  if (isOpen) return 'How long before it can end.'
  if (cancelBy === null) return 'How long before the end.'
  const last = `Last day to cancel: ${formatCalendarDate(cancelBy)}`
  return startDate && cancelBy < startDate
    ? `${last}, before the period starts. Is the notice really longer than the period?`
    : last
}

/** One period of a service: its dates, cost and notes. */
export const PeriodFields = ({ form, index, period, children }: PeriodFieldsProps) => {
  const { enableCurrencies } = useCompany()
  const path = `servicePeriods.${index}`
  const { currency } = period
  const computed = computedTotal(period)
  const endDate = period.isOpen ? null : period.endDate
  const cancelBy = lastDayToCancel(endDate, period.noticeDays)
  const changeCurrency = (next: string | null) => {
    if (!next) return
    const code = next as Currency
    const amounts = Object.fromEntries(AMOUNTS.map((key) => [key, inOtherUnits(period[key], currency, code)]))
    form.setFieldValue(path, { ...period, ...amounts, currency: code } as never)
  }
  const amount = (key: (typeof AMOUNTS)[number], label: string, description?: string) => {
    const { value: _, onChange, ...props } = form.getInputProps(`${path}.${key}`)
    return (
      <MoneyField
        key={`${key} ${currency}`}
        label={label}
        {...(description && { description })}
        {...props}
        defaultCurrency={currency}
        value={moneyOf(period[key], currency)}
        onChange={(money) => onChange(money?.value ?? null)}
      />
    )
  }
  return (
    <FieldGroup legend={`Service period ${index + 1}`}>
      <FieldPair>
        <CalendarDateField label="Start date" required {...form.getInputProps(`${path}.startDate`)} />
        <div>
          {!period.isOpen && <CalendarDateField label="End date" required {...form.getInputProps(`${path}.endDate`)} />}
          <Checkbox
            label="Runs month to month"
            className={classes.noEnd}
            {...form.getInputProps(`${path}.isOpen`, { type: 'checkbox' })}
          />
        </div>
        <NumberField label="Units per month" min={0} decimals={4} {...form.getInputProps(`${path}.unitsPerMonth`)} />
        {amount('costPerUnit', 'Monthly unit cost')}
        {amount('tax', period.isOpen ? 'Monthly tax' : 'Tax')}
        {amount('savings', period.isOpen ? 'Monthly savings' : 'Savings')}
        {!period.isOpen && amount('totalServicePeriodCost', 'Total cost', 'Leave blank to calculate it.')}
        {enableCurrencies && (
          <OptionSelect
            label="Currency"
            required
            options={CURRENCY_OPTIONS}
            value={currency}
            onChange={changeCurrency}
          />
        )}
      </FieldPair>
      {computed !== null && (
        <p className={classes.total}>
          <span className={classes.dim}>
            {period.isOpen ? 'Units × cost + tax − savings, each month' : 'Units × cost × months + tax − savings'}
          </span>
          <strong>
            <MoneyText money={moneyOf(computed, currency)} />
          </strong>
        </p>
      )}
      <TextArea label="Note" minRows={2} maxLength={2000} {...form.getInputProps(`${path}.note`)} />
      <FieldPair>
        <NumberField
          label="Notice period in days"
          description={noticeText(cancelBy, period)}
          min={0}
          decimals={0}
          {...form.getInputProps(`${path}.noticeDays`)}
        />
        <TextField
          label="Auto-renewal detail"
          description="What the contract says about renewal."
          maxLength={2000}
          {...form.getInputProps(`${path}.autoRenewDetail`)}
        />
      </FieldPair>
      <ReminderDates
        endDate={endDate}
        cancelBy={cancelBy}
        {...form.getInputProps(`${path}.renewalReminders`)}
        value={period.renewalReminders}
      />
      {children}
      <Group justify="flex-end">
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => form.removeListItem('servicePeriods', index)}
        >
          Remove period {index + 1}
        </Button>
      </Group>
    </FieldGroup>
  )
}
