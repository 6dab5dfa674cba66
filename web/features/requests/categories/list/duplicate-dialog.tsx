import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { requiredText } from '../../../../../schema/shared/values.ts'
import { isApiError } from '../../../../lib/errors.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { type CategoryForSettings, configurationKeys, duplicateCategory } from '../api.ts'

const values = z.object({
  name: requiredText(120),
  includeForm: z.boolean(),
  includeWorkflow: z.boolean(),
  includeAdvanced: z.boolean(),
})
type Values = z.infer<typeof values>

interface DuplicateDialogProps {
  /** Null while closed. */
  category: CategoryForSettings | null
  onClose: () => void
  onCreated: (id: string) => void
}

export const DuplicateDialog = ({ category, onClose, onCreated }: DuplicateDialogProps) => (
  <Dialog opened={category !== null} onClose={onClose} title={`Duplicate ${category?.name ?? ''}`}>
    {category && <DuplicateForm category={category} onClose={onClose} onCreated={onCreated} />}
  </Dialog>
)

const DuplicateForm = ({ category, onClose, onCreated }: DuplicateDialogProps & { category: CategoryForSettings }) => {
  const form = useForm<Values>({
    initialValues: {
      name: `${category.name} (copy)`.slice(0, 120),
      ...{ includeForm: true, includeWorkflow: true, includeAdvanced: true },
    },
    validate: schemaResolver(values, { sync: true }),
  })
  const duplicate = useCommand<Values, { id: string }>({
    run: (input, { commandId }) => duplicateCategory(category.id, input, commandId),
    form,
    success: (_, input) => `${input.name} created`,
    invalidates: [configurationKeys.categories],
    onSuccess: ({ id }) => onCreated(id),
    onError: (error) => isApiError(error, 'INVALID') && error.fields !== undefined,
  })
  const part = (name: 'includeForm' | 'includeWorkflow' | 'includeAdvanced') =>
    form.getInputProps(name, { type: 'checkbox' })
  return (
    <form onSubmit={form.onSubmit((input) => duplicate.send(values.parse(input)))} noValidate>
      <TextField label="Name of the copy" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Stack
        gap="xs"
        mt="md"
        component="fieldset"
        style={{ border: 0, padding: 0, margin: 'var(--mantine-spacing-md) 0 0' }}
      >
        <legend>What to copy</legend>
        <Checkbox label="Form" description="Steps, questions and conditions" {...part('includeForm')} />
        <Checkbox
          label="Workflows"
          description="Levels, rules and conditions, with the form they use"
          {...part('includeWorkflow')}
        />
        <Checkbox
          label="Advanced settings"
          description="Approval mode, assignees, owners and columns"
          {...part('includeAdvanced')}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={duplicate.isPending}>
          Duplicate category
        </Button>
      </Group>
    </form>
  )
}
