import { Button, Checkbox, Menu, Tooltip } from '@mantine/core'
import { IconDownload, IconPackage, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { z } from 'zod'
import { LIST_FILTER_LABELS } from '../../../../schema/requests/lists/endpoints.ts'
import { SERVICE_FILTERS } from '../../../../schema/vendors/services/values.ts'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { noMatch } from '../../../ui/table/filters.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { LookupFilter } from '../../platform/lookups/index.ts'
import { useCan, useCompany } from '../../platform/session/index.ts'
import { useOwnColumns } from '../settings/index.ts'
import { serviceHref } from './address.ts'
import { csvHref, fetchServices, type ListedService, type ServiceQuery, serviceKeys } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { FiltersDialog } from './filters-dialog.tsx'
import { serviceColumns } from './list-columns.tsx'
import { serviceSearch } from './search.ts'
import classes from './services.module.css'
import { WHO_ADDS_SERVICES } from './words.tsx'

export type ServiceSearch = z.output<typeof serviceSearch>
export type SetServiceSearch = (patch: Partial<z.input<typeof serviceSearch>>) => void

const STATUSES = SERVICE_FILTERS.map((value) => ({ value, label: LIST_FILTER_LABELS[value] }))

/** The query for the server. */
const filtersOf = ({
  search: words,
  filter,
  from,
  to,
  answers,
  periodAnswers,
  ...ids
}: ServiceSearch): ServiceQuery => ({
  search: words || undefined,
  filter: filter ?? 'ACTIVE',
  vendorId: ids.vendorId,
  ownerId: ids.ownerId,
  departmentId: ids.departmentId,
  businessUnitId: ids.businessUnitId,
  spendCategoryId: ids.spendCategoryId,
  // A range with one end uses a date that no period reaches for the other.
  dateRange: from || to ? `${from ?? '1900-01'},${to ?? '2199-12'}` : undefined,
  serviceAnswerFilters: answers,
  servicePeriodAnswerFilters: periodAnswers,
})

const NOTHING = {
  ...{ search: undefined, filter: undefined, vendorId: undefined, ownerId: undefined, departmentId: undefined },
  ...{ businessUnitId: undefined, spendCategoryId: undefined, from: undefined, to: undefined },
  ...{ answers: undefined, periodAnswers: undefined },
  ...FIRST_PAGE,
}

/**
 * Vendor management › Services.
 * @param ofVendorId the vendor whose page shows the list: only its services, without a heading
 */
export const ServiceList = ({ ofVendorId }: { ofVendorId?: string } = {}) => {
  const can = useCan()
  const { enableBusinessUnits, enableN12mServiceSpend } = useCompany()
  const [found, setFound] = usePageSearch(serviceSearch)
  const { data: own } = useOwnColumns()
  const { search: words, filter = 'ACTIVE', ownerId, periods } = found
  const vendorId = ofVendorId ?? found.vendorId
  const key = JSON.stringify(filtersOf({ ...found, vendorId }))
  const filters = useMemo(() => JSON.parse(key) as ServiceQuery, [key])
  const columns = useMemo(
    () =>
      serviceColumns({
        withBusinessUnits: enableBusinessUnits,
        withNext12: enableN12mServiceSpend,
        allPeriods: periods === 'all',
        own: own?.serviceColumns ?? [],
      }).filter(({ id }) => id !== 'vendor' || !ofVendorId),
    [enableBusinessUnits, enableN12mServiceSpend, periods, own, ofVendorId],
  )
  // People who manage vendors look for it here.
  const add = !can('services.create') ? (
    can('vendors.edit') && (
      <Tooltip label={WHO_ADDS_SERVICES} events={{ hover: true, focus: true, touch: true }}>
        <Button
          variant="default"
          aria-disabled
          data-disabled
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={(event) => event.preventDefault()}
        >
          Add service
        </Button>
      </Tooltip>
    )
  ) : (
    <Button
      component={AppLink}
      href={ofVendorId ? to('/services/add-new', {}, { vendorId: ofVendorId }) : to('/services/add-new')}
      {...(ofVendorId && { variant: 'default' })}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      Add service
    </Button>
  )
  const isNarrowed = key !== JSON.stringify(filtersOf({ vendorId: ofVendorId }))
  return (
    <>
      {!ofVendorId && (
        <PageHeader
          title="Services"
          subtitle="What you buy, from which vendor, until when and for how much."
          action={add}
          menu={
            <Menu.Item
              component="a"
              href={csvHref(filters)}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Export as CSV
            </Menu.Item>
          }
        />
      )}
      <DataTable<ListedService>
        label="Services"
        name="services"
        columns={columns}
        rowId={(service) => service.id}
        rowHref={(service) => serviceHref(service.id)}
        queryKey={serviceKeys.list(filters)}
        fetchPage={(page, signal) => fetchServices(filters, page, signal)}
        toolbar={
          <>
            <SearchBox
              label="Search services by name or vendor"
              placeholder="Service or vendor"
              value={words ?? ''}
              onSearch={(next) => setFound({ search: next, ...FIRST_PAGE })}
            />
            <Select
              className={classes.status ?? ''}
              aria-label="Status"
              data={STATUSES}
              value={filter}
              allowDeselect={false}
              onChange={(next) => {
                const chosen = SERVICE_FILTERS.find((each) => each === next)
                setFound({ filter: chosen === 'ACTIVE' ? undefined : chosen, ...FIRST_PAGE })
              }}
            />
            {!ofVendorId && (
              <LookupFilter
                kind="vendor"
                label="Vendor"
                className={classes.filter}
                value={vendorId}
                onChange={(next) => setFound({ vendorId: next, ...FIRST_PAGE })}
              />
            )}
            <LookupFilter
              kind="member"
              label="Owner"
              className={classes.filter}
              value={ownerId}
              onChange={(next) => setFound({ ownerId: next, ...FIRST_PAGE })}
            />
            <FiltersDialog found={found} setFound={setFound} />
            {ofVendorId && add}
            <Checkbox
              label="All periods"
              checked={periods === 'all'}
              onChange={(event) => setFound({ periods: event.currentTarget.checked ? 'all' : undefined })}
            />
          </>
        }
        {...(can('vendors.manage') && {
          bulkActions: ({ rows, clear }: { rows: ListedService[]; clear: () => void }) => (
            <BulkActions rows={rows} clear={clear} />
          ),
        })}
        empty={
          isNarrowed
            ? noMatch('No services match', 'Change the filters, or view all services.', () => setFound(NOTHING))
            : {
                icon: <IconPackage size={20} aria-hidden />,
                title: 'No services yet',
                text: 'Subscriptions, licenses and contracts appear here, with their costs and end dates.',
                action: add || undefined,
              }
        }
      />
    </>
  )
}
