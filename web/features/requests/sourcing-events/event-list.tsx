import { Button } from '@mantine/core'
import { IconGavel, IconPlus } from '@tabler/icons-react'
import { type EventRow, eventList } from '../../../../schema/requests/sourcing-events/list.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText, DateTimeText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FileItem, ListTable, useList } from '../../platform/lists/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { eventHref } from './address.ts'
import { eventSearch } from './search.ts'
import { eventState } from './words.ts'

const COLUMNS: Column<EventRow>[] = [
  {
    id: 'title',
    header: 'Event',
    card: 'title',
    cell: ({ id, title }) => (
      <AppLink className="ol-link" href={eventHref(id)}>
        {title}
      </AppLink>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '9rem',
    cell: ({ status }) => <StatusBadge plain {...eventState(status)} />,
  },
  {
    id: 'deadline',
    header: 'Deadline',
    sortBy: 'deadline',
    width: '13rem',
    cell: ({ deadline }) => <DateTimeText instant={deadline} />,
  },
  {
    id: 'bids',
    header: 'Bids',
    align: 'right',
    width: '7rem',
    cell: ({ bids, bidders }) => `${bids} of ${bidders}`,
  },
  {
    id: 'role',
    header: 'Your role',
    width: '9rem',
    cell: ({ isOwner, isReviewer }) => [isOwner && 'Owner', isReviewer && 'Reviewer'].filter(Boolean).join(', '),
  },
  {
    id: 'created',
    header: 'Created',
    sortBy: 'createdAt',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
]

/** Sourcing events that the person works on. */
export const EventList = () => {
  const can = useCan()
  const list = useList(eventList, eventSearch)
  const add = can('sourcing.configure') && (
    <Button component={AppLink} href={to('/sourcing/events/new')} leftSection={<IconPlus size={16} aria-hidden />}>
      New event
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Sourcing events"
        subtitle="Vendors bid until a deadline. No one reads a bid before it, and reviewers score without seeing each other’s scores."
        action={add}
        menu={<FileItem list={list} label="Export as CSV" />}
      />
      <ListTable<EventRow>
        label="Sourcing events"
        list={list}
        columns={COLUMNS}
        rowHref={({ id }) => eventHref(id)}
        empty={{
          icon: <IconGavel size={20} aria-hidden />,
          title: 'No sourcing events yet',
          text: 'Events that you own or review appear here, with their deadline and how many bids came in.',
          action: add || undefined,
        }}
      />
    </>
  )
}
