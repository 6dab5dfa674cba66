import type { Answers, AnswerValue, FormDefinition, Question, QuestionType } from '../../requests/forms/form.ts'
import { isBlank } from '../../requests/forms/validation.ts'
import { stepsForVendor } from './steps.ts'

/** Which answers that a vendor gave once answer a question of another form, too. */

/** A form that was submitted. The newest ones come first. */
export interface GivenForm {
  definition: FormDefinition
  answers: Answers
  companyName: string
  submittedAt: string
}

export interface EarlierAnswer {
  questionId: string
  value: AnswerValue
  /** Whose form it was given in, and when. */
  companyName: string
  submittedAt: string
}

/** Values that mean the same in any company. Choices and files are a company's own. */
const PORTABLE: readonly QuestionType[] = ['TEXT', 'EMAIL', 'DATE', 'NUMBER', 'YES_NO', 'MONEY', 'DURATION', 'ADDRESS']

/** The same question in other words has another key. Upper case, spaces and punctuation make no difference. */
const keyOf = ({ type, label }: Question): string =>
  `${type} ${label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`

const portable = (form: FormDefinition): Question[] =>
  stepsForVendor(form)
    .flatMap(({ questions }) => questions)
    .filter(({ type, label, isMulti }) => PORTABLE.includes(type) && !isMulti && label.trim() !== '')

/** For each question of the form the newest answer that was given to the same one. */
export const earlierAnswers = (form: FormDefinition, given: readonly GivenForm[]): EarlierAnswer[] => {
  const known = new Map<string, Omit<EarlierAnswer, 'questionId'>>()
  for (const { definition, answers, companyName, submittedAt } of given) {
    for (const question of portable(definition)) {
      const value = answers[question.id] ?? null
      const key = keyOf(question)
      if (!isBlank(value) && !known.has(key)) known.set(key, { value, companyName, submittedAt })
    }
  }
  return portable(form).flatMap((question) => {
    const found = known.get(keyOf(question))
    return found ? [{ questionId: question.id, ...found }] : []
  })
}
