import { Input, Select } from '@mantine/core'
import { SERVICE_FIELDS, type ServiceField } from '../../../../schema/approvals/definition.ts'
import { fitsField, SERVICE_FIELD_LABELS } from '../../../../schema/approvals/service-mappings.ts'
import type { FormDefinition } from '../../../../schema/intake/form.ts'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import { useCompany } from '../../shell/use-can.ts'
import type { TaskSettingsProps } from './task-settings.tsx'
import classes from './workflow.module.css'

const BY_HAND = ''

const GONE = 'A question that is gone'

/** What may fill a field; the question that fills it now stays in sight when it is gone, to be replaced. */
const sourcesOf = (form: FormDefinition, field: ServiceField, chosen: string | undefined) => {
  const questions = form.steps.flatMap((step) => step.questions).filter(({ type }) => fitsField(field, type))
  const isGone = chosen !== undefined && !questions.some(({ id }) => id === chosen)
  return [
    { value: BY_HAND, label: 'Filled in by hand' },
    ...questions.map(({ id, label }) => ({ value: id, label: label || 'Untitled question' })),
    ...(isGone ? [{ value: chosen, label: GONE }] : []),
  ]
}

/** Which answers fill in the form of the service; whoever creates it may change them. */
export const CreateServiceSettings = ({ form, rule, onChange }: TaskSettingsProps) => {
  const { enableBusinessUnits } = useCompany()
  const mappings = rule.settings.createService?.mappings ?? {}
  const set = (field: ServiceField, questionId: string | null): void => {
    const { [field]: _, ...rest } = mappings
    onChange({ createService: { mappings: questionId ? { ...rest, [field]: questionId } : rest } }, null)
  }
  const fields = SERVICE_FIELDS.filter((field) => field !== 'businessUnit' || enableBusinessUnits || mappings[field])
  const sources = new Map(fields.map((field) => [field, sourcesOf(form, field, mappings[field])]))
  const byHand = fields.filter((field) => sources.get(field)?.length === 1)
  return (
    <Input.Wrapper
      label="Filled in from the answers"
      labelElement="div"
      description="Whoever creates the service sees these answers in its form, and may change them."
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
          Filled in by hand, as the form asks for nothing that fits:{' '}
          {listOf(byHand.map((field) => SERVICE_FIELD_LABELS[field].toLowerCase()))}.
        </p>
      )}
    </Input.Wrapper>
  )
}
