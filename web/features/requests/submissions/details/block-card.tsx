import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBell,
  IconEye,
  IconFileInvoice,
  IconMessage2,
  IconPlayerTrackNext,
  IconRobot,
  IconStairsUp,
  IconUsersMinus,
} from '@tabler/icons-react'
import { type ReactNode, Suspense, useId } from 'react'
import { type PersonLine, personLines } from '../../../../../schema/approvals/engine/block-people.ts'
import type { BlockDelegate, BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { usualWords } from '../../../../../schema/approvals/engine/usual-time.ts'
import { isTask } from '../../../../../schema/approvals/workflows/rule-kinds.ts'
import { RULE_TYPE_LABELS } from '../../../../../schema/requests/workflows/definition-rules.ts'
import { listOf } from '../../../../../schema/shared/name-lists.ts'
import { to } from '../../../../lib/address.ts'
import { formatCalendarDate, formatDateTime, relativeAge } from '../../../../lib/format.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { DateText } from '../../../../ui/date-text.tsx'
import { PersonAvatar } from '../../../../ui/person-name.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { useTimeZone } from '../../../../ui/time-zone.ts'
import { DueText } from '../../../approvals/deadlines/index.ts'
import { taskKindOf } from '../../../approvals/tasks/index.ts'
import { useThreads } from '../../../documents/threads/index.ts'
import { automaticText, blockState, isMine, isoOf, quorumText, reasonText } from '../blocks.ts'
import { sinceWhen } from '../status-sentence.ts'
import { useSubjectApi } from '../subject-api.ts'
import { type Act, completionOf } from './act.ts'
import { useRetry, useSetBlockStatus } from './actions-api.ts'
import { BlockMenu, WORK_STATUS_LABELS } from './block-menu.tsx'
import { EarlierDecisions } from './earlier-decisions.tsx'
import { SendBackFacts } from './send-back-notice.tsx'
import classes from './timeline.module.css'

const useInstant = (at: number) => {
  const timeZone = useTimeZone()
  return { timeZone, dateTime: isoOf(at), title: formatDateTime(isoOf(at), timeZone) }
}

/** Within a sentence: "today", "3 days ago". */
const Age = ({ at }: { at: number }) => {
  const { timeZone, ...time } = useInstant(at)
  return <time {...time}>{relativeAge(isoOf(at), new Date(), timeZone).toLowerCase()}</time>
}

const Since = ({ at }: { at: number }) => {
  const { timeZone, ...time } = useInstant(at)
  return <time {...time}>{sinceWhen(at, new Date(), timeZone)}</time>
}

/** "Bo Li can approve for Dana until Dec 1, 2026", or what they can approve instead. */
const delegateText = ({ name, endsOn, limit }: BlockDelegate): string => {
  if (limit) return `${name} can act for them ${limit}`
  return `${name} can act for them${endsOn ? ` until ${formatCalendarDate(endsOn)}` : ''}`
}

interface PersonProps {
  line: PersonLine
  task: boolean
  delegates: BlockDelegate[]
}

const Person = ({ line, task, delegates }: PersonProps) => {
  const { decision } = line
  return (
    <li className={classes.person}>
      <PersonAvatar name={decision?.onBehalfOf ? decision.name : line.name} />
      <div className={classes.personText}>
        <span className={classes.name}>
          <span>{line.actedAs ?? line.name}</span>
          {line.via && !decision && <span className={classes.dim}>{line.via}</span>}
        </span>
        {delegates.map((delegate) => (
          <span key={delegate.userId} className={classes.dim}>
            {delegateText(delegate)}
          </span>
        ))}
        {decision && (
          <span className={classes.decision} data-decision={decision.decision}>
            {decision.decision === 'REJECTED' ? 'Rejected' : task ? 'Completed' : 'Approved'} <Age at={decision.at} />
          </span>
        )}
        {decision?.comment && <q className={classes.comment}>{decision.comment}</q>}
      </div>
    </li>
  )
}

const Fact = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <p className={classes.fact}>
    {icon}
    <span>{children}</span>
  </p>
)

const withNote = (note: string | null): string => (note?.trim() ? `: ${note.trim()}` : '')

