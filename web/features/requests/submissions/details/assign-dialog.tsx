import { Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { isTask } from '../../../../../schema/approvals/workflows/rule-kinds.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { OptionSelect } from '../../../../ui/fields/option-select.tsx'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { useAssign } from './actions-api.ts'

interface AssignDialogProps {
  submissionId: string
  /** Null assigns the whole request. */
  block: Pick<BlockView, 'id' | 'label' | 'ruleType' | 'approvers'> | null
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
            ? `Who’s working on “${block.label}”. ${isTask(block.ruleType) ? 'They can see the request and complete the task.' : 'Choose one of its approvers.'}`
            : 'Who’s responsible for the request until it’s done. They can see it and get an email.'}
        </Text>
        {block && !isTask(block.ruleType) ? (
          <OptionSelect
            label="Assignee"
            placeholder="No one"
            options={block.approvers.map(({ userId, name }) => ({ value: userId, label: name }))}
            {...form.getInputProps(field)}
          />
        ) : (
          <AsyncOptionSelect kind="member" label="Assignee" placeholder="No one" {...form.getInputProps(field)} />
        )}
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
