import { Input, Textarea } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { AnswerValue, Question } from '../../../../schema/intake/form.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { humanize } from '../../../lib/format.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { YesNoField } from '../../../ui/fields/yes-no-field.tsx'
import { AsyncOptionSelect } from '../../lookups/async-option-select.tsx'
import { useCompany } from '../../shell/use-can.ts'
import { lookupOf } from '../conditions/source-kinds.ts'
import classes from './preview.module.css'
import { AddressFields, DurationFields } from './preview-composites.tsx'

export interface PreviewFieldProps {
  question: Question
  value: AnswerValue
  error?: string | undefined
  onChange: (value: AnswerValue) => void
}

const text = (value: AnswerValue): string => (typeof value === 'string' ? value : '')
const list = (value: AnswerValue): string[] => (Array.isArray(value) ? value : [])
const money = (value: AnswerValue): Money | null =>
  typeof value === 'object' && value !== null && 'currency' in value ? value : null

/** One question as its input. */
export const PreviewField = ({ question, value, error, onChange }: PreviewFieldProps) => {
  const company = useCompany()
  const shared = {
    id: `preview-${question.id}`,
    label: question.label || 'Untitled question',
    description: question.description || undefined,
    required: question.isRequired,
    error,
  }
  switch (question.type) {
    case 'DISPLAY_ONLY':
      return (
        <div className={classes.text}>
          <p>{question.label}</p>
          {question.description && <p>{question.description}</p>}
        </div>
      )
    case 'TEXT':
      return (
        <Textarea
          {...shared}
          required={false}
          withAsterisk={question.isRequired}
          autosize
          minRows={1}
          maxRows={8}
          value={text(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'REQUEST_TITLE':
    case 'EMAIL':
      return (
        <TextField
          {...shared}
          type={question.type === 'EMAIL' ? 'email' : 'text'}
          value={text(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'NUMBER':
      return (
        <NumberField {...shared} allowNegative value={typeof value === 'number' ? value : null} onChange={onChange} />
      )
    case 'MONEY':
    case 'REQUEST_AMOUNT':
      return (
        <MoneyField
          {...shared}
          enableCurrencies={company.enableCurrencies}
          defaultCurrency={company.currency}
          value={money(value)}
          onChange={onChange}
        />
      )
    case 'DATE':
    case 'START_DATE':
    case 'END_DATE':
    case 'DUE_DATE':
      return <CalendarDateField {...shared} value={text(value) || null} onChange={onChange} />
    case 'YES_NO':
    case 'NEEDS_REQUEST_SIGNER':
      return <YesNoField {...shared} value={typeof value === 'boolean' ? value : null} onChange={onChange} />
    case 'DURATION':
      return <DurationFields {...shared} value={value} onChange={onChange} />
    case 'ADDRESS':
      return <AddressFields {...shared} value={value} onChange={onChange} />
    case 'DOCUMENTS':
      return (
        <Input.Wrapper {...shared} required={false} withAsterisk={question.isRequired}>
          <div className={classes.documents}>
            <IconPaperclip size={16} aria-hidden />
            <span>
              Files are attached here when a request is filed
              {question.documentTypes.length > 0 && `: ${question.documentTypes.map(humanize).join(', ')}`}
            </span>
          </div>
        </Input.Wrapper>
      )
    default:
      return <ChoiceField question={question} value={value} error={error} onChange={onChange} shared={shared} />
  }
}

interface ChoiceFieldProps extends PreviewFieldProps {
  shared: { id: string; label: string; description: string | undefined; required: boolean; error?: string | undefined }
}

const ChoiceField = ({ question, value, onChange, shared }: ChoiceFieldProps) => {
  const kind = lookupOf(question.type)
  const options = question.options
    .filter((option) => option.label.trim() !== '')
    .map((option) => ({ value: option.id, label: option.label }))
  if (!kind) {
    return question.isMulti ? (
      <OptionSelect {...shared} multiple options={options} value={list(value)} onChange={onChange} />
    ) : (
      <OptionSelect
        {...shared}
        options={options}
        value={text(value) || null}
        onChange={onChange}
        placeholder={question.type === 'SERVICE_SELECT' ? 'No services yet' : 'Select'}
      />
    )
  }
  return question.isMulti ? (
    <AsyncOptionSelect {...shared} multiple kind={kind} value={list(value)} onChange={onChange} />
  ) : (
    <AsyncOptionSelect {...shared} kind={kind} value={text(value) || null} onChange={onChange} />
  )
}
