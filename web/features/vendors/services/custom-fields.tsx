import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Answers, FormStep } from '../../../../schema/requests/forms/form.ts'
import { visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { questionsRead } from '../../../../schema/shared/conditions.ts'
import { ratesForAnswers } from '../../../../schema/shared/exchange.ts'
import {
  FIELD_SECTIONS,
  type FieldSection,
  formOfFields,
  NO_FIELDS,
} from '../../../../schema/vendors/settings/fields.ts'
import { getVendor } from '../../../../schema/vendors/vendors/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCompany } from '../../platform/session/index.ts'
import { QuestionField } from '../../requests/forms/index.ts'
import { useFields } from '../settings/index.ts'
import type { Service } from './api.ts'

const stepIdOf = (section: FieldSection): string => FIELD_SECTIONS.find(({ key }) => key === section)?.id ?? ''

interface AnsweredOf {
  answers: Answers
  servicePeriods: readonly { answers: Answers }[]
}
const all = ({ answers, servicePeriods }: AnsweredOf): Answers =>
  Object.fromEntries(
    [answers, ...servicePeriods.map((period) => period.answers)].flatMap((own, place) =>
      Object.entries(own).map(([id, value]) => [`${place} ${id}`, value]),
    ),
  )

/**
 * The custom fields, and the vendor's answers if fields of services depend on them.
 * @param service the stored service, so that unchanged amounts are compared at their original rates
 */
export const useServiceForm = (values: AnsweredOf & { vendorId: string | null }, service: Service | null = null) => {
  const { vendorId } = values
  const { data } = useFields()
  const fields = data ?? NO_FIELDS
  const now = data?.exchange
  const definition = {
    ...useMemo(() => formOfFields(fields), [fields]),
    unused: data?.unused,
    exchange: now && ratesForAnswers(service?.answerRates, now, service ? all(service) : {}, all(values)),
  }
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
  /** The vendor's and the service's own fields, which conditions can use. */
  above: Answers
  answers: Answers
  onChange: (answers: Answers) => void
  errorOf: (questionId: string) => string | undefined
}

/** The visible fields of a section. Hidden if the company has none. */
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
