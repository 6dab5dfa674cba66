import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { SourcingEvent } from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { awardEvent, type OpenedBid } from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { to, useGo } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { Fact, Facts } from '../../../ui/details.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany, useSession } from '../../platform/session/index.ts'
import { useCategories } from '../submissions/index.ts'
import { eventKeys, useBids, useLinkVendor } from './api.ts'
import classes from './events.module.css'
import { Sealed } from './sealed.tsx'

/** Adds a vendor of this name, and returns its id. Null if the person may not. */
export type CreateVendor = ((name: string, commandId: string) => Promise<string>) | null

/** Choosing a bid, or which one was chosen. */
export const AwardTab = ({ event, createVendor }: { event: SourcingEvent; createVendor: CreateVendor }) => {
  if (event.award) return <Awarded award={event.award} />
  return (
    <Sealed event={event}>
      {event.canManage ? (
        <Choosing event={event} createVendor={createVendor} />
      ) : (
        <EmptyState title="Not awarded yet" text="Owners of the event and admins choose a bid." />
      )}
    </Sealed>
  )
}

const Awarded = ({ award }: { award: NonNullable<SourcingEvent['award']> }) => (
  <Facts>
    <Fact label="Chosen bid">{award.bidderName}</Fact>
    <Fact label="Reason">
      <span className={classes.text}>{award.reason}</span>
    </Fact>
    <Fact label="Awarded by">
      {award.awardedBy}, <DateTimeText instant={award.awardedAt} />
    </Fact>
    <Fact label="Request">
      {award.requestId && (
        <AppLink
          className="ol-link"
          href={to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: award.requestId })}
        >
          Open request
        </AppLink>
      )}
    </Fact>
  </Facts>
)

const Choosing = ({ event, createVendor }: { event: SourcingEvent; createVendor: CreateVendor }) => {
  const bids = useBids(event.id)
  if (bids.error) return <ErrorState error={bids.error} onRetry={() => void bids.refetch()} />
  if (!bids.data) return <Skeleton height={320} />
  const readable = bids.data.bids.filter(({ content }) => content !== null)
  if (readable.length === 0)
    return <EmptyState title="Nothing to award" text="No bid came in. Cancel the event, or start a new one." />
  return <AwardForm event={event} bids={readable} createVendor={createVendor} />
}

const priceOf = ({ content }: OpenedBid): string => (content?.price ? formatMoney(content.price) : 'no price')

interface AwardFormProps {
  event: SourcingEvent
  bids: OpenedBid[]
  createVendor: CreateVendor
}

const AwardForm = ({ event, bids, createVendor }: AwardFormProps) => {
  const go = useGo()
  const company = useCompany()
  const session = useSession()
  const categories = useCategories('INTERNAL')
  const missing = event.reviewers.filter(({ hasSubmitted }) => !hasSubmitted)
  const signature = `${session.firstName} ${session.lastName}\n${company.name}`
  const { form, submit, isPending } = useEndpointForm(awardEvent, {
    params: { eventId: event.id },
    initial: {
      bidderId: null as string | null,
      reason: '',
      intakeCategoryId: null as string | null,
      winnerText: `Thank you for your bid. We are happy to tell you that we chose it. We will be in touch about the next steps.\n\n${signature}`,
      refusalText: `Thank you for your bid and the work you put into it. This time we chose another bid. We hope to hear from you again when we next ask for bids.\n\n${signature}`,
    },
    toBody: (values) => ({ ...values, version: event.version }),
    success: 'Event awarded',
    invalidates: [eventKeys.one(event.id), eventKeys.all],
    onSuccess: ({ requestId }) => {
      if (requestId) go.to(to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: requestId }))
    },
  })
  const chosen = event.bidders.find(({ id }) => id === form.values.bidderId)
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {missing.length > 0 && event.criteria.length > 0 && (
        <p className={classes.note}>
          {missing.map(({ name }) => name).join(', ')} {missing.length === 1 ? 'hasn’t' : 'haven’t'} submitted scores
          yet. An award ends scoring.
        </p>
      )}
      <OptionSelect
        label="Chosen bid"
        required
        options={bids.map((bid) => ({ value: bid.bidder.id, label: `${bid.bidder.name}, ${priceOf(bid)}` }))}
        {...form.getInputProps('bidderId')}
      />
      {chosen && <BidderVendor key={chosen.id} event={event} bidder={chosen} createVendor={createVendor} />}
      <TextArea
        label="Reason"
        description="For the history. Bidders don’t see it."
        required
        maxLength={5000}
        {...form.getInputProps('reason')}
      />
      <OptionSelect
        label="Request category"
        description="A draft request is created in your name with the bid’s title, vendor, amount and documents. Leave blank to create none."
        options={(categories.data ?? [])
          .filter(({ formVersion }) => formVersion > 0)
          .map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('intakeCategoryId')}
      />
      <TextArea
        label="Email to the winner"
        description="Blank sends none."
        maxLength={5000}
        {...form.getInputProps('winnerText')}
      />
      <TextArea
        label="Email to the others"
        description="They won’t see who was chosen. Leave blank to send nothing."
        maxLength={5000}
        {...form.getInputProps('refusalText')}
      />
      <div>
        <Button type="submit" loading={isPending}>
          Award and send emails
        </Button>
      </div>
    </form>
  )
}

interface BidderVendorProps {
  event: SourcingEvent
  bidder: SourcingEvent['bidders'][number]
  createVendor: CreateVendor
}

/** Which vendor the bidder is, so that the request names it. */
const BidderVendor = ({ event, bidder, createVendor }: BidderVendorProps) => {
  const [known, setKnown] = useState(bidder.vendor)
  const link = useLinkVendor(event.id)
  const choose = (vendorId: string | null): void => link.send({ bidderId: bidder.id, vendorId })
  const create = useCommand<undefined, string>({
    run: async (_, { commandId }) => {
      if (!createVendor) throw new Error('Not allowed')
      return createVendor(bidder.name, commandId)
    },
    onSuccess: (vendorId) => {
      setKnown({ id: vendorId, name: bidder.name })
      choose(vendorId)
    },
  })
  const current = bidder.vendor ?? known
  return (
    <div className={classes.vendor}>
      <AsyncOptionSelect
        kind="vendor"
        label="Vendor"
        description="Which vendor this bidder is."
        known={current ? [{ value: current.id, label: current.name }] : []}
        value={current?.id ?? null}
        onChange={choose}
      />
      {!current && createVendor && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          loading={create.isPending}
          onClick={() => create.send(undefined)}
        >
          Create {bidder.name}
        </Button>
      )}
    </div>
  )
}
