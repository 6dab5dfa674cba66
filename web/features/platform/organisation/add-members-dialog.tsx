import { Button, Checkbox, Group } from '@mantine/core'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { saidOfGuarded } from '../guarded/index.ts'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { type AddedMembers, pageOf, type UnitKind, type UnitWithMembers, unitKeys } from './api.ts'

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
  const { addMembers, added } = pageOf(kind)
  const { form, submit, isPending } = useEndpointForm(added, {
    initial: { userIds: [] as string[], approvesRequests: false },
    run: (input: AddedMembers, { commandId }) => addMembers(unit.id, input, commandId),
    success: ({ waits }, { userIds }) =>
      saidOfGuarded(userIds.length === 1 ? 'Person added' : `${userIds.length} people added`)({ waits }),
    invalidates: [unitKeys.all(kind)],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
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
        <Button type="submit" loading={isPending}>
          Add people
        </Button>
      </Group>
    </form>
  )
}
