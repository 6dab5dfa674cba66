import { Button, Menu } from '@mantine/core'
import { IconBuildingStore, IconFileImport, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { vendorList } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { late } from '../../../ui/settling/late.tsx'
import { FileItem, ListTable, useList } from '../../platform/lists/index.ts'
import { useCan, useCompany, useSession } from '../../platform/session/index.ts'
import { IMPORTS_HREF } from '../imports/index.ts'
import { useOwnColumns } from '../settings/index.ts'
import { type ListedVendor, useCategorySource } from './api.ts'
import { vendorColumns } from './list-columns.tsx'
import { OWN_FIELDS, useFieldChips } from './own-filters.tsx'
import { listSearch } from './search.ts'
import classes from './vendors.module.css'
import { vendorHref } from './words.tsx'

const BulkActions = late(async () => (await import('./bulk-actions.tsx')).BulkActions)

/**
 * The company's vendors.
 * @param notice what another area says above them
 * @param more further items of the page's menu
 */
export const VendorList = ({ notice, more }: { notice: ReactNode; more: ReactNode }) => {
  const can = useCan()
  const { userId } = useSession()
  const { enableVendorCategories, enableN12mServiceSpend, isErpLinked } = useCompany()
  const list = useList(vendorList, listSearch)
  const { found } = list
  const { data: columns } = useOwnColumns()
  const shown = useMemo(
    () =>
      vendorColumns({
        withCategories: enableVendorCategories,
        withNext12: enableN12mServiceSpend,
        withLast12: isErpLinked,
        own: columns?.vendorColumns ?? [],
      }),
    [enableVendorCategories, enableN12mServiceSpend, isErpLinked, columns],
  )
  const chips = useFieldChips(found.answers)
  const sources = { vendorCategoryId: useCategorySource() }
  const mayChangeSome = can('vendors.edit') || found.ownerId === userId
  const add = can('vendors.create') && (
    <Button component={AppLink} href={to('/vendors/add-new')} leftSection={<IconPlus size={16} aria-hidden />}>
      Add vendor
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Vendors"
        subtitle="Your vendors, owners and spend."
        action={add || undefined}
        menu={
          <>
            <FileItem list={list} label="Download CSV" />
            {can('vendors.import') && (
              <Menu.Item component={AppLink} href={IMPORTS_HREF} leftSection={<IconFileImport size={16} aria-hidden />}>
                Import vendors
              </Menu.Item>
            )}
            {more}
          </>
        }
      />
      {notice}
      <ListTable<ListedVendor>
        label="Vendors"
        list={list}
        columns={shown}
        rowHref={({ id }) => vendorHref(id)}
        classes={{ choice: classes.status, lookup: classes.filter }}
        sources={sources}
        fields={OWN_FIELDS}
        chips={chips}
        {...(mayChangeSome && { bulkActions: (chosen) => <BulkActions {...chosen} /> })}
        empty={{
          icon: <IconBuildingStore size={20} aria-hidden />,
          title: 'No vendors yet',
          text: 'Companies you buy from appear here, with their owners, services and documents.',
          action: add || undefined,
        }}
      />
    </>
  )
}
