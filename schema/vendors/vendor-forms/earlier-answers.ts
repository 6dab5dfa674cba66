import { chosenIds } from '../../requests/forms/chosen-departments.ts'
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

/** Values that mean the same in any company. Files are a company's own. */
const PORTABLE: readonly QuestionType[] = ['TEXT', 'EMAIL', 'DATE', 'NUMBER', 'YES_NO', 'MONEY', 'DURATION', 'ADDRESS']

/** The same words. Upper case, spaces and punctuation make no difference. */
const wordsOf = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const isChoice = ({ type }: Question): boolean => type === 'CUSTOM_SELECT'

/** The same question in other words has another key. */
const keyOf = ({ type, label }: Question): string => `${type} ${wordsOf(label)}`

const portable = (form: FormDefinition): Question[] =>
  stepsForVendor(form)
    .flatMap(({ questions }) => questions)
    .filter(
      (question) =>
        (isChoice(question) || (PORTABLE.includes(question.type) && !question.isMulti)) &&
        wordsOf(question.label) !== '',
    )

/** What it is called, after what it is under: two options can have one name in different branches. Null without one. */
const nameOf = ({ options }: Pick<Question, 'options'>, id: string): string | null => {
  const path: string[] = []
  // As deep as there are options at most.
  for (let at: string | null = id; at !== null && path.length <= options.length; ) {
    const option = options.find((one) => one.id === at)
    if (!option) return null
    path.unshift(wordsOf(option.label))
    at = option.parentId
  }
  return path.join(' / ')
}

/** The options of one question that are called like those chosen in another. Null unless all of them are there. */
const sameChoice = (asked: Question, value: AnswerValue, question: Question): AnswerValue => {
  const names = chosenIds(value).map((id) => nameOf(asked, id))
  const ids = names.map((name) => {
    const same = name === null ? [] : question.options.filter(({ id }) => nameOf(question, id) === name)
    return same.length === 1 ? same[0]?.id : undefined
  })
  const found = [...new Set(ids.flatMap((id) => (id === undefined ? [] : [id])))]
  if (found.length === 0 || found.length < names.length) return null
  if (question.isMulti) return found
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The answer as the other question takes it. Null if it doesn't. */
const valueFor = (asked: Question, value: AnswerValue, question: Question): AnswerValue =>
  isChoice(question) ? sameChoice(asked, value, question) : value

/** For each question of the form the newest answer that was given to the same one. */
export const earlierAnswers = (form: FormDefinition, given: readonly GivenForm[]): EarlierAnswer[] => {
  const known = new Map<string, (Omit<EarlierAnswer, 'questionId'> & { asked: Question })[]>()
  for (const { definition, answers, companyName, submittedAt } of given) {
    for (const asked of portable(definition)) {
      const value = answers[asked.id] ?? null
      const key = keyOf(asked)
      if (!isBlank(value)) known.set(key, [...(known.get(key) ?? []), { asked, value, companyName, submittedAt }])
    }
  }
  return portable(form).flatMap((question) => {
    for (const { asked, value: before, ...from } of known.get(keyOf(question)) ?? []) {
      const value = valueFor(asked, before, question)
      if (!isBlank(value)) return [{ questionId: question.id, value, ...from }]
    }
    return []
  })
}
