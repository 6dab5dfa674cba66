import { Button, Group, Text } from '@mantine/core'
import { replaceBlockApprovers } from '../../../../../schema/approvals/engine/block-endpoints.ts'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { isTask } from '../../../../../schema/approvals/workflows/rule-kinds.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { useSubjectApi } from '../subject-api.ts'
import { ApproversFields, type ApproverValues } from './approvers-fields.tsx'

interface ApproversDialogProps {
  submissionId: string
  block: BlockView
  onClose: () => void
}

/** Starts with the current people, one by one, to show who stays. */
export const ApproversDialog = ({ submissionId, block, onClose }: ApproversDialogProps) => {
  const { keyOf, noun } = useSubjectApi()
  const { form, submit, isPending } = useEndpointForm(replaceBlockApprovers, {
    initial: {
      approverType: 'CUSTOM_APPROVERS',
      approverGroupIds: [],
      approverUserIds: block.approvers.map(({ userId }) => userId),
      quorum: block.quorum,
    } as ApproverValues,
    toBody: (values) => ({ levelGroupStatusId: block.id, ...values }),
    success: 'Approvers changed',
    invalidates: [keyOf(submissionId)],
    onSuccess: onClose,
  })
  const task = isTask(block.ruleType)
  return (
    <Dialog opened onClose={onClose} title={task ? 'Change who does it' : 'Change approvers'}>
      <form onSubmit={submit} noValidate>
        <Text mb="md">
          For “{block.label}” on this {noun} only. Its rules aren’t affected. Requesters can’t approve their own
          {noun}s.
        </Text>
        <ApproversFields form={form} isTask={task} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {task ? 'Save' : 'Save approvers'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
