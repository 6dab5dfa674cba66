import { Checkbox } from '@mantine/core'
import type { BillFormValues, FormField } from '../../../../../schema/money/bills/form-endpoints.ts'
import type { BodyForm } from '../../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../../ui/fields/calendar-date-field.tsx'
import { OptionSelect } from '../../../../ui/fields/option-select.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../../ui/form-frame.tsx'
import type { BillValues } from '../form-values.ts'
import classes from './lines.module.css'

export type BillForm = BodyForm<BillValues, unknown>

export interface FieldsProps {
  form: BillForm
  options: BillFormValues
}

export const optionsOf = (named: readonly { id: string; name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, label: name }))

/** Whether something that a line's cells don't show has to be corrected. */
export const hasExtraFault = (errors: Record<string, unknown>, index: number): boolean =>
  Object.keys(errors).some((path) => {
    const [, at, field = ''] = /^lines\.(\d+)\.(.+)$/.exec(path) ?? []
    return (
      at === String(index) && /^(amortization|erpAmortization|fields|segments|erpCustom|customSegments)/.test(field)
    )
  })

/** What a line has beyond its cells: how it is spread, and fields of the accounting system. */
export const LineExtras = ({ form, options, index }: FieldsProps & { index: number }) => {
  const path = `lines.${index}`
  return (
    <fieldset className={classes.extras} aria-label={`More of line ${index + 1}`}>
      {options.lineCustomFields.length + options.customSegments.length > 0 && (
        <FieldPair>
          {options.lineCustomFields.map((field) => (
            <FieldOfSystem key={field.scriptId} form={form} path={`${path}.fields`} field={field} />
          ))}
          {options.customSegments.map((field) => (
            <FieldOfSystem key={field.scriptId} form={form} path={`${path}.segments`} field={field} />
          ))}
        </FieldPair>
      )}
      <Amortization form={form} options={options} line={index} label="Amortize this line" />
    </fieldset>
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
      <Checkbox size="xs" label={label} checked={isOn} onChange={(event) => set(event.currentTarget.checked)} />
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
