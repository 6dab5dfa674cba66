import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconMailForward, IconPlus, IconTrash, IconUserOff, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { addBidder } from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { type Bidder, eventKeys, type SourcingEvent, useRemoveBidder, useSendLink } from './api.ts'
import { DialogButtons, FormDialog } from './event-dialogs.tsx'
import classes from './events.module.css'
import { bidderState } from './words.ts'

/** Who is invited, and how far they are. What they bid isn't here. */
export const BiddersTab = ({ event }: { event: SourcingEvent }) => {
  const [adding, setAdding] = useState(false)
  const mayInvite = event.canManage && (event.status === 'DRAFT' || event.status === 'OPEN')
  const add = mayInvite && (
    <Button
      {...(event.bidders.length > 0 ? { variant: 'default' } : {})}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      Add bidder
    </Button>
  )
  const columns: Column<Bidder>[] = [
    {
      id: 'name',
      header: 'Bidder',
      card: 'title',
      cell: ({ name }) => name,
    },
    { id: 'email', header: 'Email', width: '12.5rem', clip: true, cell: ({ email }) => email },
    {
      id: 'status',
      header: 'Status',
      width: '10rem',
      cell: ({ status, invitedAt }) => (
        <StatusBadge plain {...(invitedAt ? bidderState(status) : { tone: 'draft', label: 'Not invited yet' })} />
      ),
    },
    {
      id: 'vendor',
      header: 'Vendor',
      width: '9rem',
      cell: ({ vendor }) =>
        vendor ? (
          <AppLink className="ol-link" href={to('/vendors/$vendorId', { vendorId: vendor.id })}>
            {vendor.name}
          </AppLink>
        ) : (
          <span className={classes.dim}>Not linked</span>
        ),
    },
    {
      id: 'activity',
      header: 'Last activity',
      width: '11rem',
      cell: (bidder) => <Activity bidder={bidder} />,
    },
    ...(mayInvite
      ? [
          {
            id: 'actions',
            header: '',
            width: '3rem',
            cell: (bidder: Bidder) => <BidderMenu event={event} bidder={bidder} />,
          },
        ]
      : []),
  ]
  return (
    <>
      {event.bidders.length > 0 && add && <div className={classes.bar}>{add}</div>}
      <TableView
        label="Bidders"
        columns={columns}
        rows={event.bidders}
        rowId={({ id }) => id}
        empty={{
          icon: <IconUsersGroup size={20} aria-hidden />,
          title: 'No bidders yet',
          text: 'Each gets a personal link by email once the event is published. They need no account.',
          action: add || undefined,
        }}
      />
      {adding && <AddBidderDialog event={event} onClose={() => setAdding(false)} />}
    </>
  )
}

/** The newest of what is known about them. */
const Activity = ({ bidder: { submittedAt, viewedAt, invitedAt } }: { bidder: Bidder }) => {
  if (submittedAt)
    return (
      <>
        Submitted <DateText instant={submittedAt} />
      </>
    )
  if (viewedAt)
    return (
      <>
        Opened <DateText instant={viewedAt} />
      </>
    )
  if (invitedAt)
    return (
      <>
        Invited <DateText instant={invitedAt} />
      </>
    )
  return <span className={classes.dim}>None yet</span>
}

const BidderMenu = ({ event, bidder }: { event: SourcingEvent; bidder: Bidder }) => {
  const isDraft = event.status === 'DRAFT'
  const remove = useRemoveBidder(event.id, isDraft)
  const sendLink = useSendLink(event.id)
  if (bidder.status === 'REVOKED') return null
  const askRevoke = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Revoke link',
      text: `${bidder.name} can’t open the event anymore and gets an email. ${bidder.status === 'SUBMITTED' ? 'Their bid won’t be opened. ' : ''}This can’t be undone.`,
      confirmLabel: 'Revoke link',
      danger: true,
    })
    if (sure) remove.send(bidder.id)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${bidder.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isDraft ? (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => remove.send(bidder.id)}>
            Remove
          </Menu.Item>
        ) : (
          <>
            <Menu.Item leftSection={<IconMailForward size={16} />} onClick={() => sendLink.send(bidder.id)}>
              Send new link
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconUserOff size={16} />} onClick={() => void askRevoke()}>
              Revoke link…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const AddBidderDialog = ({ event, onClose }: { event: SourcingEvent; onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(addBidder, {
    params: { eventId: event.id },
    initial: { name: '', email: '', vendorId: null as string | null },
    success: event.status === 'DRAFT' ? 'Bidder added' : 'Bidder added. They get an email with their link',
    invalidates: [eventKeys.one(event.id), eventKeys.all],
    onSuccess: onClose,
  })
  return (
    <FormDialog title="Add bidder" onClose={onClose} onSubmit={submit}>
      <TextField label="Company or person" required maxLength={200} {...form.getInputProps('name')} />
      <TextField
        label="Email"
        description="Their personal link goes to this address."
        required
        type="email"
        {...form.getInputProps('email')}
      />
      <AsyncOptionSelect
        kind="vendor"
        label="Vendor"
        description="If you know them already. It can be chosen later."
        {...form.getInputProps('vendorId')}
      />
      <DialogButtons onClose={onClose} isPending={isPending} submit="Add bidder" />
    </FormDialog>
  )
}
