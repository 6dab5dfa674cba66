import { Button, Group, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Score, Scorecard, Scores } from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import {
  bidderScore,
  missingScores,
  scoreText,
  weightedScore,
} from '../../../../schema/requests/sourcing-events/rules.ts'
import { MAX_SCORE } from '../../../../schema/requests/sourcing-events/values.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { Section } from '../../../ui/details.tsx'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useDraft } from '../../../ui/drafts/use-draft.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { type SourcingEvent, useBids, useSaveScores, useScores } from './api.ts'
import classes from './events.module.css'
import { Sealed } from './sealed.tsx'

interface Named {
  id: string
  name: string
}

/** The person's own scorecard, then those of all. */
export const ScoresTab = ({ event }: { event: SourcingEvent }) => (
  <Sealed event={event}>
    {event.criteria.length === 0 ? (
      <EmptyState title="Bids aren’t scored" text="This event has no criteria. Compare bids by price and lead time." />
    ) : (
      <Opened event={event} />
    )}
  </Sealed>
)

const Opened = ({ event }: { event: SourcingEvent }) => {
  const scores = useScores(event.id)
  const bids = useBids(event.id)
  const error = scores.error ?? bids.error
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([scores.refetch(), bids.refetch()])} />
  if (!scores.data || !bids.data) return <Skeleton height={240} />
  const bidders = bids.data.bids.filter(({ content }) => content !== null).map(({ bidder }) => bidder)
  if (bidders.length === 0) return <EmptyState title="Nothing to score" text="No bid came in before the deadline." />
  const { mine } = scores.data
  return (
    <>
      {mine && (
        <Section id="own-scores" title="Your scorecard" first>
          <OwnCard key={`${mine.version}`} event={event} bidders={bidders} card={mine} />
        </Section>
      )}
      <Section id="all-scores" title="All scorecards" first={!mine}>
        <AllCards event={event} bidders={bidders} scores={scores.data} />
      </Section>
    </>
  )
}

const keyOf = (bidderId: string, criterionId: string) => `${bidderId} ${criterionId}`

interface OwnCardProps {
  event: SourcingEvent
  bidders: Named[]
  card: Scorecard
}

