import { Button, Checkbox } from '@mantine/core'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { serviceList } from '../../../../schema/vendors/services/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FileItem, ListTable, NO_CHIPS, useList } from '../../platform/lists/index.ts'
import { useCan, useCompany } from '../../platform/session/index.ts'
import { useOwnColumns } from '../settings/index.ts'
import { serviceHref } from './address.ts'
import type { ListedService } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { serviceColumns } from './list-columns.tsx'
import { OWN_FIELDS } from './own-filters.tsx'
import { serviceSearch } from './search.ts'
import classes from './services.module.css'

/**
 * Vendor management › Services.
 * @param ofVendorId the vendor whose page shows the list: only its services, without a heading
 */
export const ServiceList = ({ ofVendorId }: { ofVendorId?: string } = {}) => {
  const can = useCan()
  const { enableBusinessUnits, enableN12mServiceSpend } = useCompany()
  const fixed = useMemo(() => (ofVendorId ? { vendorId: ofVendorId } : {}), [ofVendorId])
  const list = useList(serviceList, serviceSearch, fixed)
  const { data: own } = useOwnColumns()
  const { periods } = list.found
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
  const add = can('services.create') && (
    <Button
      component={AppLink}
      href={ofVendorId ? to('/services/add-new', {}, { vendorId: ofVendorId }) : to('/services/add-new')}
      {...(ofVendorId && { variant: 'default' })}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      Add service
    </Button>
  )
  return (
    <>
      {!ofVendorId && (
        <PageHeader
          title="Services"
          subtitle="What you buy, from which vendor, until when and for how much."
          action={add}
          menu={<FileItem list={list} label="Export as CSV" />}
        />
      )}
      <ListTable<ListedService>
        label="Services"
        list={list}
        chips={NO_CHIPS}
        columns={columns}
        rowHref={(service) => serviceHref(service.id)}
        classes={{ choice: classes.status, lookup: classes.filter }}
        fields={OWN_FIELDS}
        toolbar={
          <>
            {ofVendorId && add}
            <Checkbox
              label="All periods"
              checked={periods === 'all'}
              onChange={(event) => list.setFound({ periods: event.currentTarget.checked ? 'all' : undefined })}
            />
          </>
        }
        {...(can('vendors.manage') && { bulkActions: (chosen) => <BulkActions {...chosen} /> })}
        empty={{
          icon: <IconPackage size={20} aria-hidden />,
          title: 'No services yet',
          text: 'Subscriptions, licenses and contracts appear here, with their costs and end dates.',
          action: add || undefined,
        }}
      />
    </>
  )
}
