import { Alert, Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { createIntakeCategory, updateIntakeCategory } from '../../../../../schema/requests/endpoints.ts'
import { call } from '../../../../lib/rest.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { type CategoryForSettings, configurationKeys, readCategories } from '../api.ts'
import type { CategoryKind } from '../category-kinds.ts'

interface CategoryDialogProps {
  kind: CategoryKind
  /** Null for a new one. */
  category: CategoryForSettings | null
  opened: boolean
  onClose: () => void
  onCreated: (id: string) => void
}

export const CategoryDialog = ({ kind, category, opened, onClose, onCreated }: CategoryDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={`${category ? 'Edit' : 'New'} ${kind.noun}`}>
    {opened && <CategoryForm kind={kind} category={category} onClose={onClose} onCreated={onCreated} />}
  </Dialog>
)

type CategoryFormProps = Omit<CategoryDialogProps, 'opened'>

const CategoryForm = ({ kind, category, onClose, onCreated }: CategoryFormProps) => {
  const [type, setType] = useState(kind.type)
  const { form, submit, isPending, theirs } = useEndpointForm(category ? updateIntakeCategory : createIntakeCategory, {
    run: (body, { commandId }) =>
      category
        ? call(updateIntakeCategory, { params: { intakeCategoryId: category.id }, body, commandId })
        : call(createIntakeCategory, { body, commandId }),
    initial: { name: category?.name ?? '', description: category?.description ?? '' },
    toBody: (values) => (category ? values : { ...values, type }),
    edited: category && {
      version: category.version,
      read: async () => (await readCategories()).find((row) => row.id === category.id) ?? null,
    },
    success: (_, { name }) => (category ? 'Category saved' : `${name} created`),
    invalidates: [configurationKeys.categories],
    onSuccess: ({ id }) => (category ? onClose() : onCreated(id)),
  })
  return (
    <form onSubmit={submit} noValidate>
      {theirs && (
        <Alert color={theirs === 'gone' ? 'red' : 'yellow'} mb="md" role="alert">
          {theirs === 'gone'
            ? `Someone deleted this ${kind.noun} while you were editing it.`
            : `Someone changed this ${kind.noun} while you were editing it. It is now called “${theirs.name}”${
                theirs.description ? ` and described as “${theirs.description}”` : ''
              }. Your text is still here; save again to replace theirs.`}
        </Alert>
      )}
      <TextField
        label="Name"
        description={kind.nameHint}
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextArea
        mt="md"
        label="Description"
        description={kind.descriptionHint}
        maxLength={2000}
        minRows={2}
        {...form.getInputProps('description')}
      />
      {kind.type === 'VENDOR' && !category && (
        <Radio.Group
          mt="md"
          label="What it asks"
          value={type}
          onChange={(value) => setType(value as CategoryKind['type'])}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="VENDOR"
              label="Your vendor and service fields, then its own questions"
              description="Approved answers can update the vendor and its services."
            />
            <Radio value="CUSTOM_VENDOR_FORM" label="Only its own questions" />
          </Stack>
        </Radio.Group>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {category ? (theirs ? 'Save mine' : `Save ${kind.noun}`) : `Create ${kind.noun}`}
        </Button>
      </Group>
    </form>
  )
}
