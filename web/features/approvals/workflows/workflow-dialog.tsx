import { Button, Group } from '@mantine/core'
import { workflowName } from '../../../../schema/approvals/workflows/definition.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { createWorkflow, renameWorkflow, workflowKeys } from './api.ts'

interface WorkflowDialogProps {
  categoryId: string
  /** Null for a new one. */
  workflow: { id: string; label: string } | null
  opened: boolean
  onClose: () => void
  onDone: (id: string) => void
}

export const WorkflowDialog = ({ opened, ...props }: WorkflowDialogProps) => (
  <Dialog opened={opened} onClose={props.onClose} title={props.workflow ? 'Rename workflow' : 'New workflow'}>
    {opened && <WorkflowForm {...props} />}
  </Dialog>
)

const WorkflowForm = ({ categoryId, workflow, onClose, onDone }: Omit<WorkflowDialogProps, 'opened'>) => {
  const { form, submit, isPending } = useEndpointForm(
    { body: workflowName },
    {
      initial: { label: workflow?.label ?? '' },
      run: ({ label }, { commandId }) =>
        workflow ? renameWorkflow(workflow.id, label, commandId) : createWorkflow(categoryId, label, commandId),
      success: (_, { label }) => (workflow ? 'Workflow renamed' : `${label} created`),
      invalidates: [workflowKeys.ofCategory(categoryId), workflowKeys.holders],
      onSuccess: onDone,
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label="Name"
        description="Visible to requesters and approvers, for example Standard purchase or Over $50,000."
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {workflow ? 'Rename workflow' : 'Create workflow'}
        </Button>
      </Group>
    </form>
  )
}
