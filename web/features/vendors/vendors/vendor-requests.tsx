import { IconInbox } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ListedSubmission } from '../../../../schema/requests/endpoints.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { hrefOf, REQUEST_COLUMNS } from '../../requests/lists/index.ts'
import { fetchRequests, requestKeys } from '../../requests/submissions/index.ts'

/** The requests that name a vendor or were linked to it, if the person can see them. */
export const VendorRequests = ({ vendorId }: { vendorId: string }) => {
  const filters = useMemo(() => ({ vendorId, filter: 'ALL' as const }), [vendorId])
  const columns = useMemo(() => REQUEST_COLUMNS.filter(({ id }) => id !== 'vendor'), [])
  return (
    <DataTable<ListedSubmission>
      label="Requests for this vendor"
      name="vendor-requests"
      columns={columns}
      rowId={(row) => row.id}
      rowHref={hrefOf}
      queryKey={requestKeys.list(filters)}
      fetchPage={(page, signal) => fetchRequests(filters, page, signal)}
      empty={{
        icon: <IconInbox size={20} aria-hidden />,
        title: 'No requests yet',
        text: 'Requests that name this vendor appear here.',
      }}
    />
  )
}
