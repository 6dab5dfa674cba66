import { Alert, Button, Group } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { matrixName } from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { createMatrix, type LoadedMatrix, matrixKeys, readMatrix, renameMatrix } from './api.ts'

const values = z.object({ name: matrixName })

interface NameDialogProps {
  /** Null for a new one. */
  matrix: { id: string; name: string; version: number } | null
  opened: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}

/** Creates an approver matrix or renames one. */
export const NameDialog = ({ opened, ...props }: NameDialogProps) => (
  <Dialog
    opened={opened}
    onClose={props.onClose}
    title={props.matrix ? `Rename ${props.matrix.name}` : 'New approver matrix'}
  >
    {opened && <NameForm {...props} />}
  </Dialog>
)

const NameForm = ({ matrix, onClose, onCreated }: Omit<NameDialogProps, 'opened'>) => {
  const form = useForm({
    initialValues: { name: matrix?.name ?? '' },
    validate: schemaResolver(values, { sync: true }),
  })
  const [version, setVersion] = useState(matrix?.version ?? 0)
  const [theirs, setTheirs] = useState<string | null>(null)
  /** Someone else was faster: the current name is shown, and what was typed stays. */
  const showTheirs = useCommand<string, LoadedMatrix>({
    run: (id) => readMatrix(id),
    onSuccess: (read) => {
      setTheirs(read.name)
      setVersion(read.version)
    },
  })
  const save = useCommand<{ name: string }, string | null>({
    run: async ({ name }, { commandId }) => {
      if (!matrix) return (await createMatrix(name, commandId)).id
      await renameMatrix(matrix.id, { name, version }, commandId)
      return null
    },
    form,
    success: (_, { name }) => (matrix ? `Renamed to ${name}` : `${name} created`),
    invalidates: [[...matrixKeys.all]],
    onSuccess: (id) => {
      onClose()
      if (id) onCreated?.(id)
    },
    onError: (error) => {
      if (isApiError(error, 'INVALID') && error.fields) return true
      if (!matrix || !isApiError(error, 'CONFLICT')) return undefined
      showTheirs.send(matrix.id)
      return true
    },
  })
  return (
    <form onSubmit={form.onSubmit((input) => save.send(values.parse(input)))} noValidate>
      {theirs !== null && (
        <Alert color="yellow" mb="md" role="alert">
          Someone changed this matrix in the meantime. It is now called “{theirs}”. Your name is still here; save again
          to give it.
        </Alert>
      )}
      <TextField label="Name" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending || showTheirs.isPending}>
          {matrix ? (theirs === null ? 'Rename matrix' : 'Save mine') : 'Create matrix'}
        </Button>
      </Group>
    </form>
  )
}
