import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import { MultiSelect } from '../../../ui/choices/select.tsx'
import { DaysField } from '../../../ui/fields/days-field.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { optionKindOf } from '../forms/index.ts'
import { type AnswerFilter, periodOf, periodValue } from './answers.ts'
import classes from './list.module.css'

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
      <DaysField
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
