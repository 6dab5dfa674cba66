import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { MonthField } from '../../../ui/fields/month-field.tsx'
import { FiltersButton, FiltersFrame } from '../../../ui/table/filters.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { optionPaths } from '../../requests/forms/index.ts'
import { useFields } from '../settings/index.ts'
import type { ServiceSearch, SetServiceSearch } from './service-list.tsx'

const UNITS: { key: 'departmentId' | 'businessUnitId' | 'spendCategoryId'; label: string; kind: OptionKind }[] = [
  { key: 'departmentId', label: 'Department', kind: 'department' },
  { key: 'businessUnitId', label: 'Business unit', kind: 'business-unit' },
  { key: 'spendCategoryId', label: 'Spend category', kind: 'spend-category' },
]

const CLEARED = {
  ...{ departmentId: undefined, businessUnitId: undefined, spendCategoryId: undefined },
  ...{ from: undefined, to: undefined, answers: undefined, periodAnswers: undefined },
  ...FIRST_PAGE,
}

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

/** The list's filters besides those above it. */
export const FiltersDialog = ({ found, setFound }: { found: ServiceSearch; setFound: SetServiceSearch }) => {
  const [opened, filtering] = useDisclosure(false)
  const { enableBusinessUnits } = useCompany()
  const { data: fields } = useFields()
  const units = UNITS.filter(({ key }) => enableBusinessUnits || key !== 'businessUnitId')
  const { from, to, answers = [], periodAnswers = [] } = found
  const count =
    UNITS.filter(({ key }) => found[key]).length + (from || to ? 1 : 0) + (answers.length + periodAnswers.length) / 2
  const own = (questions: readonly Question[], pairs: Pairs, key: 'answers' | 'periodAnswers') =>
    questions
      .filter(isChoice)
      .map((question) => (
        <Select
          key={question.id}
          label={question.label}
          placeholder="Any"
          clearable
          data={choicesOf(question)}
          value={chosenIn(pairs, question.label)}
          onChange={(next) => setFound({ [key]: withValue(pairs, question.label, next), ...FIRST_PAGE })}
        />
      ))
  return (
    <>
      <FiltersButton count={count} onClick={filtering.open} />
      <FiltersFrame
        opened={opened}
        onClose={filtering.close}
        count={count}
        onClear={() => setFound(CLEARED)}
        what="services"
      >
        {units.map(({ key, label, kind }) => (
          <AsyncOptionSelect
            key={key}
            kind={kind}
            label={label}
            placeholder="Any"
            value={found[key] ?? null}
            onChange={(next) => setFound({ [key]: next ?? undefined, ...FIRST_PAGE })}
          />
        ))}
        <Group grow>
          <MonthField
            label="Runs from"
            value={from ?? null}
            onChange={(next) => setFound({ from: next, ...FIRST_PAGE })}
          />
          <MonthField
            label="Runs until"
            value={to ?? null}
            {...(from ? { min: from } : {})}
            onChange={(next) => setFound({ to: next, ...FIRST_PAGE })}
          />
        </Group>
        {fields && own(fields.serviceFormFields, answers, 'answers')}
        {fields && own(fields.serviceItemFormFields, periodAnswers, 'periodAnswers')}
      </FiltersFrame>
    </>
  )
}
