import { SegmentedControl, TagsInput } from '@mantine/core'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import { lookupKindOf } from '../../../../schema/requests/forms/question-kinds.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { useCompany } from '../session/index.ts'
import type { Condition } from './condition-list.ts'
import classes from './conditions.module.css'

interface ConditionValueProps {
  id: string
  condition: Condition
  source: Question
  onChange: (next: Condition) => void
}

/** The value an answer is compared with, in a picker that fits the question. */
export const ConditionValue = ({ id, condition, source, onChange }: ConditionValueProps) => {
  if (condition.kind === 'boolean') {
    return (
      <div className={classes.value}>
        <span className={classes.operator}>is</span>
        <SegmentedControl
          id={id}
          size="xs"
          aria-label={`Answer of ${source.label}`}
          value={condition.value ? 'yes' : 'no'}
          onChange={(next) => onChange({ ...condition, value: next === 'yes' })}
          data={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
        />
      </div>
    )
  }
  if (condition.kind === 'numeric') {
    return (
      <div className={classes.bounds}>
        <Bound
          id={id}
          label="At least"
          source={source}
          value={condition.minimum}
          onChange={(minimum) => onChange({ ...condition, minimum })}
        />
        <Bound
          id={`${id}-maximum`}
          label="At most"
          source={source}
          value={condition.maximum}
          onChange={(maximum) => onChange({ ...condition, maximum })}
        />
      </div>
    )
  }
  return (
    <div className={classes.value}>
      <span className={classes.operator}>is any of</span>
      <div className={classes.picker}>
        <Values id={id} condition={condition} source={source} onChange={onChange} />
      </div>
    </div>
  )
}

interface BoundProps {
  id: string
  label: string
  source: Question
  value: number | null
  onChange: (next: number | null) => void
}

/** Money is compared in the company's currency, whatever the request's currency. */
const Bound = ({ id, label, source, value, onChange }: BoundProps) => {
  const { currency } = useCompany()
  if (source.type === 'NUMBER') {
    return <NumberField id={id} label={label} placeholder="No limit" value={value} onChange={onChange} allowNegative />
  }
  return (
    <MoneyField
      id={id}
      label={`${label} (${currency})`}
      placeholder="No limit"
      defaultCurrency={currency}
      value={value === null ? null : { value, currency }}
      onChange={(money) => onChange(money?.value ?? null)}
    />
  )
}

const Values = ({ id, condition, source, onChange }: ConditionValueProps & { condition: { kind: 'anyOf' } }) => {
  const values = (condition as Condition & { kind: 'anyOf' }).values
  const change = (next: string[]): void => onChange({ kind: 'anyOf', questionId: source.id, values: next })
  const label = `Values of ${source.label}`
  const lookup = lookupKindOf(source.type)
  if (lookup && source.options.length === 0)
    return <AsyncOptionSelect id={id} multiple kind={lookup} aria-label={label} value={values} onChange={change} />
  if (lookup || source.type === 'CUSTOM_SELECT') {
    const known = source.options.map((option) => ({ value: option.id, label: option.label }))
    const gone = values.filter((value) => !known.some((option) => option.value === value))
    return (
      <OptionSelect
        id={id}
        multiple
        aria-label={label}
        placeholder="Choose options"
        options={[...known, ...gone.map((value) => ({ value, label: 'Removed option' }))]}
        value={values}
        onChange={change}
      />
    )
  }
  return (
    <TagsInput
      id={id}
      aria-label={label}
      placeholder={values.length ? '' : 'Type text, then press Enter'}
      value={values}
      onChange={change}
      maxTags={200}
      acceptValueOnBlur
    />
  )
}
