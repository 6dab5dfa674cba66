import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import { MultiSelect } from '../../../ui/choices/select.tsx'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { optionKindOf } from '../forms/index.ts'
import { type AnswerFilter, periodOf, periodValue } from './filters.ts'
import classes from './list.module.css'

interface PeriodFieldsProps {
  label: string
  from: string | null
  to: string | null
  onChange: (period: { from: string | null; to: string | null }) => void
}

export const PeriodFields = ({ label, from, to, onChange }: PeriodFieldsProps) => (
  <fieldset className={classes.period}>
    <legend>{label}</legend>
    <CalendarDateField
      aria-label={`${label} from`}
      placeholder="From"
      value={from}
      {...(to ? { max: to } : {})}
      onChange={(next) => onChange({ from: next, to })}
    />
    <CalendarDateField
      aria-label={`${label} to`}
      placeholder="To"
      value={to}
      {...(from ? { min: from } : {})}
      onChange={(next) => onChange({ from, to: next })}
    />
  </fieldset>
)

interface AnswerFieldProps {
  filter: AnswerFilter
  option: FilterOption | undefined
  onChange: (values: string[]) => void
  onRemove: () => void
}

/** One filter by the answers to a question, with the control of its type. */
export const AnswerField = ({ filter, option, onChange, onRemove }: AnswerFieldProps) => (
  <div className={classes.answerFilter}>
    <AnswerControl filter={filter} option={option} onChange={onChange} />
    <ActionIcon variant="subtle" color="gray" aria-label={`Remove filter ${filter.label}`} onClick={onRemove}>
      <IconX size={16} />
    </ActionIcon>
  </div>
)

const AnswerControl = ({ filter, option, onChange }: Omit<AnswerFieldProps, 'onRemove'>) => {
  const kind = option && optionKindOf(option.type)
  if (kind) {
    return (
      <AsyncOptionSelect
        kind={kind}
        label={filter.label}
        placeholder="Any"
        multiple
        value={filter.values}
        onChange={onChange}
      />
    )
  }
  if (option?.options) {
    return (
      <MultiSelect
        label={filter.label}
        placeholder={filter.values.length > 0 ? '' : 'Any'}
        data={option.options}
        value={filter.values}
        onChange={onChange}
        searchable={option.options.length > 8}
        clearable
        hidePickedOptions
      />
    )
  }
  if (option) {
    return (
      <PeriodFields
        label={filter.label}
        {...periodOf(filter.values[0])}
        onChange={(period) => {
          const value = periodValue(period)
          onChange(value ? [value] : [])
        }}
      />
    )
  }
  return <p className={classes.lostFilter}>“{filter.label}” is no longer a question in these forms.</p>
}
