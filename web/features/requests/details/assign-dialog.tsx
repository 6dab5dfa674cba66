import { Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Dialog } from '../../../ui/dialog.tsx'
import { AsyncOptionSelect } from '../../lookups/async-option-select.tsx'
import { useAssign } from './actions-api.ts'

interface AssignDialogProps {
  submissionId: string
  /** Null assigns the whole request. */
  block: { id: string; label: string } | null
  assigneeId: string | null
  onClose: () => void
}

export const AssignDialog = ({ submissionId, block, assigneeId, onClose }: AssignDialogProps) => {
  const field = block ? 'assigneeUserId' : 'userId'
  const form = useForm<Record<string, string | null>>({ initialValues: { [field]: assigneeId } })
  const assign = useAssign(submissionId, block?.id ?? null, { form })
  return (
    <Dialog opened onClose={onClose} title={block ? 'Assign step' : 'Assign request'}>
      <form
        onSubmit={form.onSubmit((values) => {
          void assign.sendAsync(values[field] ?? null).then(onClose, () => {})
        })}
      >
        <Text mb="md">
          {block
            ? `Who’s working on “${block.label}”. They can see the request and complete tasks. Approvals stay with the approvers.`
            : 'Who’s responsible for the request until it’s done. They can see it and get an email.'}
        </Text>
        <AsyncOptionSelect kind="member" label="Assignee" placeholder="Nobody" {...form.getInputProps(field)} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={assign.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={assign.isPending}>
            Save assignee
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
