import { Button, Group, Text } from '@mantine/core'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { isTask } from '../../../../../schema/approvals/workflows/rule-kinds.ts'
import { setIntakeAssignee } from '../../../../../schema/requests/endpoints.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../../ui/fields/option-select.tsx'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { useSubjectApi } from '../subject-api.ts'
import { assign } from './actions-api.ts'

interface AssignDialogProps {
  submissionId: string
  /** Null assigns the whole request. */
  block: Pick<BlockView, 'id' | 'label' | 'ruleType' | 'approvers'> | null
  assigneeId: string | null
  onClose: () => void
}

export const AssignDialog = ({ submissionId, block, assigneeId, onClose }: AssignDialogProps) => {
  const { keyOf } = useSubjectApi()
  const { form, submit, isPending } = useEndpointForm(setIntakeAssignee, {
    initial: { userId: assigneeId },
    run: ({ userId }, { commandId }): Promise<unknown> => assign(submissionId, block?.id ?? null, userId, commandId),
    // A step has another name for its assignee.
    fields: { assigneeUserId: 'userId' },
    success: (_, { userId }) => (userId ? 'Assigned' : 'Request unassigned'),
    invalidates: [keyOf(submissionId)],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={block ? 'Assign step' : 'Assign request'}>
      <form onSubmit={submit}>
        <Text mb="md">
          {block
            ? `Who’s working on “${block.label}”. ${isTask(block.ruleType) ? 'They can see the request and complete the task.' : 'Choose one of its approvers.'}`
            : 'Who’s responsible for the request until it’s done. They can see it and get an email.'}
        </Text>
        {block && !isTask(block.ruleType) ? (
          <OptionSelect
            label="Assignee"
            placeholder="No one"
            options={block.approvers.map(({ userId, name }) => ({ value: userId, label: name }))}
            {...form.getInputProps('userId')}
          />
        ) : (
          <AsyncOptionSelect kind="member" label="Assignee" placeholder="No one" {...form.getInputProps('userId')} />
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save assignee
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
