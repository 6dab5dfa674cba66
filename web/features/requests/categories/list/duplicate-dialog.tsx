import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { duplicateIntakeCategory } from '../../../../../schema/requests/endpoints.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { type CategoryForSettings, configurationKeys } from '../api.ts'

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
  const { form, submit, isPending } = useEndpointForm(duplicateIntakeCategory, {
    params: { intakeCategoryId: category.id },
    initial: {
      name: `${category.name} (copy)`.slice(0, 120),
      ...{ includeForm: true, includeWorkflow: true, includeAdvanced: true },
    },
    success: (_, input) => `${input.name} created`,
    invalidates: [configurationKeys.categories],
    onSuccess: ({ id }) => onCreated(id),
  })
  const part = (name: 'includeForm' | 'includeWorkflow' | 'includeAdvanced') =>
    form.getInputProps(name, { type: 'checkbox' })
  return (
    <form onSubmit={submit} noValidate>
      <TextField label="Name of the copy" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <Stack
        gap="xs"
        mt="md"
        component="fieldset"
        style={{ border: 0, padding: 0, margin: 'var(--mantine-spacing-md) 0 0' }}
      >
        <legend>What to copy</legend>
        <Checkbox label="Form" description="Steps, questions and conditions" {...part('includeForm')} />
        <Checkbox label="Workflows" description="Levels, rules and conditions" {...part('includeWorkflow')} />
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
        <Button type="submit" loading={isPending}>
          Duplicate category
        </Button>
      </Group>
    </form>
  )
}
