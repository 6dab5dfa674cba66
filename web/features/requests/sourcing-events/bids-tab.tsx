import { Skeleton } from '@mantine/core'
import { answerText } from '../../../../schema/requests/forms/answer-words.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import type { OpenedBid } from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import { leadTimeText } from '../../../../schema/requests/sourcing-events/rules.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { Fact, Facts } from '../../../ui/details.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { fileHref, type SourcingEvent, useBids } from './api.ts'
import classes from './events.module.css'
import { Sealed } from './sealed.tsx'
import { sizeText } from './words.ts'

/** The bids, once they were opened. */
export const BidsTab = ({ event }: { event: SourcingEvent }) => (
  <Sealed event={event}>
    <Opened event={event} />
  </Sealed>
)

const Opened = ({ event }: { event: SourcingEvent }) => {
  const { data, error, refetch } = useBids(event.id)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  if (data.bids.length === 0) return <EmptyState title="No bids" text="No one submitted a bid before the deadline." />
  return (
    <ul className={classes.cards}>
      {data.bids.map((bid) => (
        <li key={bid.bidder.id}>
          <BidCard event={event} bid={bid} />
        </li>
      ))}
    </ul>
  )
}

const BidCard = ({ event, bid: { bidder, submittedAt, content, files } }: { event: SourcingEvent; bid: OpenedBid }) => {
  const names = new Map(files.map(({ id, name }) => [id, name]))
  return (
    <section className={classes.card} aria-label={bidder.name}>
      <div className={classes.cardHead}>
        <h3 className={classes.cardTitle}>{bidder.name}</h3>
        <span className={classes.dim}>
          Submitted <DateTimeText instant={submittedAt} />
        </span>
      </div>
      {content === null ? (
        <p className={classes.error} role="alert">
          This bid can’t be opened: what is stored isn’t what was sealed. Ask an admin to look at the history.
        </p>
      ) : (
        <>
          <Facts>
            <Fact label="Price">
              <span className={classes.price}>
                <MoneyText money={content.price} />
              </span>
            </Fact>
            <Fact label="Lead time">{content.leadTimeDays !== null && leadTimeText(content.leadTimeDays)}</Fact>
            {allQuestions(event.form)
              .filter(({ type }) => type !== 'DISPLAY_ONLY')
              .map((question) => {
                const given = content.answers.find(({ questionId }) => questionId === question.id)
                const text = answerText(question, given?.value, names)
                return (
                  <Fact key={question.id} label={question.label}>
                    {text && <span className={classes.text}>{text}</span>}
                  </Fact>
                )
              })}
            <Fact label="Remarks">{content.remark && <span className={classes.text}>{content.remark}</span>}</Fact>
          </Facts>
          {files.length > 0 && (
            <ul className={classes.files} aria-label="Files">
              {files.map(({ id, name, size }) => (
                <li key={id}>
                  <a className="ol-link" href={fileHref(event.id, id)} download={name}>
                    {name}
                  </a>{' '}
                  <span className={classes.dim}>{sizeText(size)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