/** "Ada Lovelace decided “Manager”, so someone else decides this." */
const apartText = ({ duties }: BlockView): string => {
  const kept = duties?.keptOut ?? []
  if (kept.length === 0) return 'People who decided an earlier step can’t decide this one.'
  return `${listOf(kept.map(({ name, label }) => `${name} decided “${label}”`))}, so someone else decides this.`
}

/** What happened around the block's decision. */
const Facts = ({ block }: { block: BlockView }) => (
  <>
    {block.workStatus !== 'PENDING' && block.status === 'PENDING' && (
      <Fact>{WORK_STATUS_LABELS[block.workStatus]}</Fact>
    )}
    {block.excludesEarlierDeciders && block.status === 'PENDING' && (
      <Fact icon={<IconUsersMinus size={14} aria-hidden />}>{apartText(block)}</Fact>
    )}
    {block.assignee && <Fact>Assigned to {block.assignee.name}</Fact>}
    {block.reopenedAt !== null && block.status === 'PENDING' && (
      <Fact icon={<IconArrowBackUp size={14} aria-hidden />}>
        Restarted after an edit on <DateText instant={isoOf(block.reopenedAt)} />
      </Fact>
    )}
    {block.revoked && (
      <Fact icon={<IconArrowBackUp size={14} aria-hidden />}>
        {block.revoked.by.name} revoked their {block.revoked.decision === 'REJECTED' ? 'rejection' : 'approval'}{' '}
        <Age at={block.revoked.at} />
        {withNote(block.revoked.reason)}
      </Fact>
    )}
    {block.decisionsKept && block.status === 'APPROVED' && (
      <Fact icon={<IconPlayerTrackNext size={14} aria-hidden />}>
        Kept by {block.decisionsKept.by.name} through an edit on <DateText instant={isoOf(block.decisionsKept.at)} />
      </Fact>
    )}
    {block.status === 'PENDING' &&
      block.escalations?.map(
        ({ userId, manager, at }) =>
          manager && (
            <Fact key={userId} icon={<IconStairsUp size={14} aria-hidden />}>
              {manager.name} can decide for{' '}
              {block.approvers.find((one) => one.userId === userId)?.name ?? 'the approver'} since{' '}
              <DateText instant={isoOf(at)} />
            </Fact>
          ),
      )}
    {block.remindedAt !== null && (
      <Fact icon={<IconBell size={14} aria-hidden />}>
        Reminded by {block.remindedBy?.name ?? 'Outlay'} <Age at={Date.parse(block.remindedAt)} />
        {withNote(block.remindedNote)}
      </Fact>
    )}
    {block.bypassedAt !== null && (
      <Fact icon={<IconPlayerTrackNext size={14} aria-hidden />}>
        Bypassed by {block.bypassedBy?.name ?? 'Outlay'} <Age at={Date.parse(block.bypassedAt)} />
        {withNote(block.bypassNote)}
      </Fact>
    )}
    {automaticText(block) && <Fact icon={<IconRobot size={14} aria-hidden />}>{automaticText(block)}</Fact>}
    {block.createdService && block.status === 'APPROVED' && (
      <Fact icon={<IconFileInvoice size={14} aria-hidden />}>
        Created{' '}
        <AppLink className="ol-link" href={to('/services/$serviceId', { serviceId: block.createdService.id })}>
          {block.createdService.name}
        </AppLink>
      </Fact>
    )}
    {block.watchers.length > 0 && (
      <Fact icon={<IconEye size={14} aria-hidden />}>Watching: {listOf(block.watchers.map(({ name }) => name))}</Fact>
    )}
  </>
)

interface BlockCardProps {
  submissionId: string
  block: BlockView
  /** The task whose answers added this one. */
  parent?: string | undefined
  act: Act
  /** On a phone the bar at the bottom has the decision. */
  withDecision: boolean
}

