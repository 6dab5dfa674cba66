import type { Answers, FormDefinition } from './form.ts'
import { isBlank } from './validation.ts'

/**
 * Answers that a form has no place for are refused wherever answers are taken, so that nothing a person wrote is dropped
 * in silence. Answers to hidden questions aren't: the form knows them, and leaves them out by its own conditions.
 */

const REMOVED = 'was removed from the form. Copy what you wrote there, then load the form again'
const unknown = (id: string): string =>
  `The form has no question “${id}”. If it had one before, it was removed: load the form again`
const NOT_OFFERED = 'Choose one of the options'

const inOrder = (_: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Whatever the order of their parts. */
export const isSameAnswer = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)

/** What is stored may be sent again as it is, or be cleared. */
const stays = (value: unknown, before: unknown): boolean =>
  before !== undefined && (isBlank(value) || isSameAnswer(value, before))

/**
 * A message for each answer to a question or with an option that the form doesn't have, by question id.
 * @param given as they were sent
 * @param before stored answers, perhaps from before a question was removed
 * @param removed labels of questions that earlier versions had
 */
export const unknownAnswers = (
  { steps }: Pick<FormDefinition, 'steps'>,
  given: Readonly<Answers>,
  before: Readonly<Answers> = {},
  removed: ReadonlyMap<string, string> = new Map(),
): Record<string, string> => {
  const questions = new Map(steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  return Object.fromEntries(
    Object.entries(given).flatMap(([id, value]): [string, string][] => {
      if (stays(value, before[id])) return []
      const question = questions.get(id)
      if (!question) {
        const label = removed.get(id)
        return [[id, label === undefined ? unknown(id) : `“${label}” ${REMOVED}`]]
      }
      if (question.type !== 'CUSTOM_SELECT' || isBlank(value)) return []
      const offered = new Set(question.options.map((option) => option.id))
      const chosen: unknown[] = Array.isArray(value) ? value : [value]
      return chosen.every((option) => typeof option !== 'string' || offered.has(option)) ? [] : [[id, NOT_OFFERED]]
    }),
  )
}

/** The ids of questions that the form doesn't have. */
export const unknownIds = ({ steps }: Pick<FormDefinition, 'steps'>, given: Readonly<Answers>): string[] => {
  const known = new Set(steps.flatMap((step) => step.questions.map(({ id }) => id)))
  return Object.keys(given).filter((id) => !known.has(id))
}
