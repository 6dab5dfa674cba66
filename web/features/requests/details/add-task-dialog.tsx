import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ApprovalsView } from '../../../../schema/approvals/endpoints.ts'
import { isDecided } from '../../../../schema/approvals/model.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { useAddTask } from './actions-api.ts'
import { ApproversFields, type ApproverValues, NOBODY_YET } from './approvers-fields.tsx'
import classes from './details.module.css'

interface AddTaskDialogProps {
  submissionId: string
  levels: ApprovalsView['levels']
  onClose: () => void
}

interface Values extends ApproverValues {
  ruleType: 'APPROVAL' | 'TASK'
  label: string
  description: string
  level: string
}

/** Levels that are still open: what is done stays as it is. */
const openLevels = (levels: ApprovalsView['levels']) => {
  const first = levels.findIndex(({ blocks }) => !blocks.every(isDecided))
  return levels.slice(Math.max(0, first)).map(({ number }, i) => ({
    value: String(number),
    label: i === 0 ? `Level ${Math.max(0, first) + 1}, now` : `Level ${Math.max(0, first) + i + 1}`,
  }))
}

/** An approval or a task that this request needs and the workflow does not know. */
export const AddTaskDialog = ({ submissionId, levels, onClose }: AddTaskDialogProps) => {
  const places = openLevels(levels)
  const form = useForm<Values>({
    initialValues: { ...NOBODY_YET, ruleType: 'APPROVAL', label: '', description: '', level: places[0]?.value ?? '1' },
    validate: {
      label: (label) => (label.trim() ? null : 'Required'),
      approverUserIds: (userIds, { approverType, approverGroupIds }) =>
        approverType === 'CUSTOM_APPROVERS' && userIds.length + approverGroupIds.length === 0
          ? 'Choose at least one group or person'
          : null,
    },
  })
  const add = useAddTask(submissionId, { form })
  const isTask = form.values.ruleType === 'TASK'
  return (
    <Dialog opened onClose={onClose} title="Add approval or task">
      <form
        onSubmit={form.onSubmit(({ level, label, description, ...values }) => {
          const said = description.trim() ? { description: description.trim() } : {}
          void add.sendAsync({ ...values, ...said, label: label.trim(), level: Number(level) }).then(onClose, () => {})
        })}
      >
        <div className={classes.fields}>
          <SegmentedControl
            aria-label="What is added"
            data={[
              { value: 'APPROVAL', label: 'Approval' },
              { value: 'TASK', label: 'Task' },
            ]}
            {...form.getInputProps('ruleType')}
          />
          <TextField
            label="Name"
            required
            maxLength={200}
            placeholder={isTask ? 'Set up the account' : 'Security review'}
            data-autofocus
            {...form.getInputProps('label')}
          />
          <TextArea
            label={isTask ? 'What has to be done' : 'What to look at'}
            description="Optional."
            maxLength={5000}
            minRows={2}
            {...form.getInputProps('description')}
          />
          <ApproversFields form={form} isTask={isTask} />
          {places.length > 1 && (
            <Select label="When" data={places} allowDeselect={false} {...form.getInputProps('level')} />
          )}
        </div>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={add.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            {isTask ? 'Add task' : 'Add approval'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