/** One approval or task: who, why, since when, and what the person can do. */
export const BlockCard = ({ submissionId, block, parent, act, withDecision }: BlockCardProps) => {
  const { discussionOf, noun } = useSubjectApi()
  const setStatus = useSetBlockStatus(submissionId)
  const retry = useRetry(submissionId)
  const mine = isMine(block)
  const Status = block.openedAt === null ? undefined : taskKindOf(block.ruleType)?.Status
  const labelId = useId()
  const { data: threads } = useThreads(discussionOf(submissionId, null))
  const discussions = (threads ?? []).filter(
    ({ part, resolvedAt }) => part?.type === 'BLOCK' && part.id === block.id && resolvedAt === null,
  ).length
  const quorum = quorumText(block)
  const people = personLines(block)
  const waiting = block.isAwaited && block.openedAt !== null
  return (
    <li className={classes.block} data-mine={mine || undefined} data-state={blockState(block).tone}>
      <div className={classes.blockHead}>
        <span id={labelId} className={classes.label}>
          {block.label}
        </span>
        <span className={classes.headEnd}>
          <StatusBadge {...blockState(block)} plain />
          <BlockMenu
            block={block}
            act={act}
            onWorkStatus={(status) => setStatus.send({ blockId: block.id, blockStatus: status })}
          />
        </span>
      </div>
      <p className={classes.meta}>
        {[block.ruleType === 'APPROVAL' ? null : RULE_TYPE_LABELS[block.ruleType], quorum].filter(Boolean).join(' · ')}
        {waiting && block.awaitedSince !== null && (
          <span>
            {(block.ruleType !== 'APPROVAL' || quorum) && ' · '}
            since <Since at={block.awaitedSince} />
            {block.dueAt !== null && (
              <>
                {' · '}
                <DueText dueAt={block.dueAt} />
              </>
            )}
          </span>
        )}
        {block.usualMs !== null && (
          <span>
            {(block.ruleType !== 'APPROVAL' || quorum || (waiting && block.awaitedSince !== null)) && ' · '}
            {usualWords(block.usualMs)}
          </span>
        )}
      </p>
      {block.settings.description && <p className={classes.description}>{block.settings.description}</p>}
      {people.length > 0 && (
        <ul className={classes.people}>
          {people.map((line) => (
            <Person
              key={`${line.userId} ${line.decision?.at ?? ''}`}
              line={line}
              task={isTask(block.ruleType)}
              delegates={block.delegates.filter(({ approverUserId }) => approverUserId === line.userId)}
            />
          ))}
        </ul>
      )}
      <p className={classes.reason}>
        {parent && `Added by “${parent}”. `}
        {reasonText(block.reason, block.approversNote)}
      </p>
      <Facts block={block} />
      {Status && (
        <Suspense fallback={null}>
          <Status submissionId={submissionId} block={block} />
        </Suspense>
      )}
      <SendBackFacts block={block} />
      <EarlierDecisions submissionId={submissionId} block={block} />
      {discussions > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={6}
          leftSection={<IconMessage2 size={14} aria-hidden />}
          onClick={() => act({ kind: 'comments', block })}
        >
          {discussions === 1 ? '1 open discussion' : `${discussions} open discussions`}
        </Button>
      )}
      {mine && block.onBehalfOf && <p className={classes.behalf}>You can act for {block.onBehalfOf.name}.</p>}
      {(mine && withDecision) || block.canRemind || block.canRetry ? (
        <div className={classes.actions}>
          {withDecision && block.canDecide && (
            <>
              <Button aria-describedby={labelId} onClick={() => act({ kind: 'approve', block })}>
                Approve {noun}
              </Button>
              <Button variant="default" aria-describedby={labelId} onClick={() => act({ kind: 'reject', block })}>
                Reject {noun}
              </Button>
            </>
          )}
          {withDecision && block.canSendBack && (
            <Button variant="default" aria-describedby={labelId} onClick={() => act({ kind: 'send-back', block })}>
              Send back
            </Button>
          )}
          {withDecision && block.canComplete && (
            <Button aria-describedby={labelId} onClick={() => act({ kind: completionOf(block).kind, block })}>
              {completionOf(block).label}
            </Button>
          )}
          {block.canRetry && (
            <Button
              variant="default"
              aria-describedby={labelId}
              loading={retry.isPending}
              onClick={() => retry.send(block.id)}
            >
              Try again
            </Button>
          )}
          {block.canRemind && (
            <Button
              variant="subtle"
              aria-describedby={labelId}
              size="compact-sm"
              leftSection={<IconBell size={14} />}
              onClick={() => act({ kind: 'remind', block })}
            >
              Send reminder
            </Button>
          )}
        </div>
      ) : null}
    </li>
  )
}
