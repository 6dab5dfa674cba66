import type { Question } from '../../../../schema/requests/forms/form.ts'
import { Select } from '../../../ui/choices/select.tsx'
import type { OwnField } from '../../platform/lists/index.ts'
import { optionPaths } from '../../requests/forms/index.ts'
import { useFields } from '../settings/index.ts'

/** Labels and values alternately, as the list expects them. */
type Pairs = string[]
const chosenIn = (pairs: Pairs, label: string): string | null => {
  const at = pairs.findIndex((part, index) => index % 2 === 0 && part === label)
  return at < 0 ? null : (pairs[at + 1] ?? null)
}
const withValue = (pairs: Pairs, label: string, value: string | null): Pairs | undefined => {
  const others = pairs.filter((_, index) => pairs[index - (index % 2)] !== label)
  const next = value === null ? others : [...others, label, value]
  return next.length > 0 ? next : undefined
}

/** Fields with a short list of answers. */
const isChoice = ({ type }: Question): boolean => type === 'CUSTOM_SELECT' || type === 'YES_NO'
const choicesOf = (question: Question) =>
  question.type === 'YES_NO'
    ? [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]
    : optionPaths(question.options).map(({ label }) => ({ value: label, label }))

const choices =
  (section: 'serviceFormFields' | 'serviceItemFormFields'): OwnField =>
  ({ value, onChange }) =>
    useFields()
      .data?.[section].filter(isChoice)
      .map((question) => (
        <Select
          key={question.id}
          label={question.label}
          placeholder="Any"
          clearable
          data={choicesOf(question)}
          value={chosenIn(value, question.label)}
          onChange={(next) => onChange(withValue(value, question.label, next))}
        />
      ))

/** Filters on custom fields of services, and of their periods. */
export const OWN_FIELDS = {
  serviceAnswerFilters: choices('serviceFormFields'),
  servicePeriodAnswerFilters: choices('serviceItemFormFields'),
}
