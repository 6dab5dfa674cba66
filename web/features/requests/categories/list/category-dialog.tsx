import { Alert, Button, Group } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { createIntakeCategory } from '../../../../../schema/requests/endpoints.ts'
import { isApiError } from '../../../../lib/errors.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { type CategoryForSettings, configurationKeys, createCategory, readCategories, updateCategory } from '../api.ts'
import type { CategoryKind } from '../category-kinds.ts'

const body = createIntakeCategory.body as NonNullable<typeof createIntakeCategory.body>
const values = body.pick({ name: true, description: true })
type Values = z.infer<typeof values>

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
  const form = useForm<Values>({
    initialValues: { name: category?.name ?? '', description: category?.description ?? '' },
    validate: schemaResolver(values, { sync: true }),
  })
  const [version, setVersion] = useState(category?.version ?? 0)
  const [theirs, setTheirs] = useState<CategoryForSettings | 'gone' | null>(null)

  /** Someone else was faster: what they saved is shown, and what was typed stays. */
  const showTheirs = useCommand<void, CategoryForSettings | null>({
    run: async () => (await readCategories()).find((row) => row.id === category?.id) ?? null,
    onSuccess: (read) => {
      setTheirs(read ?? 'gone')
      if (read) setVersion(read.version)
    },
  })
  const save = useCommand<Values, string | null>({
    run: async (input, { commandId }) => {
      if (!category) return (await createCategory({ ...input, type: kind.type }, commandId)).id
      await updateCategory(category.id, { ...input, version }, commandId)
      return null
    },
    form,
    success: (_, input) => (category ? 'Category saved' : `${input.name} created`),
    invalidates: [configurationKeys.categories],
    onSuccess: (id) => (id ? onCreated(id) : onClose()),
    onError: (error) => {
      if (!isApiError(error, 'CONFLICT')) return undefined
      showTheirs.send()
      return true
    },
  })
  return (
    <form onSubmit={form.onSubmit((input) => save.send(values.parse(input)))} noValidate>
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
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending || showTheirs.isPending}>
          {category ? (theirs ? 'Save mine' : `Save ${kind.noun}`) : `Create ${kind.noun}`}
        </Button>
      </Group>
    </form>
  )
}
