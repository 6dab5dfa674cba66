import { useComputedColorScheme } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconLock } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { answerText } from '../../../../../schema/requests/forms/answer-words.ts'
import { allQuestions } from '../../../../../schema/requests/forms/visibility.ts'
import { leadTimeText } from '../../../../../schema/requests/sourcing-events/rules.ts'
import { isMissing } from '../../../../lib/errors.ts'
import { ConfirmHost } from '../../../../ui/confirm-host.tsx'
import { DateTimeText } from '../../../../ui/date-text.tsx'
import { Fact, Facts } from '../../../../ui/details.tsx'
import { MoneyText } from '../../../../ui/money-text.tsx'
import { PageSpinner } from '../../../../ui/page-spinner.tsx'
import { usePageTitle } from '../../../../ui/page-title.ts'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { useNow } from '../event-header.tsx'
import { timeLeft } from '../words.ts'
import { type BidderEvent, logoHref, seeEvent, useBidderEvent } from './api.ts'
import { BidForm } from './bid-form.tsx'
import classes from './bidder.module.css'
import { BidderQuestions } from './bidder-questions.tsx'

/** A sourcing event as an invited bidder sees it, by their personal link. */
export const BidderPage = ({ token }: { token: string }) => {
  const { data, error, refetch } = useBidderEvent(token)
  usePageTitle(data?.title ?? 'Invitation')
  const isKnown = data !== undefined
  useEffect(() => {
    if (isKnown) void seeEvent(token).catch(() => undefined)
  }, [isKnown, token])
  if (!data && !error) return <PageSpinner />
  return (
    <main className={classes.page}>
      {data ? (
        <Invitation token={token} event={data} />
      ) : isMissing(error) ? (
        <>
          <h1 className="ol-visually-hidden">Invitation not found</h1>
          <EmptyState
            title="This invitation doesn’t work anymore"
            text="It may have expired, or a newer link was sent to you. Look for a newer email, or ask the company that invited you."
          />
        </>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      <ConfirmHost />
    </main>
  )
}

const Invitation = ({ token, event }: { token: string; event: BidderEvent }) => {
  const now = useNow(5_000)
  const left = timeLeft(event.deadline, now)
  const isOpen = event.status === 'OPEN' && left !== null
  return (
    <>
      <header className={classes.head}>
        <Owner token={token} company={event.company} />
        <h1>{event.title}</h1>
        <p className={classes.deadline}>
          {isOpen ? (
            <>
              Bids close {left}, on <DateTimeText instant={event.deadline} />.
            </>
          ) : (
            <>
              Bids closed on <DateTimeText instant={event.deadline} />.
            </>
          )}
        </p>
        {event.description && <p className={classes.description}>{event.description}</p>}
        {event.criteria.length > 0 && (
          <p className={classes.dim}>
            Bids are scored by {event.criteria.map(({ label, weight }) => `${label} (${weight}%)`).join(', ')}.
          </p>
        )}
      </header>
      <State event={event} isOpen={isOpen} />
      <div className={classes.columns}>
        {isOpen ? <BidForm token={token} event={event} /> : <ClosedBid event={event} />}
        <BidderQuestions token={token} event={event} isOpen={isOpen} />
      </div>
    </>
  )
}

/** Whose event it is: the logo, if there is one, and always the name. */
const Owner = ({ token, company }: { token: string; company: BidderEvent['company'] }) => {
  const scheme = useComputedColorScheme('light')
  return (
    <p className={classes.company}>
      {company.hasLogo && <img src={logoHref(token, scheme)} alt="" />}
      {company.name}
    </p>
  )
}

const Note = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <div className={classes.note}>
    {icon}
    <div>
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  </div>
)

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const

/** Where the bid stands. */
const State = ({ event, isOpen }: { event: BidderEvent; isOpen: boolean }) => {
  const { company, bidder, status, outcome } = event
  if (status === 'CANCELLED')
    return (
      <Note icon={<IconCircleX {...icon} />} title="This event was canceled">
        {company.name} doesn’t take bids for it anymore. Bids that were still sealed are never opened.
      </Note>
    )
  if (outcome === 'WON')
    return (
      <Note icon={<IconCircleCheck {...icon} />} title="Your bid was chosen">
        {company.name} will be in touch about the next steps.
      </Note>
    )
  if (outcome === 'LOST')
    return (
      <Note icon={<IconCircleX {...icon} />} title="Another bid was chosen">
        Thank you for your bid.
      </Note>
    )
  if (!isOpen)
    return (
      <Note icon={<IconClock {...icon} />} title="The deadline has passed">
        {bidder.status === 'SUBMITTED'
          ? `Your bid is with ${company.name} now.`
          : 'You didn’t submit a bid. Drafts are never opened.'}
      </Note>
    )
  if (bidder.status === 'SUBMITTED')
    return (
      <Note icon={<IconCircleCheck {...icon} />} title="Your bid is submitted and sealed">
        Until the deadline no one at {company.name} can read it, and you can replace or withdraw it.
      </Note>
    )
  return (
    <Note icon={<IconLock {...icon} />} title="Your bid stays sealed until the deadline">
      It is encrypted as you save it. No one at {company.name} can read it before, and other bidders never see it.
    </Note>
  )
}

/** What was sent, once nothing can be changed. */
const ClosedBid = ({ event: { bid, files, form } }: { event: BidderEvent }) => {
  if (!bid) return <div />
  const names = new Map(files.map(({ id, name }) => [id, name]))
  return (
    <section className={classes.part} aria-labelledby="bid-sent">
      <h2 id="bid-sent">Your bid</h2>
      <Facts>
        <Fact label="Price">
          <MoneyText money={bid.price} />
        </Fact>
        <Fact label="Lead time">{bid.leadTimeDays !== null && leadTimeText(bid.leadTimeDays)}</Fact>
        {allQuestions(form)
          .filter(({ type }) => type !== 'DISPLAY_ONLY')
          .map((question) => (
            <Fact key={question.id} label={question.label}>
              {answerText(question, bid.answers.find(({ questionId }) => questionId === question.id)?.value, names)}
            </Fact>
          ))}
        <Fact label="Remarks">{bid.remark}</Fact>
        <Fact label="Files">{bid.fileIds.map((id) => names.get(id)).join(', ')}</Fact>
      </Facts>
    </section>
  )
}
