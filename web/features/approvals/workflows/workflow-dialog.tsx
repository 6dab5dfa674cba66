import { Button, Group } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { requiredText } from '../../../../schema/shared/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { createWorkflow, renameWorkflow, workflowKeys } from './api.ts'

/** As createIntakeWorkflow and updateIntakeWorkflow on the server expect it. */
const values = z.object({ label: requiredText(120) })
type Values = z.infer<typeof values>

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
  const form = useForm<Values>({
    initialValues: { label: workflow?.label ?? '' },
    validate: schemaResolver(values, { sync: true }),
  })
  const save = useCommand<Values, string>({
    run: ({ label }, { commandId }) =>
      workflow ? renameWorkflow(workflow.id, label, commandId) : createWorkflow(categoryId, label, commandId),
    form,
    success: (_, { label }) => (workflow ? 'Workflow renamed' : `${label} created`),
    invalidates: [workflowKeys.ofCategory(categoryId), workflowKeys.holders],
    onSuccess: onDone,
  })
  return (
    <form onSubmit={form.onSubmit((input) => save.send(values.parse(input)))} noValidate>
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
        <Button type="submit" loading={save.isPending}>
          {workflow ? 'Rename workflow' : 'Create workflow'}
        </Button>
      </Group>
    </form>
  )
}
