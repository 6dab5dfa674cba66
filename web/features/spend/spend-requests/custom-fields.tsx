import type { UseFormReturnType } from '@mantine/form'
import { MultiSelect } from '../../../ui/choices/select.tsx'
import { asterisk } from '../../../ui/fields/field-props.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { FieldGroup } from '../../../ui/form-frame.tsx'
import type { AskedField } from './api.ts'
import type { SpendValues } from './form-values.ts'
import classes from './spend.module.css'

/** Fields that the rule sets of the chosen categories, departments and business units ask for. */
export const CustomFields = ({
  form,
  fields,
}: {
  form: UseFormReturnType<SpendValues>
  fields: readonly AskedField[]
}) => {
  if (fields.length === 0) return null
  return (
    <FieldGroup legend="More details">
      {fields.map((field) => (
        <CustomField key={field.id} form={form} field={field} />
      ))}
    </FieldGroup>
  )
}

const CustomField = ({ form, field }: { form: UseFormReturnType<SpendValues>; field: AskedField }) => {
  const { id, label, type, required, options } = field
  if (type === 'CUSTOM_COPY') return <p className={classes.copy}>{label}</p>
  const path = `customFields.${id}`
  const value = form.values.customFields[id]
  const set = (next: string | string[] | null): void => {
    form.clearFieldError(path)
    const { [id]: _, ...others } = form.values.customFields
    const isBlank = next === null || next.length === 0
    form.setFieldValue('customFields', isBlank ? others : { ...others, [id]: next })
  }
  const error = form.errors[path]
  const choices = options.map((option) => ({ value: option.id, label: option.label }))
  if (type === 'TEXT')
    return (
      <TextArea
        label={label}
        required={required}
        maxLength={5000}
        minRows={2}
        error={error}
        data-path={path}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  if (type === 'MULTI_CHOICE')
    return (
      <MultiSelect
        label={label}
        {...asterisk(required)}
        data={choices}
        error={error}
        data-path={path}
        value={Array.isArray(value) ? value : []}
        onChange={(next: string[]) => set(next)}
      />
    )
  return (
    <OptionSelect
      label={label}
      required={required}
      options={choices}
      error={error}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => set(next)}
    />
  )
}
