import { Button, Select } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPackage, IconPlus, IconSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { z } from 'zod'
import { SERVICE_FILTERS } from '../../../schema/services/endpoints.ts'
import { fullName } from '../../../schema/shared/values.ts'
import { usePageSearch } from '../../lib/search-params.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { CalendarDateText } from '../../ui/date-text.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { SearchBox } from '../../ui/table/search-box.tsx'
import type { Column } from '../../ui/table/types.ts'
import { FIRST_PAGE } from '../../ui/table/use-table-search.ts'
import { AsyncOptionSelect } from '../lookups/async-option-select.tsx'
import { useCan, useCompany } from '../shell/use-can.ts'
import { archiveServices, fetchServices, type Service, type ServicePeriod, serviceKeys } from './api.ts'
import classes from './services.module.css'
import { Amounts, frequencyText, moneyOf, namesText, serviceHref, termText, useShownPeriod } from './words.tsx'

const search = z.object({
  search: z.string().trim().optional().catch(undefined),
  filter: z.enum(SERVICE_FILTERS).optional().catch(undefined),
  vendorId: z.string().optional().catch(undefined),
  ownerId: z.string().optional().catch(undefined),
  cursor: z.unknown().optional(),
})

const STATUSES = [
  { value: 'ACTIVE', label: 'Active' },
  { value: 'ALL', label: 'All' },
  { value: 'ARCHIVED', label: 'Archived' },
]

const OfPeriod = ({
  service,
  children,
}: {
  service: Service
  children: (period: ServicePeriod) => React.ReactNode
}) => {
  const period = useShownPeriod(service)
  return period ? children(period) : <span aria-hidden>–</span>
}

const ofPeriod = (show: (period: ServicePeriod) => React.ReactNode) => (service: Service) => (
  <OfPeriod service={service}>{show}</OfPeriod>
)

const text = (read: (service: Service) => string) => (service: Service) => read(service) || <span aria-hidden>–</span>

const columnsOf = (withBusinessUnits: boolean, withNext12: boolean): Column<Service>[] => [
  {
    id: 'name',
    header: 'Service',
    sortBy: 'name',
    card: 'title',
    cell: (service) => (
      <AppLink className="ol-link" href={serviceHref(service.id)}>
        {service.name}
      </AppLink>
    ),
  },
  { id: 'vendor', header: 'Vendor', sortBy: 'vendor', width: '10rem', cell: ({ vendor }) => vendor.name },
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ archived }) =>
      archived ? (
        <StatusBadge plain tone="archived" label="Archived" />
      ) : (
        <StatusBadge plain tone="positive" label="Active" />
      ),
  },
  {
    id: 'start',
    header: 'Period starts',
    width: '8.5rem',
    hiddenByDefault: true,
    cell: ofPeriod(({ startDate }) => <CalendarDateText date={startDate} />),
  },
  {
    id: 'end',
    header: 'Period ends',
    sortBy: 'endDate',
    width: '8.5rem',
    cell: ofPeriod(({ endDate }) => <CalendarDateText date={endDate} />),
  },
  {
    id: 'total',
    header: 'Period cost',
    align: 'right',
    width: '8.5rem',
    cell: ofPeriod((period) => <MoneyText money={moneyOf(period.totalServicePeriodCost, period.currency)} />),
  },
  {
    id: 'amortized',
    header: 'Cost a month',
    align: 'right',
    width: '9rem',
    hiddenByDefault: true,
    cell: ofPeriod((period) => <MoneyText money={moneyOf(period.amortizedCost, period.currency)} />),
  },
  ...(withNext12
    ? [
        {
          id: 'next12',
          header: 'Next 12 months',
          align: 'right' as const,
          width: '8.5rem',
          cell: (service: Service) => <Amounts amounts={service.next12ServiceSpend} />,
        },
      ]
    : []),
  {
    id: 'autorenews',
    header: 'Renews',
    width: '6.5rem',
    cell: ({ autorenews }) => (autorenews ? 'By itself' : 'By hand'),
  },
  {
    id: 'owners',
    header: 'Owners',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ owners }) => owners.map(fullName).join(', ')),
  },
  {
    id: 'departments',
    header: 'Departments',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ departments }) => namesText(departments)),
  },
  {
    id: 'category',
    header: 'Spend category',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ spendCategory }) => spendCategory?.name ?? ''),
  },
  ...(withBusinessUnits
    ? [
        {
          id: 'businessUnit',
          header: 'Business unit',
          width: '10rem',
          hiddenByDefault: true,
          cell: text(({ businessUnit }) => businessUnit?.name ?? ''),
        },
      ]
    : []),
  {
    id: 'locations',
    header: 'Locations',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ locations }) => namesText(locations)),
  },
  {
    id: 'frequency',
    header: 'Payment frequency',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ paymentFrequency }) => frequencyText(paymentFrequency)),
  },
  {
    id: 'terms',
    header: 'Payment terms',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ paymentTerm }) => termText(paymentTerm)),
  },
]

