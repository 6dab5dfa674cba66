import { Button, Group, Menu, Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import { renameVendorCategory, type VendorCategory } from '../../../../schema/vendors/vendors/category-endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState, NotFound } from '../../../ui/states.tsx'
import { useCompany } from '../../platform/session/index.ts'
import { BuilderPlaceholder } from '../../requests/categories/index.ts'
import { FormBuilder } from '../../requests/forms/index.ts'
import { useFields, useFieldsSource, vendorSettingsKeys } from '../settings/index.ts'
import { useVendorCategories, vendorKeys } from './api.ts'
import { CATEGORY_CRUMBS } from './new-category.tsx'

interface FieldsProps {
  id: string
  saved: CustomFormFields & { version: number }
}

const Fields = ({ id, saved }: FieldsProps) => <FormBuilder source={useFieldsSource(saved, saved.version, id)} />

/** One vendor category: its name, and its fields. */
export const VendorCategoryPage = ({ id }: { id: string }) => {
  const { enableVendorCategories } = useCompany()
  const categories = useVendorCategories(enableVendorCategories)
  const fields = useFields(id)
  const [renaming, setRenaming] = useState(false)
  const category = categories.data?.find((each) => each.id === id)
  if (!enableVendorCategories || (categories.data && !category)) return <NotFound />
  const failed = [categories, fields].find((query) => query.error && !query.data)
  return (
    <>
      <PageHeader
        title={category?.name ?? '…'}
        tabTitle={`${category?.name ?? 'Vendor category'} - Vendor management`}
        subtitle="Fields for vendors in this category, in addition to those of every vendor."
        breadcrumbs={CATEGORY_CRUMBS}
        menu={
          category && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setRenaming(true)}>
              Rename
            </Menu.Item>
          )
        }
      />
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : category && fields.data ? (
        <Fields id={id} saved={fields.data} />
      ) : (
        <BuilderPlaceholder />
      )}
      {renaming && category && <RenameDialog category={category} onClose={() => setRenaming(false)} />}
    </>
  )
}

const RenameDialog = ({ category, onClose }: { category: VendorCategory; onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(renameVendorCategory, {
    params: { id: category.id },
    initial: { name: category.name },
    toBody: ({ name }) => ({ name, version: category.version }),
    success: 'Category renamed',
    invalidates: [vendorKeys.all, vendorSettingsKeys.history],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={`Rename ${category.name}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextField label="Name" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Rename category
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
