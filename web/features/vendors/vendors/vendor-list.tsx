import { Button, Menu, Pill } from '@mantine/core'
import { IconBuildingStore, IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { LIST_FILTER_LABELS } from '../../../../schema/requests/endpoints.ts'
import { VENDOR_FILTERS } from '../../../../schema/vendors/vendors/values.ts'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { FiltersButton, noMatch } from '../../../ui/table/filters.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { FIRST_PAGE, useTableSearch } from '../../../ui/table/use-table-search.ts'
import { LookupFilter } from '../../platform/lookups/index.ts'
import { useCan, useCompany, useSession } from '../../platform/session/index.ts'
import { IMPORTS_HREF } from '../imports/index.ts'
import { useOwnColumns } from '../settings/index.ts'
import {
  csvHref,
  fetchByHash,
  fetchVendors,
  type ListedVendor,
  saveFilters,
  type VendorQuery,
  vendorKeys,
} from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { FilterChips } from './filter-chips.tsx'
import { furtherCount, isNarrowed, NO_FILTERS, queryOf } from './filters.ts'
import { FiltersDialog } from './filters-dialog.tsx'
import { vendorColumns } from './list-columns.tsx'
import { SavedViews } from './saved-views.tsx'
import { listSearch } from './search.ts'
import classes from './vendors.module.css'
import { vendorHref } from './words.tsx'

const STATUSES = VENDOR_FILTERS.map((value) => ({ value, label: LIST_FILTER_LABELS[value] }))

/** Downloads everything that matches the filters, through the address of their hash. */
const useExport = () => {
  const { sort } = useTableSearch()
  return useCommand<VendorQuery & { view: string | undefined }, { hash: string }>({
    run: async ({ view, ...filters }, { commandId }) => {
      if (view) return { hash: view }
      const orderBy = sort && { by: [sort.by as 'name'], dir: [sort.dir] }
      return saveFilters({ filters: { ...filters, ...(orderBy && { orderBy }) } }, commandId)
    },
    onSuccess: ({ hash }) => {
      const link = document.createElement('a')
      link.href = csvHref(hash)
      link.download = ''
      link.click()
    },
  })
}

/** The company's vendors. */
export const VendorList = () => {
  const can = useCan()
  const { userId } = useSession()
  const { enableVendorCategories, enableN12mServiceSpend } = useCompany()
  const [search, setSearch] = usePageSearch(listSearch)
  const [filtering, setFiltering] = useState(false)
  const query = useMemo(() => queryOf(search), [search])
  const { data: columns } = useOwnColumns()
  const shown = useMemo(
    () =>
      vendorColumns({
        withCategories: enableVendorCategories,
        withNext12: enableN12mServiceSpend,
        own: columns?.vendorColumns ?? [],
      }),
    [enableVendorCategories, enableN12mServiceSpend, columns],
  )
  const exporting = useExport()
  const clear = () => setSearch(NO_FILTERS)
  const further = furtherCount(search)
  const { view } = search
  const mayChangeSome = can('vendors.edit') || search.ownerId === userId
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
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => exporting.send({ ...query, view })}
            >
              Download CSV
            </Menu.Item>
            {can('vendors.import') && (
              <Menu.Item component={AppLink} href={IMPORTS_HREF} leftSection={<IconFileImport size={16} aria-hidden />}>
                Import vendors
              </Menu.Item>
            )}
          </>
        }
      />
      <DataTable<ListedVendor>
        label="Vendors"
        name="vendors"
        queryKey={vendorKeys.list(view ? { search: `view ${view}` } : query)}
        fetchPage={(page, signal) => (view ? fetchByHash(view, page, signal) : fetchVendors(query, page, signal))}
        columns={shown}
        rowId={({ id }) => id}
        rowHref={({ id }) => vendorHref(id)}
        toolbar={
          view ? (
            <Pill size="lg" withRemoveButton onRemove={clear} removeButtonProps={{ 'aria-label': 'Exit this view' }}>
              A shared view
            </Pill>
          ) : (
            <>
              <SearchBox
                label="Search vendors"
                placeholder="Search by name"
                value={search.search ?? ''}
                onSearch={(next) => setSearch({ search: next, ...FIRST_PAGE })}
              />
              <Select
                className={classes.status ?? ''}
                aria-label="Status"
                data={STATUSES}
                value={search.filter ?? 'ACTIVE'}
                allowDeselect={false}
                onChange={(next) =>
                  setSearch({
                    filter:
                      next === 'ACTIVE' ? undefined : ((next as (typeof VENDOR_FILTERS)[number] | null) ?? undefined),
                    ...FIRST_PAGE,
                  })
                }
              />
              <LookupFilter
                kind="member"
                label="Owner"
                className={classes.filter}
                value={search.ownerId}
                onChange={(ownerId) => setSearch({ ownerId, ...FIRST_PAGE })}
              />
              <FiltersButton count={further} onClick={() => setFiltering(true)} />
              <SavedViews search={search} setSearch={setSearch} />
            </>
          )
        }
        underToolbar={view ? undefined : <FilterChips search={search} setSearch={setSearch} />}
        {...(mayChangeSome && {
          bulkActions: ({ rows, clear: done }: { rows: ListedVendor[]; clear: () => void }) => (
            <BulkActions rows={rows} clear={done} />
          ),
        })}
        empty={
          isNarrowed(search)
            ? noMatch('No vendors match', 'Change the filters, or view all vendors.', clear)
            : {
                icon: <IconBuildingStore size={20} aria-hidden />,
                title: 'No vendors yet',
                text: 'Companies you buy from appear here, with their owners, services and documents.',
                action: add || undefined,
              }
        }
      />
      {filtering && <FiltersDialog search={search} setSearch={setSearch} onClose={() => setFiltering(false)} />}
    </>
  )
}
