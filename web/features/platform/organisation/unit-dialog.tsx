import { Alert, Button, Group, Stack, Switch } from '@mantine/core'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type UnitField, type UnitKind, type UnitRow, type UnitValues, unitKeys } from './api.ts'
import { fieldText } from './words.ts'

interface UnitDialogProps {
  kind: UnitKind
  /** Null for a new one. */
  unit: UnitRow | null
  opened: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}

/** Creates a unit, or changes its name and other values. */
export const UnitDialog = ({ opened, ...props }: UnitDialogProps) => {
  const { kind, unit } = props
  const verb = kind.fields.length ? 'Edit' : 'Rename'
  return (
    <Dialog opened={opened} onClose={props.onClose} title={unit ? `${verb} ${unit.name}` : `New ${kind.noun}`}>
      {opened && <UnitForm {...props} />}
    </Dialog>
  )
}

const UnitForm = ({ kind, unit, onClose, onCreated }: Omit<UnitDialogProps, 'opened'>) => {
  const { form, submit, isPending, theirs } = useEndpointForm(kind.created, {
    initial: {
      name: unit?.name ?? '',
      ...Object.fromEntries(kind.fields.map((field) => [field.name, unit ? unit[field.name] : field.initial])),
    } as UnitValues,
    edited: unit && { version: unit.version, read: () => kind.calls.current(unit.id) },
    run: async (input: UnitValues, { commandId, version = 0 }): Promise<string | null> => {
      if (!unit) return (await kind.calls.create(input, commandId)).id
      await kind.calls.update(unit.id, { ...input, version }, commandId)
      return null
    },
    success: (_, { name }) => {
      if (!unit) return `${name} created`
      return name === unit.name ? `${name} saved` : `Renamed to ${name}`
    },
    invalidates: [unitKeys.all(kind)],
    onSuccess: (id) => {
      onClose()
      if (id) onCreated?.(id)
    },
  })
  const label = unit ? (kind.fields.length ? 'Save changes' : `Rename ${kind.noun}`) : `Create ${kind.noun}`
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {theirs && theirs !== 'gone' && unit && <Theirs kind={kind} unit={unit} theirs={theirs} />}
        {theirs === 'gone' && (
          <Alert color="red" role="alert">
            Someone deleted this {kind.noun} in the meantime. Your text is still here so you can copy it.
          </Alert>
        )}
        <TextField label="Name" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
        {kind.fields.map((field) => (
          <Field key={field.name} field={field} inputProps={form.getInputProps(field.name)} />
        ))}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} disabled={theirs === 'gone'}>
          {theirs && theirs !== 'gone' ? 'Save mine' : label}
        </Button>
      </Group>
    </form>
  )
}

interface FieldControlProps {
  field: UnitField
  // biome-ignore lint/suspicious/noExplicitAny: what Mantine's form gives to any kind of field
  inputProps: any
}

const Field = ({ field, inputProps: { value, onChange, ...rest } }: FieldControlProps) =>
  field.kind === 'choice' ? (
    <OptionSelect
      label={field.label}
      required
      options={field.options}
      {...rest}
      value={String(value)}
      onChange={(next) => onChange(next)}
    />
  ) : (
    <Switch
      label={field.label}
      {...rest}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )

/** The other person's values that differ from what this person started with. */
const Theirs = ({ kind, unit, theirs }: { kind: UnitKind; unit: UnitRow; theirs: UnitRow }) => {
  const others = kind.fields.filter((field) => theirs[field.name] !== unit[field.name])
  const renamed = theirs.name !== unit.name
  return (
    <Alert color="yellow" role="alert">
      {renamed
        ? `Someone renamed this ${kind.noun} to “${theirs.name}” in the meantime.`
        : `Someone changed this ${kind.noun} in the meantime.`}{' '}
      {others.map((field) => `${field.label} is now ${fieldText(field, theirs[field.name])}. `)}
      {renamed && others.length === 0 ? 'Your name is still here' : 'What you entered is still here'}; save again to
      replace theirs.
    </Alert>
  )
}
