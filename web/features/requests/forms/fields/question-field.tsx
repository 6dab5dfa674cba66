import { Checkbox } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { DOCUMENT_TYPES, type DocumentType } from '../../../../../schema/documents/documents/types.ts'
import { asksForApprovers, chosenIds } from '../../../../../schema/requests/forms/chosen-departments.ts'
import type { AnswerValue, Question } from '../../../../../schema/requests/forms/form.ts'
import { allowsNote } from '../../../../../schema/requests/forms/notes.ts'
import type { Currency, Money } from '../../../../../schema/shared/money.ts'
import { CalendarDateField } from '../../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../../ui/fields/money-field.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { OptionSelect } from '../../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { YesNoField } from '../../../../ui/fields/yes-no-field.tsx'
import { RichText } from '../../../../ui/rich-text.tsx'
import { DocumentManager } from '../../../documents/documents/index.ts'
import { AddressField } from './address-field.tsx'
import { DepartmentsField } from './departments-field.tsx'
import { DurationField } from './duration-field.tsx'
import classes from './fields.module.css'
import { type ChoiceProps, LookupSelect } from './lookup-select.tsx'
import { NoteField } from './note-field.tsx'
import { optionKindOf, optionPaths } from './question-kinds.ts'
import type { Address, Duration } from './values.ts'

export interface QuestionFieldProps {
  question: Question
  value: AnswerValue
  error: string | undefined
  onChange: (questionId: string, value: AnswerValue) => void
  currency: Currency
  enableCurrencies: boolean
  /** The note on the answer, if the question allows it and it can be saved. */
  note?: string
  noteError?: string | undefined
  onNote?: (questionId: string, note: string) => void
  /** The form attaches its documents when it is sent. Until then uploads are kept only while a draft names them. */
  temporaryUploads?: boolean
  /** Whether a vendor can be proposed that the company doesn't have yet: in requests, which are approved. */
  proposesVendors?: boolean
}

const MAX_TEXT = 20_000
const MAX_LINE = 500

const asText = (value: AnswerValue): string => (typeof value === 'string' ? value : '')
const asId = (value: AnswerValue): string | null => (typeof value === 'string' && value ? value : null)
const asIds = (value: AnswerValue): string[] => (Array.isArray(value) ? chosenIds(value) : [])

/** The requested types. Empty if any document will do. */
const documentTypesOf = ({ documentTypes }: Question): DocumentType[] =>
  DOCUMENT_TYPES.filter((type) => documentTypes.includes(type))

/** A choice from the question's own list. */
const OwnOptions = ({ question, value, onChange, ...field }: ChoiceProps) => {
  const options = optionPaths(question.options)
  return question.isMulti ? (
    <OptionSelect {...field} options={options} multiple value={asIds(value)} onChange={onChange} />
  ) : (
    <OptionSelect {...field} options={options} value={asId(value)} onChange={onChange} />
  )
}

/** The control of one question, by its type. */
const Control = (props: QuestionFieldProps): ReactNode => {
  const { question, value, error, onChange, currency, enableCurrencies, temporaryUploads = false } = props
  const { proposesVendors = false } = props
  const change = (next: AnswerValue): void => onChange(question.id, next)
  const field = {
    label: question.label,
    description: question.description ? <RichText text={question.description} /> : undefined,
    error,
    required: question.isRequired,
  }
  switch (question.type) {
    case 'DISPLAY_ONLY':
      return (
        <div className={classes.display}>
          <p className={classes.displayLabel}>{question.label}</p>
          {question.description && <RichText text={question.description} />}
        </div>
      )
    case 'REQUEST_TITLE':
      return (
        <TextField
          {...field}
          maxLength={MAX_LINE}
          value={asText(value)}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )
    case 'EMAIL':
      return (
        <TextField
          {...field}
          type="email"
          inputMode="email"
          autoComplete="off"
          value={asText(value)}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => value !== asText(value).trim() && change(asText(value).trim())}
        />
      )
    case 'TEXT':
      return (
        <TextArea
          {...field}
          maxLength={MAX_TEXT}
          value={asText(value)}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )
    case 'NUMBER':
      return <NumberField {...field} allowNegative value={typeof value === 'number' ? value : null} onChange={change} />
    case 'MONEY':
    case 'REQUEST_AMOUNT':
      return (
        <MoneyField
          {...field}
          value={value as Money | null}
          onChange={change}
          defaultCurrency={currency}
          enableCurrencies={enableCurrencies}
        />
      )
    case 'DATE':
    case 'START_DATE':
    case 'END_DATE':
    case 'DUE_DATE':
      return <CalendarDateField {...field} value={asId(value)} onChange={change} />
    case 'YES_NO':
      return <YesNoField {...field} value={typeof value === 'boolean' ? value : null} onChange={change} />
    case 'NEEDS_REQUEST_SIGNER':
      return (
        <Checkbox
          label={question.label}
          description={field.description}
          error={error}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      )
    case 'DURATION':
      return <DurationField {...field} value={value as Duration | null} onChange={change} />
    case 'ADDRESS':
      return <AddressField {...field} value={value as Address | null} onChange={change} />
    case 'DOCUMENTS':
      return (
        <DocumentManager
          {...field}
          temporary={temporaryUploads}
          types={documentTypesOf(question)}
          value={asIds(value)}
          onChange={change}
        />
      )
    case 'CUSTOM_SELECT':
      return <OwnOptions {...field} question={question} value={value} onChange={change} />
    case 'DEPARTMENT_SELECT':
      return asksForApprovers(question) ? (
        <DepartmentsField {...field} question={question} value={value} onChange={change} />
      ) : (
        <LookupSelect {...field} {...{ proposesVendors, question, value }} kind="department" onChange={change} />
      )
    default: {
      const kind = optionKindOf(question.type)
      if (!kind) return null
      return <LookupSelect {...field} {...{ proposesVendors, kind, question, value }} onChange={change} />
    }
  }
}

export const questionElementId = (questionId: string): string => `question-${questionId}`

/** One question. Rendered again only when its own answer or message changes. */
export const QuestionField = memo((props: QuestionFieldProps) => (
  <div id={questionElementId(props.question.id)} className={classes.question}>
    <Control {...props} />
    {props.onNote && allowsNote(props.question) && (
      <NoteField question={props.question} note={props.note ?? ''} error={props.noteError} onChange={props.onNote} />
    )}
  </div>
))
