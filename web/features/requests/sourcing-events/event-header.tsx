import { Button, Menu } from '@mantine/core'
import { IconBan, IconCalendarTime, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { to, useGo } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { eventHref, SOURCING_EVENTS } from './address.ts'
import { type SourcingEvent, useDeleteEvent, usePublish } from './api.ts'
import { CancelDialog, PeopleDialog, PostponeDialog } from './event-dialogs.tsx'
import { counted, eventState, timeLeft } from './words.ts'

/** The current time, so that what depends on it stays true while the page is open. */
export const useNow = (everyMs = 30_000): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

type Open = 'postpone' | 'cancel' | 'people' | null

/** What it is, where it stands, and what can be done with it. */
export const EventHeader = ({ event }: { event: SourcingEvent }) => {
  const { id, title, status, canManage } = event
  const [dialog, setDialog] = useState<Open>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PageHeader
        title={title}
        tabTitle={`${title} - Sourcing events`}
        breadcrumbs={[SOURCING_EVENTS]}
        state={<StatusBadge {...eventState(status)} />}
        subtitle={<Sentence event={event} />}
        action={canManage && <MainAction event={event} />}
        menu={
          canManage && status !== 'AWARDED' && status !== 'CANCELLED' && <EventMenu event={event} open={setDialog} />
        }
      />
      {dialog === 'postpone' && <PostponeDialog event={event} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog eventId={id} version={event.version} onClose={close} />}
      {dialog === 'people' && <PeopleDialog event={event} onClose={close} />}
    </>
  )
}

/** Where it stands, in one sentence. */
const Sentence = ({ event }: { event: SourcingEvent }) => {
  const now = useNow()
  const bids = event.bidders.filter(({ status }) => status === 'SUBMITTED').length
  const deadline = <DateTimeText instant={event.deadline} />
  switch (event.status) {
    case 'DRAFT':
      return <>Not published yet. Bids will be opened on {deadline}.</>
    case 'OPEN': {
      const left = timeLeft(event.deadline, now)
      return left ? (
        <>
          {counted(bids, 'sealed bid')} from {counted(event.bidders.length, 'bidder')}. Bids open {left}, on {deadline}.
        </>
      ) : (
        <>The deadline has passed. Bids are being opened, which takes up to a minute.</>
      )
    }
    case 'OPENED': {
      const missing = event.reviewers.filter(({ hasSubmitted }) => !hasSubmitted).map(({ name }) => name)
      const waiting = new Intl.ListFormat('en-US').format(missing)
      return (
        <>
          {counted(bids, 'bid')} opened. {missing.length > 0 ? `Waiting for scores of ${waiting}.` : 'Ready to award.'}
        </>
      )
    }
    case 'AWARDED':
      return <>Awarded to {withStop(event.award?.bidderName ?? '')}</>
    case 'CANCELLED':
      return <>Canceled: {event.closedReason}</>
  }
}

/** The next step. */
const MainAction = ({ event }: { event: SourcingEvent }) => {
  const publish = usePublish(event.id)
  if (event.status === 'DRAFT') {
    const ask = async (): Promise<void> => {
      const sure = await confirm({
        title: 'Publish event',
        text: `${counted(event.bidders.length, 'bidder')} will get an email with a personal link. Title, description, form and criteria can’t be changed afterwards. The deadline can only move later.`,
        confirmLabel: 'Publish event',
      })
      if (sure) publish.send(event.version)
    }
    return event.bidders.length > 0 ? (
      <Button onClick={() => void ask()} loading={publish.isPending}>
        Publish event
      </Button>
    ) : (
      <Button component={AppLink} href={eventHref(event.id, 'bidders')}>
        Add bidders
      </Button>
    )
  }
  if (event.status === 'OPENED')
    return (
      <Button component={AppLink} href={eventHref(event.id, 'award')}>
        Choose a bid
      </Button>
    )
  return null
}

const EventMenu = ({ event, open }: { event: SourcingEvent; open: (dialog: Open) => void }) => {
  const go = useGo()
  const remove = useDeleteEvent(event.id, () => go.to(to('/sourcing/events')))
  const askDelete = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Delete draft',
      text: `${event.title} is permanently deleted with its bidders. No one was invited yet.`,
      confirmLabel: 'Delete draft',
      danger: true,
    })
    if (sure) remove.send(undefined)
  }
  if (event.status === 'DRAFT')
    return (
      <>
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          component={AppLink}
          href={to('/sourcing/events/$eventId/edit', { eventId: event.id })}
        >
          Edit
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askDelete()}>
          Delete
        </Menu.Item>
      </>
    )
  return (
    <>
      {event.status === 'OPEN' && (
        <Menu.Item leftSection={<IconCalendarTime size={16} />} onClick={() => open('postpone')}>
          Move deadline…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => open('people')}>
        Owners and reviewers…
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconBan size={16} />} onClick={() => open('cancel')}>
        Cancel event…
      </Menu.Item>
    </>
  )
}
