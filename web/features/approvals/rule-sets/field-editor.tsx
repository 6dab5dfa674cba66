import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import {
  CUSTOM_FIELD_TYPES,
  type CustomField,
  type CustomFieldType,
  isChoice,
  RULE_SET_LIMITS,
} from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { FIELD_TYPE_LABELS } from '../../../../schema/approvals/rule-sets/words.ts'
import { focusSoon, partElementId } from '../../../ui/builder/focus.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { SortableList } from '../../../ui/reorder/sortable-list.tsx'
import classes from './rule-sets.module.css'

const TYPE_HELP: Record<CustomFieldType, string> = {
  SINGLE_CHOICE: 'The requester picks one option. Rules can use it.',
  MULTI_CHOICE: 'The requester picks any number of options. Rules can use them.',
  TEXT: 'The requester types text.',
  CUSTOM_COPY: 'Text that the requester reads. Nothing is filled in.',
}

interface FieldEditorProps {
  field: CustomField
  problem: string | undefined
  onChange: (patch: Partial<CustomField>, mergeKey?: string | null) => void
}

/** One custom field: its type, its label and its options. */
export const FieldEditor = ({ field, problem, onChange }: FieldEditorProps) => {
  const id = (part: string) => partElementId(field.id, part)
  const isCopy = field.type === 'CUSTOM_COPY'
  const setLabel = (label: string): void => onChange({ label }, `label:${field.id}`)
  return (
    <div className={classes.fieldEditor}>
      <Select
        id={id('type')}
        label="Type"
        description={TYPE_HELP[field.type]}
        allowDeselect={false}
        data={CUSTOM_FIELD_TYPES.map((type) => ({ value: type, label: FIELD_TYPE_LABELS[type] }))}
        value={field.type}
        onChange={(next) => {
          const type = next as CustomFieldType
          const options = isChoice({ type }) ? field.options : []
          onChange({ type, options, ...(type === 'CUSTOM_COPY' && { required: false }) })
        }}
      />
      {isCopy ? (
        <TextArea
          id={id('label')}
          label="Text"
          withAsterisk
          minRows={3}
          maxLength={2000}
          value={field.label}
          error={problem}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
      ) : (
        <TextField
          id={id('label')}
          label="Label"
          withAsterisk
          maxLength={2000}
          value={field.label}
          error={problem}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
      )}
      {!isCopy && (
        <Switch
          label="Required"
          checked={field.required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
      )}
      {isChoice(field) && <Options field={field} onChange={onChange} />}
    </div>
  )
}

const Options = ({ field, onChange }: Pick<FieldEditorProps, 'field' | 'onChange'>) => {
  const { options } = field
  const add = (): void => {
    const option = { id: crypto.randomUUID(), label: '' }
    onChange({ options: [...options, option] })
    focusSoon([partElementId(option.id, 'label')])
  }
  return (
    <>
      <SortableList
        items={options}
        label="Options"
        idOf={({ id }) => id}
        nameOf={({ label }) => label || 'Untitled option'}
        onReorder={(next) => onChange({ options: next })}
        className={classes.options}
        itemClassName={classes.option}
      >
        {(option, handle, at) => (
          <>
            {handle}
            <TextField
              id={partElementId(option.id, 'label')}
              aria-label={`Option ${at + 1}`}
              placeholder={`Option ${at + 1}`}
              maxLength={200}
              value={option.label}
              onChange={(event) => {
                const label = event.currentTarget.value
                onChange(
                  { options: options.map((each) => (each.id === option.id ? { ...each, label } : each)) },
                  `option:${option.id}`,
                )
              }}
            />
            <ActionIcon
              aria-label={`Remove option ${at + 1}`}
              onClick={() => onChange({ options: options.filter(({ id }) => id !== option.id) })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </>
        )}
      </SortableList>
      <div>
        <Button
          id={partElementId(field.id, 'add-option')}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={options.length >= RULE_SET_LIMITS.options}
          onClick={add}
        >
          Add option
        </Button>
      </div>
    </>
  )
}
