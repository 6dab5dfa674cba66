import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  cancelEvent,
  postponeEvent,
  type SourcingEvent,
  updateEvent,
} from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { eventKeys } from './api.ts'
import { DeadlineField, instantOf, localTimeOf } from './deadline-field.tsx'
import classes from './events.module.css'

interface ButtonsProps {
  onClose: () => void
  isPending: boolean
  submit: string
  danger?: boolean
}

export const DialogButtons = ({ onClose, isPending, submit, danger = false }: ButtonsProps) => (
  <Group justify="flex-end" gap="xs" mt="lg">
    <Button variant="subtle" color="gray" onClick={onClose}>
      {danger ? 'Back' : 'Cancel'}
    </Button>
    <Button type="submit" loading={isPending} {...(danger ? { color: 'red' } : {})}>
      {submit}
    </Button>
  </Group>
)

export const FormDialog = ({
  title,
  onClose,
  onSubmit,
  children,
}: {
  title: string
  onClose: () => void
  onSubmit: React.FormEventHandler<HTMLFormElement>
  children: ReactNode
}) => (
  <Dialog opened onClose={onClose} title={title}>
    <form onSubmit={onSubmit} noValidate className={classes.dialog}>
      {children}
    </form>
  </Dialog>
)

interface EventDialogProps {
  event: SourcingEvent
  onClose: () => void
}

export const PostponeDialog = ({ event, onClose }: EventDialogProps) => {
  const timeZone = useTimeZone()
  const { form, submit, isPending } = useEndpointForm(postponeEvent, {
    params: { eventId: event.id },
    initial: { deadline: localTimeOf(event.deadline, timeZone), reason: '' },
    toBody: ({ deadline, reason }) => ({ deadline: instantOf(deadline, timeZone), reason }),
    success: 'Deadline moved. All bidders get an email',
    invalidates: [eventKeys.one(event.id), eventKeys.all],
    onSuccess: onClose,
  })
  return (
    <FormDialog title="Move deadline" onClose={onClose} onSubmit={submit}>
      <DeadlineField {...form.getInputProps('deadline')} />
      <TextArea
        label="Reason"
        description="All bidders get it by email."
        required
        maxLength={1000}
        {...form.getInputProps('reason')}
      />
      <DialogButtons onClose={onClose} isPending={isPending} submit="Move deadline" />
    </FormDialog>
  )
}

export const CancelDialog = ({
  eventId,
  version,
  onClose,
}: {
  eventId: string
  version: number
  onClose: () => void
}) => {
  const { form, submit, isPending } = useEndpointForm(cancelEvent, {
    params: { eventId },
    initial: { reason: '' },
    toBody: ({ reason }) => ({ reason, version }),
    success: 'Event canceled',
    invalidates: [eventKeys.one(eventId), eventKeys.all],
    onSuccess: onClose,
  })
  return (
    <FormDialog title="Cancel event" onClose={onClose} onSubmit={submit}>
      <p className={classes.note}>
        All bidders get an email. Bids that are still sealed are never opened. This can’t be undone.
      </p>
      <TextArea
        label="Reason"
        description="All bidders get it by email."
        required
        maxLength={1000}
        {...form.getInputProps('reason')}
      />
      <DialogButtons onClose={onClose} isPending={isPending} submit="Cancel event" danger />
    </FormDialog>
  )
}

export const PeopleDialog = ({ event, onClose }: EventDialogProps) => {
  const known = (people: { id: string; name: string }[]) => people.map(({ id, name }) => ({ value: id, label: name }))
  const { form, submit, isPending } = useEndpointForm(updateEvent, {
    params: { eventId: event.id },
    initial: {
      reviewerIds: event.reviewers.map(({ id }) => id),
      ownerIds: event.owners.map(({ id }) => id),
    },
    success: 'Owners and reviewers saved',
    invalidates: [eventKeys.one(event.id), eventKeys.all],
    onSuccess: onClose,
  })
  return (
    <FormDialog title="Owners and reviewers" onClose={onClose} onSubmit={submit}>
      <AsyncOptionSelect
        kind="member"
        multiple
        label="Reviewers"
        description="New ones get an email. Those who have submitted a scorecard stay."
        known={known(event.reviewers)}
        {...form.getInputProps('reviewerIds')}
      />
      <AsyncOptionSelect
        kind="member"
        multiple
        label="Owners"
        required
        known={known(event.owners)}
        {...form.getInputProps('ownerIds')}
      />
      <DialogButtons onClose={onClose} isPending={isPending} submit="Save" />
    </FormDialog>
  )
}
