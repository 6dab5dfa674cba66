import { Button, Checkbox, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { BillFormValues, FormField } from '../../../../schema/money/bills/form-endpoints.ts'
import { openOfLine } from '../../../../schema/money/bills/match.ts'
import type { OrderForBill } from '../../../../schema/money/bills/match-endpoints.ts'
import { MOST_LINES } from '../../../../schema/money/bills/values.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import type { BodyForm } from '../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { RunningTotal } from '../../../ui/fields/running-total.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RemoveLine } from '../../../ui/remove-line.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import own from './bills.module.css'
import { type BillValues, nextLine, sumOf } from './form-values.ts'
import { useBillOrder } from './order-api.ts'
import { ERP } from './sources.ts'

export type BillForm = BodyForm<BillValues, unknown>

interface FieldsProps {
  form: BillForm
  options: BillFormValues
}

export const optionsOf = (named: readonly { id: string; name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, label: name }))

/** The lines of a bill, and how far they are from its total. */
export const LinesFields = ({ form, options, billId }: FieldsProps & { billId: string | undefined }) => {
  const { lines, totalAmount, currency } = form.values
  const sum = sumOf(form.values)
  const left = (totalAmount ?? 0) - sum
  const order = useBillOrder(form.values.purchaseOrderId, billId).data
  return (
    <>
      {lines.map((line, index) => (
        <LineFields
          key={line.key}
          form={form}
          options={options}
          index={index}
          isOnly={lines.length === 1}
          order={order}
        />
      ))}
      {form.errors.lines && <p className={own.error}>{form.errors.lines}</p>}
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={lines.length >= MOST_LINES}
          onClick={() => form.insertListItem('lines', { ...nextLine(lines), amount: left > 0 ? left : null })}
        >
          Add line
        </Button>
        <RunningTotal className={own.sum}>
          <span className={own.dim}>Lines</span> <MoneyText money={{ value: sum, currency }} />
          {totalAmount !== null && left !== 0 && (
            <span className={own.error}>
              {' '}
              <MoneyText money={{ value: Math.abs(left), currency }} /> {left > 0 ? 'less' : 'more'} than the total
            </span>
          )}
        </RunningTotal>
      </Group>
    </>
  )
}

interface LineFieldsProps extends FieldsProps {
  index: number
  isOnly: boolean
  /** The bill's purchase order, whose lines its own can be for. */
  order: OrderForBill | undefined
}

const LineFields = ({ form, options, index, isOnly, order }: LineFieldsProps) => {
  const path = `lines.${index}`
  const { currency } = form.values
  const line = form.values.lines[index]
  const { value: _, onChange, ...amount } = form.getInputProps(`${path}.amount`)
  const value = line?.amount ?? null
  return (
    <FieldGroup legend={`Line ${index + 1}`}>
      <FieldPair>
        <MoneyField
          key={currency}
          label="Amount"
          required
          {...amount}
          defaultCurrency={currency}
          value={value === null ? null : { value, currency }}
          onChange={(money) => onChange(money?.value ?? null)}
        />
        <TextField label="Memo" maxLength={4000} {...form.getInputProps(`${path}.memo`)} />
        {options.hasAccounts && (
          <AsyncOptionSelect
            kind="vendor"
            source={ERP.account}
            label="Account"
            required={options.needsAccounts}
            {...form.getInputProps(`${path}.erpAccountId`)}
          />
        )}
        {options.hasDepartments && (
          <AsyncOptionSelect
            kind="vendor"
            source={ERP.department}
            label="Department"
            {...form.getInputProps(`${path}.erpDepartmentMappingId`)}
          />
        )}
        {options.hasClasses && (
          <AsyncOptionSelect
            kind="vendor"
            source={ERP.class}
            label="Class"
            {...form.getInputProps(`${path}.erpBusinessUnitId`)}
          />
        )}
        {options.taxCodes.length > 0 && (
          <AsyncOptionSelect
            kind="vendor"
            source={ERP['tax-code']}
            label="Tax code"
            known={optionsOf(options.taxCodes)}
            {...form.getInputProps(`${path}.erpTaxCodeId`)}
          />
        )}
        {order && (
          <OptionSelect
            label="Line of the purchase order"
            placeholder="Whole order"
            options={order.lines.map((one, at) => ({
              value: one.id,
              label: `${at + 1}. ${one.description || 'No description'} · ${formatMoney({ value: openOfLine(order, one), currency: order.currency })} open`,
            }))}
            {...form.getInputProps(`${path}.purchaseOrderLineId`)}
          />
        )}
        {options.lineCustomFields.map((field) => (
          <FieldOfSystem key={field.scriptId} form={form} path={`${path}.fields`} field={field} />
        ))}
        {options.customSegments.map((field) => (
          <FieldOfSystem key={field.scriptId} form={form} path={`${path}.segments`} field={field} />
        ))}
      </FieldPair>
      <Amortization form={form} options={options} line={index} label="Amortize this line" />
      {!isOnly && <RemoveLine number={index + 1} onRemove={() => form.removeListItem('lines', index)} />}
    </FieldGroup>
  )
}

interface AmortizationProps extends FieldsProps {
  /** The line's place. Without one, it is about the whole bill. */
  line?: number
  label: string
}

const AMORTIZATION = ['amortizationStartDate', 'amortizationEndDate', 'erpAmortizationTemplateId'] as const

/** From which day to which an expense is spread. */
export const Amortization = ({ form, options, line, label }: AmortizationProps) => {
  const values = line === undefined ? form.values : form.values.lines[line]
  const at = (key: (typeof AMORTIZATION)[number]): string => (line === undefined ? key : `lines.${line}.${key}`)
  const isOn = values ? AMORTIZATION.some((key) => values[key] !== null) : false
  const set = (on: boolean): void => {
    for (const key of AMORTIZATION) form.setFieldValue(at(key), null)
    if (on) form.setFieldValue(at('amortizationStartDate'), form.values.invoiceDate ?? '')
  }
  return (
    <>
      <Checkbox label={label} checked={isOn} onChange={(event) => set(event.currentTarget.checked)} />
      {isOn && (
        <FieldPair>
          <CalendarDateField label="From" required {...form.getInputProps(at('amortizationStartDate'))} />
          <CalendarDateField label="To" required {...form.getInputProps(at('amortizationEndDate'))} />
          {options.amortizationTemplates.length > 0 && (
            <OptionSelect
              label="Template"
              options={optionsOf(options.amortizationTemplates)}
              {...form.getInputProps(at('erpAmortizationTemplateId'))}
            />
          )}
        </FieldPair>
      )}
    </>
  )
}

interface FieldOfSystemProps {
  form: BillForm
  /** Where the values by script id are in the form. */
  path: string
  field: FormField
}

/** A custom field or segment of the accounting system. */
export const FieldOfSystem = ({ form, path, field }: FieldOfSystemProps) => {
  // Script ids have no dots, but they aren't fields that the form knows from the start.
  const at = `${path}.${field.scriptId}`
  const { value, onChange, ...rest } = form.getInputProps(at)
  if (field.options.length > 0)
    return (
      <OptionSelect
        label={field.name}
        options={field.options}
        {...rest}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  return <TextField label={field.name} maxLength={4000} {...rest} value={value ?? ''} onChange={onChange} />
}
