import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  decideByLink,
  type LinkAction,
  type LinkEnd,
  type OpenedDecision,
  openDecisionDocument,
  openDecisionLink,
} from '../../../../schema/approvals/decision-links/endpoints.ts'
import { hrefOf, type Kind, nounOf } from '../../../../schema/shared/kinds.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { fillPath } from '../../../lib/encode.ts'
import { isMissing } from '../../../lib/errors.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { Fact, Facts, Section } from '../../../ui/details.tsx'
import { DifferenceList } from '../../../ui/difference-list.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import classes from './decision-links.module.css'
import { SignInFirst } from './sign-in-first.tsx'

/** The page that the link in an email opens, without an account. */
export const DecisionPage = ({ token }: { token: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['decision-link', token],
    queryFn: ({ signal }) => call(openDecisionLink, { params: { token }, signal, anonymous: true }),
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  })
  usePageTitle(data?.title ?? 'Decision')
  if (!data && !error) return <PageSpinner />
  return (
    <main className={classes.page}>
      {data ? (
        <Opened token={token} opened={data} onChanged={() => void refetch()} />
      ) : isMissing(error) ? (
        <>
          <h1 className="ol-visually-hidden">Link not found</h1>
          <EmptyState
            title="This link doesn’t work"
            text="It may be older than a week, or you signed out everywhere. Sign in to see what waits for you."
            action={
              <Button component="a" href="/inbox" variant="default">
                Sign in
              </Button>
            }
          />
        </>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

const ENDS: Record<LinkEnd, { title: string; text: string }> = {
  DECIDED: { title: 'Already decided', text: 'Nothing is left to do here.' },
  CHANGED: {
    title: 'This has changed since the email',
    text: 'If your decision is still needed, a newer email has a new link.',
  },
  CLOSED: { title: 'You can’t decide on this now', text: 'It may wait for someone else, or no longer be yours.' },
}

const DONE: Record<LinkAction, string> = {
  APPROVE: 'Approved',
  REJECT: 'Rejected',
  SEND_BACK: 'Sent back',
  ASK: 'Question sent',
}

interface OpenedProps {
  token: string
  opened: OpenedDecision
  onChanged: () => void
}

const Opened = ({ token, opened, onChanged }: OpenedProps) => {
  const [done, setDone] = useState<LinkAction | null>(null)
  const { companyName, title, amount, requestorName, reference, targetType, targetId, end, needsSignIn } = opened
  const href = hrefOf(targetType as Kind, targetId) ?? '/inbox'
  const noun = nounOf(targetType as Kind)
  if (done && done !== 'ASK')
    return (
      <div className={classes.done} role="status">
        <IconCircleCheck size={40} stroke={1.5} aria-hidden />
        <h1 className={classes.title}>{DONE[done]}</h1>
        <p>
          {title}: everyone involved sees your decision.{' '}
          <a className="ol-link" href={href}>
            Open the {noun}
          </a>
        </p>
      </div>
    )
  const whose = (
    <p className={`${classes.note} ${classes.whose}`}>
      This page is for {opened.person.name} ({opened.person.email}).{' '}
      <a className="ol-link" href={href}>
        Open the {noun} in Outlay
      </a>
    </p>
  )
  if (needsSignIn)
    return (
      <SignInFirst companyName={companyName} noun={noun} href={href} end={end && ENDS[end]}>
        {whose}
      </SignInFirst>
    )
  return (
    <>
      <header>
        <p className={classes.company}>
          {companyName} · {reference}
        </p>
        <h1 className={classes.title}>{title}</h1>
        {amount && <p className={classes.amount}>{formatMoney(amount)}</p>}
        <p className={classes.asked}>
          Requested by {requestorName}. <Step opened={opened} />
        </p>
      </header>
      {end ? (
        <EmptyState
          {...ENDS[end]}
          compact
          action={
            <Button component="a" href={href} variant="default">
              Open the {noun}
            </Button>
          }
        />
      ) : (
        <Decide token={token} opened={opened} asked={done === 'ASK'} onDone={setDone} onChanged={onChanged} />
      )}
      <Said token={token} opened={opened} />
      {whose}
    </>
  )
}

const Step = ({ opened: { step, onBehalfOf, end } }: { opened: OpenedDecision }) => {
  if (end || !step.label) return null
  const why = step.reason && step.reason !== 'Always' ? ` (${step.reason})` : ''
  return onBehalfOf ? (
    <>
      You’re asked to decide “{step.label}” for {onBehalfOf}
      {why}.
    </>
  ) : (
    <>
      You’re asked to decide “{step.label}”{why}.
    </>
  )
}

interface DecideProps extends OpenedProps {
  asked: boolean
  onDone: (action: LinkAction) => void
}

const MISSING: Record<Exclude<LinkAction, 'APPROVE'>, string> = {
  REJECT: 'Say why',
  SEND_BACK: 'Say what should change',
  ASK: 'Write your question',
}

const Decide = ({ token, opened, asked, onDone, onChanged }: DecideProps) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [sending, setSending] = useState<LinkAction | null>(null)
  const decide = useCommand<LinkAction>({
    run: (action, { commandId }) =>
      call(decideByLink, { params: { token }, body: { action, text }, commandId, anonymous: true }),
    success: (_, action) => (action === 'ASK' ? DONE.ASK : undefined),
    onSuccess: (_, action) => {
      setText('')
      onDone(action)
    },
    onError: () => {
      // What is true now is shown in place of the buttons.
      onChanged()
      return false
    },
  })
  const act = (action: LinkAction) => {
    const missing = action !== 'APPROVE' && text.trim() === '' ? MISSING[action] : undefined
    setError(missing)
    if (missing) {
      document.getElementById('decision-text')?.focus()
      return
    }
    setSending(action)
    decide.send(action)
  }
  const button = (action: LinkAction) => ({
    onClick: () => act(action),
    loading: decide.isPending && sending === action,
    disabled: decide.isPending && sending !== action,
  })
  return (
    <section className={classes.decide} aria-label="Your decision">
      {asked && (
        <p className={classes.note} role="status">
          Your question is sent. You can still decide here.
        </p>
      )}
      <TextArea
        id="decision-text"
        label="Comment"
        description="Needed to reject, send back or ask."
        maxLength={10_000}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <div className={classes.buttons}>
        <Button {...button('APPROVE')}>Approve</Button>
        <Button variant="default" {...button('REJECT')}>
          Reject
        </Button>
        {opened.canSendBack && (
          <Button variant="default" {...button('SEND_BACK')}>
            Send back
          </Button>
        )}
        <Button variant="subtle" {...button('ASK')}>
          Ask a question
        </Button>
      </div>
    </section>
  )
}

const DECIDED = { APPROVED: 'approved', REJECTED: 'rejected' } as const

/** What the decision is about, who decided already and who comes next. */
const Said = ({ token, opened }: { token: string; opened: OpenedDecision }) => {
  const { details, documents, decided, next, changes, end } = opened
  return (
    <>
      {changes.length > 0 && (
        <Section id="changes" title="Changed since you decided" first>
          <DifferenceList differences={changes} />
        </Section>
      )}
      {(details.length > 0 || documents.length > 0) && (
        <Section id="details" title="Details" first={changes.length === 0}>
          <div className={classes.facts}>
            <Facts>
              {details.map(({ label, value }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the list never changes its order
                <Fact key={index} label={label}>
                  {value}
                </Fact>
              ))}
              {documents.length > 0 && (
                <Fact label="Documents">
                  <ul className={classes.files}>
                    {documents.map(({ id, name }) => (
                      <li key={id}>
                        {end ? (
                          name
                        ) : (
                          <a
                            className="ol-link"
                            href={fillPath(openDecisionDocument.path, { token, documentId: id })}
                            target="_blank"
                            rel="noreferrer"
                          >
                            {name}
                          </a>
                        )}
                      </li>
                    ))}
                  </ul>
                </Fact>
              )}
            </Facts>
          </div>
        </Section>
      )}
      {decided.length > 0 && (
        <Section id="decided" title="Decided so far">
          <ul className={classes.people}>
            {decided.flatMap(({ label, people }) =>
              people.map(({ name, decision, comment, at }) => (
                <li key={`${label} ${name} ${at}`}>
                  {name} {DECIDED[decision]} “{label}” · <DateText instant={at} />
                  {comment && <>: “{comment}”</>}
                </li>
              )),
            )}
          </ul>
        </Section>
      )}
      {next.length > 0 && (
        <Section id="next" title="Comes next">
          <ul className={classes.people}>
            {next.map(({ label, people }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the list never changes its order
              <li key={index}>
                {label}
                {people.length > 0 && `: ${people.join(', ')}`}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
