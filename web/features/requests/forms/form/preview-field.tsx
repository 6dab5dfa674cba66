import { Input } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerValue, Question } from '../../../../../schema/requests/forms/form.ts'
import { typeName } from '../../../documents/documents/index.ts'
import { useCompany } from '../../../platform/session/index.ts'
import { QuestionField } from '../fields/question-field.tsx'
import { useFormKind } from './form-kind.ts'
import classes from './preview.module.css'

interface PreviewFieldProps {
  question: Question
  value: AnswerValue
  error: string | undefined
  onChange: (questionId: string, value: AnswerValue) => void
}

/** One question as requesters see it, except that a preview must not upload anything. */
export const PreviewField = ({ question, value, error, onChange }: PreviewFieldProps) => {
  const company = useCompany()
  const [note, setNote] = useState('')
  const { noun } = useFormKind()
  const shown = question.label.trim() ? question : { ...question, label: `Untitled ${noun}` }
  if (question.type !== 'DOCUMENTS') {
    return (
      <QuestionField
        question={shown}
        value={value}
        error={error}
        onChange={onChange}
        currency={company.currency}
        enableCurrencies={company.enableCurrencies}
        note={note}
        onNote={(_, next) => setNote(next)}
      />
    )
  }
  return (
    <Input.Wrapper
      label={shown.label}
      description={question.description || undefined}
      error={error}
      withAsterisk={question.isRequired}
    >
      <div className={classes.documents}>
        <IconPaperclip size={16} aria-hidden />
        <span>
          Files are attached here when {noun === 'field' ? 'it is filled in' : 'a request is filed'}
          {question.documentTypes.length > 0 && `: ${question.documentTypes.map(typeName).join(', ')}`}
        </span>
      </div>
    </Input.Wrapper>
  )
}
