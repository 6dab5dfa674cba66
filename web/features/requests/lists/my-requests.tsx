import { IconListDetails } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { IntakeSubmissionRow } from '../../../../schema/requests/endpoints.ts'
import { listIntakeSubmissions } from '../../../../schema/requests/lists/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { AgeText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import classes from './home.module.css'
import { homeKeys } from './home-api.ts'
import { RequestLink } from './request-link.tsx'
import { waitingSentence } from './waiting-sentence.ts'

const OPEN_SHOWN = 6

/** The person's own open requests, newest first. */
const useMyOpenRequests = () =>
  useQuery({
    queryKey: homeKeys.mine,
    queryFn: ({ signal }) =>
      call(listIntakeSubmissions, {
        query: { mine: 'true', filter: 'ACTIVE', status: 'PENDING', first: OPEN_SHOWN },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

const COLUMNS: Column<IntakeSubmissionRow>[] = [
  { id: 'request', header: 'Request', card: 'title', cell: (row) => <RequestLink {...row} /> },
  { id: 'waiting', header: 'Waiting for', width: '18rem', cell: (row) => waitingSentence(row.waitingFor) || '–' },
  { id: 'status', header: 'Status', width: '7rem', cell: (row) => <StatusBadge {...requestState(row)} /> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    width: '8rem',
    cell: (row) => <MoneyText money={row.requestAmount} />,
  },
  { id: 'submitted', header: 'Submitted', width: '8rem', cell: (row) => <AgeText instant={row.submittedAt} /> },
]

export const MyRequests = () => {
  const { data, error, refetch } = useMyOpenRequests()
  return (
    <>
      <TableView
        label="My open requests"
        columns={COLUMNS}
        rows={data?.edges.map((edge) => edge.node)}
        rowId={(row) => row.id}
        rowHref={(row) => to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: row.id })}
        error={error}
        onRetry={() => void refetch()}
        rowKeys={false}
        placeholderRows={4}
        empty={{
          icon: <IconListDetails size={20} aria-hidden />,
          title: 'No open requests',
          text: 'Requests you file appear here until they’re decided.',
        }}
      />
      {data?.pageInfo.hasNextPage && (
        <AppLink href={to('/intake-requests', {}, { mine: 'true' })} className={classes.more}>
          View all
        </AppLink>
      )}
    </>
  )
}
