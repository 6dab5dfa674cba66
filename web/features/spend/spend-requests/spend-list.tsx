import { Button } from '@mantine/core'
import { IconPlus, IconReceipt } from '@tabler/icons-react'
import { useMemo } from 'react'
import { spendList } from '../../../../schema/spend/spend-requests/list.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FileItem, ListTable, NO_CHIPS, useList } from '../../platform/lists/index.ts'
import { useCan, useCompany } from '../../platform/session/index.ts'
import { spendHref } from './address.ts'
import type { SpendRequestRow } from './api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { spendColumns } from './list-columns.tsx'
import { spendSearch } from './search.ts'

/** Spend requests that the person can see. */
export const SpendList = () => {
  const can = useCan()
  const { enableBusinessUnits } = useCompany()
  const list = useList(spendList, spendSearch)
  const columns = useMemo(() => spendColumns({ withBusinessUnits: enableBusinessUnits }), [enableBusinessUnits])
  const add = can('spend-requests.use') && (
    <Button component={AppLink} href={to('/spend-requests/add-new')} leftSection={<IconPlus size={16} aria-hidden />}>
      New spend request
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Spend requests"
        subtitle="What people want to buy, what it costs, and who approves it."
        action={add}
        menu={<FileItem list={list} label="Export as CSV" />}
      />
      <ListTable<SpendRequestRow>
        label="Spend requests"
        list={list}
        chips={NO_CHIPS}
        columns={columns}
        rowHref={({ id }) => spendHref(id)}
        bulkActions={(chosen) => <BulkActions {...chosen} />}
        empty={{
          icon: <IconReceipt size={20} aria-hidden />,
          title: 'No spend requests yet',
          text: 'Purchases that need approval appear here, with their amounts and approvers.',
          action: add || undefined,
        }}
      />
    </>
  )
}
