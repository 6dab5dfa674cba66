import { Button, Group } from '@mantine/core'
import { createVendorCategory } from '../../../../schema/vendors/vendors/category-endpoints.ts'
import { to, useGo } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { useCompany } from '../../platform/session/index.ts'
import { vendorSettingsKeys } from '../settings/index.ts'
import { vendorKeys } from './api.ts'
import classes from './category.module.css'

const LIST = to('/settings/vendor-management/vendor-categories')
export const CATEGORY_CRUMBS = [{ label: 'Vendor categories', href: LIST }]

/** Settings › Vendor management: a category's name. Its fields follow on its own page. */
export const NewVendorCategory = () => {
  const { enableVendorCategories } = useCompany()
  const go = useGo()
  const { form, submit, isPending } = useEndpointForm(createVendorCategory, {
    initial: { name: '' },
    success: (_, { name }) => `${name} added`,
    invalidates: [vendorKeys.categories, vendorSettingsKeys.history],
    onSuccess: ({ id }) => go.to(to('/settings/vendor-management/vendor-categories/$categoryId', { categoryId: id })),
  })
  if (!enableVendorCategories) return <NotFound />
  return (
    <>
      <PageHeader
        title="New vendor category"
        subtitle="Vendors in a category have its fields in addition to those of every vendor."
        breadcrumbs={CATEGORY_CRUMBS}
      />
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          required
          maxLength={120}
          placeholder="Software"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" color="gray" component={AppLink} href={LIST}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Add category
          </Button>
        </Group>
      </form>
    </>
  )
}
