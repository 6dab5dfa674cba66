import { ActionIcon, Button } from '@mantine/core'
import { IconCategory, IconPlus, IconTrash } from '@tabler/icons-react'
import type { VendorCategory } from '../../../../schema/vendors/vendors/category-endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { useCompany } from '../../platform/session/index.ts'
import { SettingsFrame, vendorSettingsKeys } from '../settings/index.ts'
import { deleteCategory, useVendorCategories, vendorKeys } from './api.ts'

const hrefOf = ({ id }: VendorCategory): Address =>
  to('/settings/vendor-management/vendor-categories/$categoryId', { categoryId: id })
const NEW = to('/settings/vendor-management/new-vendor-category')

const columnsOf = (remove: (category: VendorCategory) => void): Column<VendorCategory>[] => [
  {
    id: 'name',
    header: 'Category',
    cell: (category) => (
      <AppLink className="ol-link" href={hrefOf(category)}>
        {category.name}
      </AppLink>
    ),
  },
  {
    id: 'fields',
    header: 'Fields',
    align: 'right',
    width: '7rem',
    cell: ({ fieldCount }) => (fieldCount > 0 ? formatNumber(fieldCount) : <span aria-hidden>–</span>),
  },
  {
    id: 'vendors',
    header: 'Vendors',
    align: 'right',
    width: '7rem',
    cell: ({ id, vendorCount }) =>
      vendorCount > 0 ? (
        <AppLink className="ol-link" href={to('/vendors', {}, { filter: 'ALL', vendorCategoryId: id })}>
          {formatNumber(vendorCount)}
          <span className="ol-visually-hidden"> vendors</span>
        </AppLink>
      ) : (
        <span aria-hidden>–</span>
      ),
  },
  {
    id: 'actions',
    header: '',
    width: '3.5rem',
    always: true,
    cell: (category) => (
      <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${category.name}`} onClick={() => remove(category)}>
        <IconTrash size={16} />
      </ActionIcon>
    ),
  },
]

/** Settings › Vendor management › Categories. */
export const VendorCategories = () => {
  const { enableVendorCategories } = useCompany()
  return enableVendorCategories ? (
    <SettingsFrame tab="categories">
      <Categories />
    </SettingsFrame>
  ) : (
    <NotFound />
  )
}

const Categories = () => {
  const { data, error, refetch } = useVendorCategories()
  const removal = useCommand<VendorCategory>({
    run: ({ id }, { commandId }) => deleteCategory(id, commandId),
    success: (_, { name }) => `${name} deleted`,
    invalidates: [vendorKeys.categories, vendorSettingsKeys.history],
  })
  const remove = async (category: VendorCategory): Promise<void> => {
    const sure = await confirm({
      title: `Delete ${category.name}?`,
      text: 'Its fields are deleted too. A category that has vendors can’t be deleted.',
      confirmLabel: 'Delete category',
      danger: true,
    })
    if (sure) removal.send(category)
  }
  const add = (
    <Button component={AppLink} href={NEW} leftSection={<IconPlus size={16} aria-hidden />}>
      Add category
    </Button>
  )
  return (
    <TableView<VendorCategory>
      label="Vendor categories"
      columns={columnsOf((category) => void remove(category))}
      rows={data}
      rowId={({ id }) => id}
      rowHref={hrefOf}
      error={error}
      onRetry={() => void refetch()}
      toolbar={data && data.length > 0 ? add : undefined}
      placeholderRows={3}
      empty={{
        icon: <IconCategory size={20} aria-hidden />,
        title: 'No categories yet',
        text: 'Categories such as Software or Agencies can have custom fields.',
        action: add,
      }}
    />
  )
}