/** Points and a note for each bid by each criterion. */
const OwnCard = ({ event, bidders, card }: OwnCardProps) => {
  const [given, setGiven] = useState<Record<string, Score>>(() =>
    Object.fromEntries(card.scores.map((score) => [keyOf(score.bidderId, score.criterionId), score])),
  )
  const [asksAll, setAsksAll] = useState(false)
  const [saved, setSaved] = useState(true)
  const save = useSaveScores(event.id, () => {
    draft.finish()
    setSaved(true)
  })
  type Given = Record<string, Score>
  const draft = useDraft<Given>({
    name: `sourcing-event.scores.${event.id}`,
    value: given,
    version: card.version,
    dirty: !saved,
    isDraftOf: (value): value is Given =>
      Object.values(value ?? [null]).every((score) => typeof score?.bidderId === 'string'),
    onRestore: (kept) => {
      setGiven(kept)
      setSaved(false)
    },
    onUndo: (before) => {
      setGiven(before)
      setSaved(true)
    },
  })
  useLeaveGuard(!saved)
  const scores = Object.values(given)
  const missing = missingScores(
    event.criteria,
    bidders.map(({ id }) => id),
    scores,
  )
  const isFixed = event.status !== 'OPENED'
  const wasSubmitted = card.submittedAt !== null
  const change = (bidderId: string, criterionId: string, patch: Partial<Score>): void => {
    const key = keyOf(bidderId, criterionId)
    setSaved(false)
    setGiven((known) => ({
      ...known,
      [key]: { score: null, note: '', ...known[key], bidderId, criterionId, ...patch },
    }))
  }
  const send = (submit: boolean): void => {
    setAsksAll(submit)
    if (submit && missing.length > 0) {
      const [first] = missing
      if (first) document.getElementById(`score-${keyOf(first.bidderId, first.criterionId)}`)?.focus()
      return
    }
    save.send({ scores, submit, version: card.version })
  }
  return (
    <>
      <DraftNotice draft={draft} />
      <p className={classes.note}>
        {wasSubmitted ? (
          <>
            Submitted <DateTimeText instant={card.submittedAt ?? ''} />. You can still correct it until the award. Each
            change is in the history.
          </>
        ) : (
          'From 0 (worst) to 10 (best). You see the scores of others once you have submitted yours, and they don’t see yours before they have.'
        )}
      </p>
      <div className={classes.scroll}>
        <table className={`${classes.matrix} ${classes.scoreTable}`}>
          <thead>
            <tr>
              <th scope="col">Criterion</th>
              {bidders.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {event.criteria.map((criterion) => (
              <tr key={criterion.id}>
                <th scope="row">
                  {criterion.label} <span className={classes.dim}>{criterion.weight}%</span>
                </th>
                {bidders.map(({ id, name }) => {
                  const key = keyOf(id, criterion.id)
                  const score = given[key]
                  const isMissing = asksAll && (score?.score ?? null) === null
                  return (
                    <td key={id}>
                      <NumberField
                        id={`score-${key}`}
                        aria-label={`${criterion.label}: ${name}`}
                        decimals={0}
                        min={0}
                        max={MAX_SCORE}
                        placeholder="0–10"
                        readOnly={isFixed}
                        error={
                          isMissing
                            ? 'Required'
                            : (score?.score ?? 0) > MAX_SCORE || (score?.score ?? 0) < 0
                              ? `From 0 to ${MAX_SCORE}`
                              : undefined
                        }
                        value={score?.score ?? null}
                        onChange={(value) => change(id, criterion.id, { score: value })}
                      />
                      <TextArea
                        className={classes.scoreNote ?? ''}
                        aria-label={`Note on ${criterion.label}: ${name}`}
                        placeholder="Note"
                        minRows={1}
                        maxLength={2000}
                        readOnly={isFixed}
                        value={score?.note ?? ''}
                        onChange={({ currentTarget }) => change(id, criterion.id, { note: currentTarget.value })}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
            <tr>
              <th scope="row">Weighted score</th>
              {bidders.map(({ id }) => {
                const total = weightedScore(event.criteria, scores, id)
                return <td key={id}>{total === null ? <span aria-hidden>–</span> : scoreText(total)}</td>
              })}
            </tr>
          </tbody>
        </table>
      </div>
      {!isFixed && (
        <Group gap="xs" mt="md">
          <Button onClick={() => send(true)} loading={save.isPending}>
            {wasSubmitted ? 'Save changes' : 'Submit scorecard'}
          </Button>
          {!wasSubmitted && (
            <Button variant="default" disabled={save.isPending} onClick={() => send(false)}>
              Save for later
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

const AllCards = ({ event, bidders, scores }: { event: SourcingEvent; bidders: Named[]; scores: Scores }) => {
  const { all, submitted, reviewers, mine } = scores
  if (!all)
    return (
      <p className={classes.note}>
        {submitted} of {reviewers} submitted.{' '}
        {mine
          ? 'You see them once you have submitted yours.'
          : 'You see them once all reviewers have submitted theirs, so that no one is influenced.'}
      </p>
    )
  if (all.length === 0) return <p className={classes.note}>No scorecards were submitted.</p>
  const cell = (score: number | null) => (score === null ? <span aria-hidden>–</span> : scoreText(score))
  return (
    <>
      <p className={classes.note}>
        {submitted} of {reviewers} submitted.
      </p>
      <div className={classes.scroll}>
        <table className={classes.matrix}>
          <thead>
            <tr>
              <th scope="col">Reviewer</th>
              {bidders.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((card) => (
              <tr key={card.reviewer.id}>
                <th scope="row">{card.reviewer.name}</th>
                {bidders.map(({ id }) => (
                  <td key={id}>
                    {cell(weightedScore(event.criteria, card.scores, id))}
                    {card.scores
                      .filter((score) => score.bidderId === id)
                      .map(({ criterionId, score, note }) => (
                        <span key={criterionId} className={classes.converted}>
                          {event.criteria.find((one) => one.id === criterionId)?.label}: {score}
                          {note && `, ${note}`}
                        </span>
                      ))}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Average</th>
              {bidders.map(({ id }) => (
                <td key={id}>
                  <strong>{cell(bidderScore(event.criteria, all, id))}</strong>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </>
  )
}
