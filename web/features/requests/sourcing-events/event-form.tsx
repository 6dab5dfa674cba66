import { useState } from 'react'
import { createEvent, type SourcingEvent, updateEvent } from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { type Address, to, useGo } from '../../../lib/address.ts'
import { todayIn } from '../../../lib/format.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useSession } from '../../platform/session/index.ts'
import { useCategories } from '../submissions/index.ts'
import { eventHref, SOURCING_EVENTS } from './address.ts'
import { eventKeys, useEvent } from './api.ts'
import { CriteriaFields } from './criteria-fields.tsx'
import { DeadlineField, instantOf, localTimeOf } from './deadline-field.tsx'
import type { EventValues } from './event-values.ts'

const DAYS = 14

/** A new event, as a draft. */
export const NewEvent = () => {
  const timeZone = useTimeZone()
  const { userId } = useSession()
  const [initial] = useState<EventValues>(() => ({
    ...{ title: '', description: '', intakeCategoryId: null, criteria: [], reviewerIds: [], ownerIds: [userId] },
    deadline: { day: addDays(todayIn(timeZone), DAYS), time: '17:00' },
  }))
  return (
    <>
      <PageHeader title="New sourcing event" breadcrumbs={[SOURCING_EVENTS]} />
      <EventForm initial={initial} event={null} cancel={to('/sourcing/events')} />
    </>
  )
}

/** The draft of an event. */
export const EditEvent = ({ id }: { id: string }) => {
  const { data, error, refetch } = useEvent(id)
  if (!data)
    return (
      <PendingPage
        title="Sourcing event"
        breadcrumbs={[SOURCING_EVENTS]}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  if (data.status !== 'DRAFT' || !data.canManage) return <NotFound />
  return <Editing event={data} />
}

const Editing = ({ event }: { event: SourcingEvent }) => {
  const timeZone = useTimeZone()
  const [opened] = useState(event)
  const [initial] = useState<EventValues>(() => ({
    title: event.title,
    description: event.description,
    intakeCategoryId: event.category?.id ?? null,
    deadline: localTimeOf(event.deadline, timeZone),
    criteria: event.criteria,
    reviewerIds: event.reviewers.map(({ id }) => id),
    ownerIds: event.owners.map(({ id }) => id),
  }))
  return (
    <>
      <PageHeader title={`Edit ${opened.title}`} breadcrumbs={[SOURCING_EVENTS]} />
      <EventForm initial={initial} event={opened} cancel={eventHref(opened.id)} />
    </>
  )
}

interface EventFormProps {
  initial: EventValues
  /** Null for a new one. */
  event: SourcingEvent | null
  cancel: Address
}

const EventForm = ({ initial, event, cancel }: EventFormProps) => {
  const go = useGo()
  const timeZone = useTimeZone()
  const forms = useCategories('PUBLIC')
  const form = useBodyForm<typeof createEvent, EventValues>(createEvent, {
    initial,
    toBody: ({ deadline, ...values }) => ({ ...values, deadline: instantOf(deadline, timeZone) }),
  })
  const save = useCommand<ReturnType<typeof form.bodyOf>, { id: string }>({
    run: (body, { commandId }) =>
      event
        ? call(updateEvent, { params: { eventId: event.id }, body: { ...body, version: event.version }, commandId })
        : call(createEvent, { body, commandId }),
    form,
    success: event ? 'Event saved' : 'Draft created. Add bidders, then publish it',
    invalidates: ({ id }) => [eventKeys.one(id), eventKeys.all],
    onSuccess: ({ id }) => {
      draft.finish()
      go.to(eventHref(id), { unasked: true })
    },
  })
  const draft = useFormDraft(form, {
    name: `sourcing-event.${event?.id ?? 'new'}`,
    version: event?.version ?? 0,
    isSent: save.isSuccess,
  })
  useLeaveGuard(form.isDirty() && !save.isSuccess, 'The event isn’t saved yet.')
  const known = (people: SourcingEvent['owners'] = []) => people.map(({ id, name }) => ({ value: id, label: name }))
  const categories = (forms.data ?? []).filter(({ formVersion }) => formVersion > 0)
  return (
    <FormFrame
      form={form}
      send={(values) => save.send(form.bodyOf(values))}
      isPending={save.isPending}
      cancel={cancel}
      draft={draft}
      submit={event ? 'Save event' : 'Create draft'}
    >
      <TextField label="Title" required maxLength={200} {...form.getInputProps('title')} />
      <TextArea
        label="Description"
        description="What you need, in what quantity, and by when. Bidders read this."
        maxLength={10_000}
        {...form.getInputProps('description')}
      />
      <DeadlineField {...form.getInputProps('deadline')} />
      <OptionSelect
        label="Form"
        description="Questions that every bidder answers, besides price, lead time and remarks. Blank means only those."
        options={categories.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('intakeCategoryId')}
      />
      <AsyncOptionSelect
        kind="member"
        multiple
        label="Reviewers"
        description="They score the bids after the deadline, each without seeing the others’ scores."
        known={known(event?.reviewers)}
        {...form.getInputProps('reviewerIds')}
      />
      <AsyncOptionSelect
        kind="member"
        multiple
        label="Owners"
        description="They manage the event. Admins can too."
        required
        known={known(event?.owners)}
        {...form.getInputProps('ownerIds')}
      />
      <CriteriaFields form={form} />
    </FormFrame>
  )
}
