import type { ComponentType } from 'react'
import type {
  AnswerEntry,
  Answers,
  AnswerValue,
  FormDefinition,
  Question,
} from '../../../../../schema/requests/forms/form.ts'

interface SampleFieldProps {
  question: Question
  value: AnswerValue
  onChange: (questionId: string, value: AnswerValue) => void
}

/** How a trial is filled in, from whom the form belongs to. */
export interface SampleForm {
  Field: ComponentType<SampleFieldProps>
  /** What would be submitted. */
  entriesOf: (form: FormDefinition, answers: Answers) => AnswerEntry[]
}
