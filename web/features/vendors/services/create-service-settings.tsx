import { Input } from '@mantine/core'
import { SERVICE_FIELDS, type ServiceField } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { fitsCustomField } from '../../../../schema/requests/workflows/custom-mappings.ts'
import { fitsField, SERVICE_FIELD_LABELS } from '../../../../schema/requests/workflows/service-mappings.ts'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import { Select } from '../../../ui/choices/select.tsx'
import type { TaskSettingsProps } from '../../approvals/tasks/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { useFields } from '../settings/index.ts'
import classes from './from-answers.module.css'

const BY_HAND = ''

const GONE = 'A deleted question'

/** What can fill in a field. The current question stays visible if it was deleted, so that it can be replaced. */
const sourcesOf = (form: FormDefinition, fits: (question: Question) => boolean, chosen: string | undefined) => {
  const questions = form.steps.flatMap((step) => step.questions).filter(fits)
  const isGone = chosen !== undefined && !questions.some(({ id }) => id === chosen)
  return [
    { value: BY_HAND, label: 'Entered manually' },
    ...questions.map(({ id, label }) => ({ value: id, label: label || 'Untitled question' })),
    ...(isGone ? [{ value: chosen, label: GONE }] : []),
  ]
}

/** Which answers fill in the service form. The person creating it can change them. */
export const CreateServiceSettings = ({ form, rule, onChange }: TaskSettingsProps) => {
  const { enableBusinessUnits } = useCompany()
  const settings = rule.settings.createService ?? { mappings: {} }
  const { mappings, customMappings = {} } = settings
  const { data } = useFields()
  const own = [...(data?.serviceFormFields ?? []), ...(data?.serviceItemFormFields ?? [])]
  const set = (field: ServiceField, questionId: string | null): void => {
    const { [field]: _, ...rest } = mappings
    onChange({ createService: { ...settings, mappings: questionId ? { ...rest, [field]: questionId } : rest } }, null)
  }
  const setOwn = (fieldId: string, questionId: string | null): void => {
    // Deleted fields are removed with the next change.
    const kept = own.flatMap(({ id }) => {
      const chosen = id === fieldId ? questionId : customMappings[id]
      return chosen ? [[id, chosen]] : []
    })
    onChange({ createService: { ...settings, customMappings: Object.fromEntries(kept) } }, null)
  }
  const fields = SERVICE_FIELDS.filter((field) => field !== 'businessUnit' || enableBusinessUnits || mappings[field])
  const sources = new Map(
    fields.map((field) => [field, sourcesOf(form, ({ type }) => fitsField(field, type), mappings[field])]),
  )
  const byHand = fields.filter((field) => sources.get(field)?.length === 1)
  const ownFields = own
    .map((field) => ({
      field,
      data: sourcesOf(form, (question) => fitsCustomField(field, question), customMappings[field.id]),
    }))
    .filter(({ data: choices }) => choices.length > 1)
  return (
    <Input.Wrapper
      label="Filled in from the answers"
      labelElement="div"
      description="The person who creates the service can review and change these values."
      inputWrapperOrder={['label', 'description', 'input']}
    >
      <div className={classes.mappings}>
        {fields
          .filter((field) => !byHand.includes(field))
          .map((field) => {
            const data = sources.get(field) ?? []
            return (
              <Select
                key={field}
                label={SERVICE_FIELD_LABELS[field]}
                data={data}
                searchable={data.length > 8}
                allowDeselect={false}
                error={data.at(-1)?.label === GONE ? 'Choose another question' : undefined}
                value={mappings[field] ?? BY_HAND}
                onChange={(next) => set(field, next)}
              />
            )
          })}
      </div>
      {byHand.length > 0 && (
        <p className={classes.byHand}>
          Entered manually because the form has no matching question:{' '}
          {listOf(byHand.map((field) => SERVICE_FIELD_LABELS[field].toLowerCase()))}.
        </p>
      )}
      {ownFields.length > 0 && (
        <Input.Wrapper mt="md" label="Custom fields of services" labelElement="div">
          <div className={classes.mappings}>
            {ownFields.map(({ field, data: choices }) => (
              <Select
                key={field.id}
                label={field.label}
                data={choices}
                searchable={choices.length > 8}
                allowDeselect={false}
                error={choices.at(-1)?.label === GONE ? 'Choose another question' : undefined}
                value={customMappings[field.id] ?? BY_HAND}
                onChange={(next) => setOwn(field.id, next)}
              />
            ))}
          </div>
        </Input.Wrapper>
      )}
    </Input.Wrapper>
  )
}
