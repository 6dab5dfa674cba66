import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { Simulation } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { MultiSelect, Select } from '../../../ui/choices/select.tsx'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { YesNoField } from '../../../ui/fields/yes-no-field.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany, useSession } from '../../platform/session/index.ts'
import classes from './rule-sets.module.css'
import { useRuleSubject } from './rule-subject.ts'
import { emptyLine, type Sample, type SampleLine } from './sample.ts'

interface SampleFormProps {
  sample: Sample
  onChange: (change: (sample: Sample) => Sample) => void
  /** The fields of the rule sets that apply to it. */
  fields: Simulation['customFields']
}

const MAX_LINES = 50

/** Fills in a made-up request or bill. */
export const SampleForm = ({ sample, onChange, fields }: SampleFormProps) => {
  const session = useSession()
  const { hasContract, words } = useRuleSubject()
  const set = (patch: Partial<Sample>): void => onChange((before) => ({ ...before, ...patch }))
  const setLine = (key: string, patch: Partial<SampleLine>): void =>
    onChange((before) => ({
      ...before,
      lines: before.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)),
    }))
  return (
    <div className={classes.form}>
      <AsyncOptionSelect
        kind="member"
        label={words.requester}
        known={[{ value: session.userId, label: `${session.firstName} ${session.lastName}` }]}
        value={sample.requestorUserId ?? session.userId}
        onChange={(requestorUserId) => set({ requestorUserId })}
      />
      <YesNoField
        label="Is the vendor new?"
        value={sample.isNewVendor}
        onChange={(isNewVendor) => set({ isNewVendor })}
      />
      {hasContract && (
        <div className={classes.pair}>
          <CalendarDateField
            label="Service start date"
            value={sample.serviceStartDate}
            onChange={(serviceStartDate) => set({ serviceStartDate })}
          />
          <CalendarDateField
            label="Service end date"
            value={sample.serviceEndDate}
            onChange={(serviceEndDate) => set({ serviceEndDate })}
          />
        </div>
      )}
      <ul className={classes.lines} aria-label="Lines">
        {sample.lines.map((line, at) => (
          <li key={line.key} className={classes.line}>
            <div className={classes.lineTop}>
              Line {at + 1}
              {sample.lines.length > 1 && (
                <ActionIcon
                  size="sm"
                  aria-label={`Remove line ${at + 1}`}
                  onClick={() => set({ lines: sample.lines.filter(({ key }) => key !== line.key) })}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </div>
            <LineFields line={line} onChange={(patch) => setLine(line.key, patch)} />
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={sample.lines.length >= MAX_LINES}
          onClick={() => set({ lines: [...sample.lines, emptyLine()] })}
        >
          Add line
        </Button>
      </div>
      {fields.map((field) => (
        <CustomField
          key={field.id}
          field={field}
          value={sample.customFields[field.id]}
          onChange={(value) =>
            onChange((before) => ({ ...before, customFields: { ...before.customFields, [field.id]: value } }))
          }
        />
      ))}
    </div>
  )
}

const LineFields = ({ line, onChange }: { line: SampleLine; onChange: (patch: Partial<SampleLine>) => void }) => {
  const { currency, enableCurrencies, enableBusinessUnits, enableEntities } = useCompany()
  return (
    <>
      <MoneyField
        label="Amount"
        defaultCurrency={currency}
        enableCurrencies={enableCurrencies}
        value={line.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <div className={classes.pair}>
        <AsyncOptionSelect
          kind="spend-category"
          label="Spend category"
          value={line.categoryId}
          onChange={(categoryId) => onChange({ categoryId })}
        />
        <AsyncOptionSelect
          kind="department"
          label="Department"
          value={line.departmentId}
          onChange={(departmentId) => onChange({ departmentId })}
        />
        {enableBusinessUnits && (
          <AsyncOptionSelect
            kind="business-unit"
            label="Business unit"
            value={line.businessUnitId}
            onChange={(businessUnitId) => onChange({ businessUnitId })}
          />
        )}
        {enableEntities && (
          <AsyncOptionSelect
            kind="entity"
            label="Entity"
            value={line.entityId}
            onChange={(entityId) => onChange({ entityId })}
          />
        )}
      </div>
    </>
  )
}

interface CustomFieldProps {
  field: Simulation['customFields'][number]
  value: string | string[] | undefined
  onChange: (value: string | string[]) => void
}

const CustomField = ({ field, value, onChange }: CustomFieldProps) => {
  const { label, type, required, options } = field
  const data = options.map((option) => ({ value: option.id, label: option.label }))
  if (type === 'CUSTOM_COPY') return <p className={classes.hint}>{label}</p>
  if (type === 'TEXT')
    return (
      <TextField
        label={label}
        withAsterisk={required}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (type === 'SINGLE_CHOICE')
    return (
      <Select
        label={label}
        withAsterisk={required}
        clearable
        data={data}
        value={typeof value === 'string' && value ? value : null}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  return (
    <MultiSelect
      label={label}
      withAsterisk={required}
      data={data}
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
    />
  )
}
