import { Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { isTask } from '../../../../../schema/approvals/workflows/rule-kinds.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useReplaceApprovers } from './actions-api.ts'
import { ApproversFields, type ApproverValues } from './approvers-fields.tsx'

interface ApproversDialogProps {
  submissionId: string
  block: BlockView
  onClose: () => void
}

/** Starts with the current people, one by one, to show who stays. */
export const ApproversDialog = ({ submissionId, block, onClose }: ApproversDialogProps) => {
  const form = useForm<ApproverValues>({
    initialValues: {
      approverType: 'CUSTOM_APPROVERS',
      approverGroupIds: [],
      approverUserIds: block.approvers.map(({ userId }) => userId),
      quorum: block.quorum,
    },
  })
  const replace = useReplaceApprovers(submissionId, { form })
  const task = isTask(block.ruleType)
  return (
    <Dialog opened onClose={onClose} title={task ? 'Change who does it' : 'Change approvers'}>
      <form
        onSubmit={form.onSubmit((values) => {
          void replace.sendAsync({ levelGroupStatusId: block.id, ...values }).then(onClose, () => {})
        })}
      >
        <Text mb="md">
          For “{block.label}” on this request only. The workflow isn’t affected. Requesters can’t approve their own
          requests.
        </Text>
        <ApproversFields form={form} isTask={task} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={replace.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={replace.isPending}>
            {task ? 'Save' : 'Save approvers'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
