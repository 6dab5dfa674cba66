import { Alert, Button, Group, Stack, Switch } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { unitName } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type UnitField, type UnitKind, type UnitRow, type UnitValues, unitKeys } from './api.ts'
import { fieldText } from './words.ts'

const values = z.looseObject({ name: unitName })

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
  const form = useForm<UnitValues>({
    initialValues: {
      name: unit?.name ?? '',
      ...Object.fromEntries(kind.fields.map((field) => [field.name, unit ? unit[field.name] : field.initial])),
    },
    validate: schemaResolver(values, { sync: true }),
  })
  const [version, setVersion] = useState(unit?.version ?? 0)
  const [theirs, setTheirs] = useState<UnitRow | null>(null)
  const [gone, setGone] = useState(false)

  /** Someone else was faster: what they saved is shown, and what was typed stays. */
  const showTheirs = useCommand<string, UnitRow | null>({
    run: (id) => kind.calls.current(id),
    onSuccess: (current) => {
      setGone(!current)
      if (!current) return
      setTheirs(current)
      setVersion(current.version)
    },
  })
  const save = useCommand<UnitValues, string | null>({
    run: async (input, { commandId }) => {
      if (!unit) return (await kind.calls.create(input, commandId)).id
      await kind.calls.update(unit.id, { ...input, version }, commandId)
      return null
    },
    form,
    success: (_, { name }) => {
      if (!unit) return `${name} created`
      return name === unit.name ? `${name} saved` : `Renamed to ${name}`
    },
    invalidates: [unitKeys.all(kind)],
    onSuccess: (id) => {
      onClose()
      if (id) onCreated?.(id)
    },
    onError: (error) => {
      // Refused because of its name, which is shown beside the field.
      if (isApiError(error, 'INVALID') && error.fields) return true
      if (!unit || !isApiError(error, 'CONFLICT')) return undefined
      showTheirs.send(unit.id)
      return true
    },
  })
  const label = unit ? (kind.fields.length ? 'Save changes' : `Rename ${kind.noun}`) : `Create ${kind.noun}`
  return (
    <form onSubmit={form.onSubmit((input) => save.send(values.parse(input)))} noValidate>
      <Stack gap="md">
        {theirs && unit && <Theirs kind={kind} unit={unit} theirs={theirs} />}
        {gone && (
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
        <Button type="submit" loading={save.isPending || showTheirs.isPending} disabled={gone}>
          {theirs ? 'Save mine' : label}
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
