import { Alert, Button, Group } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { unitName } from '../../../schema/organisation/endpoints.ts'
import { isApiError } from '../../lib/errors.ts'
import { useCommand } from '../../lib/use-command.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { type UnitKind, type UnitWithMembers, unitKeys } from './api.ts'

const values = z.object({ name: unitName })

interface NameDialogProps {
  kind: UnitKind
  /** Null: a new one. */
  unit: { id: string; name: string; version: number } | null
  opened: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}

/** Creates a group or department, or gives it another name. */
export const NameDialog = ({ opened, ...props }: NameDialogProps) => (
  <Dialog
    opened={opened}
    onClose={props.onClose}
    title={props.unit ? `Rename ${props.unit.name}` : `New ${props.kind.noun}`}
  >
    {opened && <NameForm {...props} />}
  </Dialog>
)

const NameForm = ({ kind, unit, onClose, onCreated }: Omit<NameDialogProps, 'opened'>) => {
  const form = useForm({
    initialValues: { name: unit?.name ?? '' },
    validate: schemaResolver(values, { sync: true }),
  })
  const [version, setVersion] = useState(unit?.version ?? 0)
  const [theirs, setTheirs] = useState<string | null>(null)

  /** Somebody else was first: the name that they gave is shown, what was typed stays. */
  const showTheirs = useCommand<string, UnitWithMembers>({
    run: (id) => kind.calls.read(id),
    onSuccess: (read) => {
      setTheirs(read.name)
      setVersion(read.version)
    },
  })
  const save = useCommand<{ name: string }, string | null>({
    run: async ({ name }, { commandId }) => {
      if (!unit) return (await kind.calls.create(name, commandId)).id
      await kind.calls.rename(unit.id, { name, version }, commandId)
      return null
    },
    form,
    success: (_, { name }) => (unit ? `Renamed to ${name}` : `${name} created`),
    invalidates: [unitKeys.all(kind)],
    onSuccess: (id) => {
      onClose()
      if (id) onCreated?.(id)
    },
    onError: (error) => {
      // Refused for its name: that is told beside the field.
      if (isApiError(error, 'INVALID') && error.fields) return true
      if (!unit || !isApiError(error, 'CONFLICT')) return undefined
      showTheirs.send(unit.id)
      return true
    },
  })
  return (
    <form onSubmit={form.onSubmit((input) => save.send(values.parse(input)))} noValidate>
      {theirs !== null && (
        <Alert color="yellow" mb="md" role="alert">
          Somebody renamed this {kind.noun} to “{theirs}” in the meantime. Your name is still here; save again to
          replace theirs.
        </Alert>
      )}
      <TextField label="Name" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending || showTheirs.isPending}>
          {unit ? (theirs === null ? `Rename ${kind.noun}` : 'Save mine') : `Create ${kind.noun}`}
        </Button>
      </Group>
    </form>
  )
}
