import { z } from 'zod'
import { type FormDefinition, type Question, type QuestionType, question } from '../../requests/forms/form.ts'
import { checkForm, typeLabel } from '../../requests/forms/form-rules.ts'
import { questionsRead } from '../../shared/conditions.ts'

/** Custom fields of vendors, services and service items (specification 2 §3, vendor form). */

const MAX_FIELDS = 100
const fields = z.array(question).max(MAX_FIELDS, `A section has at most ${MAX_FIELDS} fields`)
export const customFormFields = z.object({
  vendorFormFields: fields,
  serviceFormFields: fields,
  serviceItemFormFields: fields,
})
export type CustomFormFields = z.infer<typeof customFormFields>
export type FieldSection = keyof CustomFormFields

/** The sections in the order of the form. A service has one or more items: its periods. */
export const FIELD_SECTIONS: { key: FieldSection; id: string; label: string }[] = [
  { key: 'vendorFormFields', id: 'vendor-fields', label: 'Vendor fields' },
  { key: 'serviceFormFields', id: 'service-fields', label: 'Service fields' },
  { key: 'serviceItemFormFields', id: 'service-item-fields', label: 'Service item fields' },
]

export const NO_FIELDS: CustomFormFields = { vendorFormFields: [], serviceFormFields: [], serviceItemFormFields: [] }

/** Types that fill in a request's own fields, which vendors and services don't have. */
const OF_REQUESTS: QuestionType[] = [
  'REQUEST_TITLE',
  'REQUEST_AMOUNT',
  'DUE_DATE',
  'NEEDS_REQUEST_SIGNER',
  'REQUEST_OWNER_SELECT',
]
export const isFieldType = (type: QuestionType): boolean => !OF_REQUESTS.includes(type)

/** The sections as the steps of a form, which the form builder edits and vendor forms show. */
export const formOfFields = (custom: CustomFormFields): FormDefinition => ({
  steps: FIELD_SECTIONS.map(({ key, id, label }, ordinal) => ({
    id,
    label,
    ordinal,
    isAdditionalStep: false,
    questions: custom[key],
  })),
})

/** The reverse of `formOfFields`. Steps that aren't sections are dropped. */
export const fieldsOfForm = (form: FormDefinition): CustomFormFields =>
  Object.fromEntries(
    FIELD_SECTIONS.map(({ key, id }) => [key, form.steps.find((step) => step.id === id)?.questions ?? []]),
  ) as CustomFormFields

export const allFields = (custom: CustomFormFields): (Question & { section: FieldSection })[] =>
  FIELD_SECTIONS.flatMap(({ key }) => custom[key].map((field) => ({ ...field, section: key })))

/** What must be fixed before the fields can be saved, by field: the rules of a form, and those of sections. */
export const checkFields = (custom: CustomFormFields): { id: string; message: string }[] => {
  const problems = checkForm(formOfFields(custom))
  const place = new Map(
    FIELD_SECTIONS.flatMap(({ key }, index) => custom[key].map((field): [string, number] => [field.id, index])),
  )
  for (const [index, { key }] of FIELD_SECTIONS.entries()) {
    const seen = new Set<string>()
    for (const field of custom[key]) {
      const label = field.label.trim().toLowerCase()
      // Lists are filtered by the label of a field.
      if (seen.has(label)) problems.push({ id: field.id, message: 'Another field of this section has this name' })
      seen.add(label)
      if (!isFieldType(field.type)) {
        problems.push({ id: field.id, message: `${typeLabel(field.type)} is a question of requests only` })
      }
      // A service has one vendor, and an item one service. In the other direction there can be none or several.
      if (questionsRead(field).some((id) => (place.get(id) ?? 0) > index)) {
        problems.push({ id: field.id, message: 'A condition can only ask about fields of this section or one above' })
      }
    }
  }
  return problems
}
