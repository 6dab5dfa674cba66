import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Answers, FormStep } from '../../../schema/intake/form.ts'
import { visibleQuestions } from '../../../schema/intake/visibility.ts'
import { questionsRead } from '../../../schema/shared/conditions.ts'
import { FIELD_SECTIONS, type FieldSection, formOfFields, NO_FIELDS } from '../../../schema/vendor-settings/fields.ts'
import { getVendor } from '../../../schema/vendors/endpoints.ts'
import { call } from '../../lib/rest.ts'
import { QuestionField } from '../requests/form/question-field.tsx'
import { useCompany } from '../shell/use-can.ts'
import { useFields } from '../vendor-settings/api.ts'

const stepIdOf = (section: FieldSection): string => FIELD_SECTIONS.find(({ key }) => key === section)?.id ?? ''

/** The company's own fields, and the vendor's answers where fields of services depend on them. */
export const useServiceForm = (vendorId: string | null) => {
  const { data } = useFields()
  const fields = data ?? NO_FIELDS
  const definition = useMemo(() => formOfFields(fields), [fields])
  const ofVendors = new Set(fields.vendorFormFields.map(({ id }) => id))
  const readsVendor = [...fields.serviceFormFields, ...fields.serviceItemFormFields].some((question) =>
    questionsRead(question).some((id) => ofVendors.has(id)),
  )
  const vendor = useQuery({
    queryKey: ['vendors', 'one', vendorId],
    queryFn: ({ signal }) => call(getVendor, { params: { vendorId: vendorId ?? '' }, signal }),
    enabled: readsVendor && vendorId !== null,
  })
  const step = (section: FieldSection): FormStep | undefined =>
    definition.steps.find(({ id }) => id === stepIdOf(section))
  return {
    definition,
    vendorAnswers: vendor.data?.answers ?? {},
    ofService: step('serviceFormFields'),
    ofItem: step('serviceItemFormFields'),
  }
}
export type ServiceFormDefinition = ReturnType<typeof useServiceForm>

interface CustomFieldsProps {
  fields: ServiceFormDefinition
  section: 'ofService' | 'ofItem'
  /** Those above and these: what conditions ask about. */
  above: Answers
  answers: Answers
  onChange: (answers: Answers) => void
  errorOf: (questionId: string) => string | undefined
}

/** The visible fields of a section; nothing where the company has none. */
export const CustomFields = ({ fields, section, above, answers, onChange, errorOf }: CustomFieldsProps) => {
  const { currency, enableCurrencies } = useCompany()
  const step = fields[section]
  if (!step) return null
  return visibleQuestions(fields.definition, { ...fields.vendorAnswers, ...above, ...answers }, [step]).map(
    (question) => (
      <QuestionField
        key={question.id}
        question={question}
        value={answers[question.id] ?? null}
        error={errorOf(question.id)}
        onChange={(questionId, value) => onChange({ ...answers, [questionId]: value })}
        currency={currency}
        enableCurrencies={enableCurrencies}
      />
    ),
  )
}