/**
 * Vendor management › Services.
 * @param ofVendorId of the vendor on whose page the list is: only its services, without a heading of their own
 */
export const ServiceList = ({ ofVendorId }: { ofVendorId?: string } = {}) => {
  const can = useCan()
  const { enableBusinessUnits, enableN12mServiceSpend } = useCompany()
  const [found, setFound] = usePageSearch(search)
  const { search: words, filter = 'ACTIVE', ownerId } = found
  const vendorId = ofVendorId ?? found.vendorId
  const filters = useMemo(
    () => ({ search: words || undefined, filter, vendorId, ownerId }),
    [words, filter, vendorId, ownerId],
  )
  const columns = useMemo(
    () => columnsOf(enableBusinessUnits, enableN12mServiceSpend).filter(({ id }) => id !== 'vendor' || !ofVendorId),
    [enableBusinessUnits, enableN12mServiceSpend, ofVendorId],
  )
  const add = can('services.create') && (
    <Button
      component={AppLink}
      href={ofVendorId ? `/services/add-new?vendorId=${ofVendorId}` : '/services/add-new'}
      {...(ofVendorId && { variant: 'default' })}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      Add service
    </Button>
  )
  const isNarrowed = Boolean(words || found.vendorId || ownerId || filter !== 'ACTIVE')
  return (
    <>
      {!ofVendorId && (
        <PageHeader title="Services" subtitle="What you buy, of whom, until when and for how much." action={add} />
      )}
      <DataTable<Service>
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
              onChange={(next) =>
                setFound({ filter: next === 'ALL' || next === 'ARCHIVED' ? next : undefined, ...FIRST_PAGE })
              }
            />
            {!ofVendorId && (
              <div className={classes.filter}>
                <AsyncOptionSelect
                  kind="vendor"
                  aria-label="Vendor"
                  placeholder="Any vendor"
                  value={vendorId ?? null}
                  onChange={(next) => setFound({ vendorId: next ?? undefined, ...FIRST_PAGE })}
                />
              </div>
            )}
            <div className={classes.filter}>
              <AsyncOptionSelect
                kind="member"
                aria-label="Owner"
                placeholder="Any owner"
                value={ownerId ?? null}
                onChange={(next) => setFound({ ownerId: next ?? undefined, ...FIRST_PAGE })}
              />
            </div>
            {ofVendorId && add}
          </>
        }
        {...(can('vendors.manage') && {
          bulkActions: ({ rows, clear }: { rows: Service[]; clear: () => void }) => (
            <ArchiveButtons rows={rows} clear={clear} />
          ),
        })}
        empty={
          isNarrowed
            ? {
                icon: <IconSearch size={20} aria-hidden />,
                title: 'No services match',
                text: 'Change the filters, or look at all services.',
                action: (
                  <Button
                    variant="default"
                    onClick={() =>
                      setFound({
                        search: undefined,
                        filter: undefined,
                        vendorId: undefined,
                        ownerId: undefined,
                        ...FIRST_PAGE,
                      })
                    }
                  >
                    Clear filters
                  </Button>
                ),
              }
            : {
                icon: <IconPackage size={20} aria-hidden />,
                title: 'No services yet',
                text: 'Subscriptions, licences and contracts of your vendors appear here, with what they cost and when they end.',
                action: add || undefined,
              }
        }
      />
    </>
  )
}

const counted = (count: number): string => (count === 1 ? 'Service' : `${count} services`)

const ArchiveButtons = ({ rows, clear }: { rows: Service[]; clear: () => void }) => {
  const archive = useCommand<{ ids: string[]; archived: boolean }>({
    run: ({ ids, archived }, { commandId }) => archiveServices(ids, archived, commandId),
    success: (_, { ids, archived }) => `${counted(ids.length)} ${archived ? 'archived' : 'taken back'}`,
    invalidates: [serviceKeys.all],
    onSuccess: clear,
  })
  const active = rows.filter(({ archived }) => !archived).map(({ id }) => id)
  const archived = rows.filter((service) => service.archived).map(({ id }) => id)
  return (
    <>
      {active.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={archive.isPending}
          leftSection={<IconArchive size={14} aria-hidden />}
          onClick={() => archive.send({ ids: active, archived: true })}
        >
          Archive
        </Button>
      )}
      {archived.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={archive.isPending}
          leftSection={<IconArchiveOff size={14} aria-hidden />}
          onClick={() => archive.send({ ids: archived, archived: false })}
        >
          Take back from the archive
        </Button>
      )}
    </>
  )
}
