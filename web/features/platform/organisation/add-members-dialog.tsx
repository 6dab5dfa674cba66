import { Button, Checkbox, Group } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { pageOf, type UnitKind, type UnitWithMembers, unitKeys } from './api.ts'

const values = z.object({
  userIds: z.array(z.string()).min(1, 'Choose at least one person').max(100, 'At most 100 people at once'),
  approvesRequests: z.boolean(),
})
type Values = z.infer<typeof values>

interface AddMembersProps {
  kind: UnitKind
  unit: UnitWithMembers
  opened: boolean
  onClose: () => void
}

export const AddMembersDialog = ({ opened, ...props }: AddMembersProps) => (
  <Dialog opened={opened} onClose={props.onClose} title={`Add people to ${props.unit.name}`}>
    {opened && <AddMembersForm {...props} />}
  </Dialog>
)

const AddMembersForm = ({ kind, unit, onClose }: Omit<AddMembersProps, 'opened'>) => {
  const form = useForm<Values>({
    initialValues: { userIds: [], approvesRequests: false },
    validate: schemaResolver(values, { sync: true }),
  })
  const add = useCommand<Values>({
    run: (input, { commandId }) => pageOf(kind).addMembers(unit.id, input, commandId),
    form,
    success: (_, { userIds }) => (userIds.length === 1 ? 'Person added' : `${userIds.length} people added`),
    invalidates: [unitKeys.all(kind)],
    onSuccess: onClose,
    onError: (error) => isApiError(error, 'INVALID') && error.fields !== undefined,
  })
  return (
    <form onSubmit={form.onSubmit((input) => add.send(input))} noValidate>
      <AsyncOptionSelect kind="member" multiple label="People" required {...form.getInputProps('userIds')} />
      {kind.hasApprovers && (
        <Checkbox
          mt="md"
          label={`They approve the requests of this ${kind.noun}`}
          {...form.getInputProps('approvesRequests', { type: 'checkbox' })}
        />
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending}>
          Add people
        </Button>
      </Group>
    </form>
  )
}
