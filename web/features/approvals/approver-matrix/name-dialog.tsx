import { Alert, Button, Group } from '@mantine/core'
import { createApproverMatrix, renameApproverMatrix } from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { matrixKeys, readMatrix } from './api.ts'

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
  const { form, submit, isPending, theirs } = useEndpointForm(matrix ? renameApproverMatrix : createApproverMatrix, {
    run: (body, { commandId }) =>
      matrix
        ? call(renameApproverMatrix, { params: { approverMatrixId: matrix.id }, body, commandId })
        : call(createApproverMatrix, { body, commandId }),
    initial: { name: matrix?.name ?? '' },
    edited: matrix && { version: matrix.version, read: () => readMatrix(matrix.id) },
    success: (_, { name }) => (matrix ? `Renamed to ${name}` : `${name} created`),
    invalidates: [[...matrixKeys.all]],
    onSuccess: ({ id }) => {
      onClose()
      if (!matrix) onCreated?.(id)
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      {theirs && theirs !== 'gone' && (
        <Alert color="yellow" mb="md" role="alert">
          Someone changed this matrix in the meantime. It is now called “{theirs.name}”. Your name is still here; save
          again to give it.
        </Alert>
      )}
      <TextField label="Name" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {matrix ? (theirs ? 'Save mine' : 'Rename matrix') : 'Create matrix'}
        </Button>
      </Group>
    </form>
  )
}
