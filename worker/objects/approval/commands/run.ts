import type { CommandOf, PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { NewBlock } from '../../../../schema/approvals/engine/events.ts'
import type { PersonRef, PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { type ApprovalState, currentBlocks, type RunSettings } from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { isRequestor, mayManage, sawContent, unarchived } from '../access.ts'
import { earlierDecisionsOf } from '../apply-blocks.ts'
import { filersOf } from '../apply-involved.ts'
import {
  exchangeFor,
  factsFor,
  factsOf,
  labelsOf,
  newBlock,
  partsOf,
  planningOf,
  planOrRefuse,
  readContent,
  settingOf,
  toldChoosers,
} from '../planned.ts'
import { settle } from '../settle.ts'
import { isSubject, subjectOf } from '../subject.ts'
import { refuse, type Turn } from '../turn.ts'

/** Commands that start a run: submit, resubmit, restart. */

const runOf = ({
  definitions,
  settings,
}: PlanningContext): { definitions: WorkflowSnapshot[]; settings: RunSettings } => {
  if (!definitions || !settings) return refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')
  return { definitions, settings }
}

const startRun = (
  turn: Turn,
  facts: PlanFacts,
  at: { targetId: string; run: number; nextBlock: number },
): {
  run: number
  definitions: WorkflowSnapshot[]
  settings: RunSettings
  blocks: NewBlock[]
  skipped: ReturnType<typeof planOrRefuse>['skipped']
} => {
  const { definitions, settings: chosen } = runOf(planningOf(turn))
  const { deadline } = planningOf(turn).organisation
  const settings: RunSettings = deadline ? { ...chosen, deadline } : chosen
  const plan = planOrRefuse(definitions, facts)
  let serial = at.nextBlock
  const blocks = plan.levels.flatMap((level) =>
    level.blocks.map((block) =>
      newBlock(block, {
        targetId: at.targetId,
        run: at.run,
        level: level.number,
        subLevel: 0,
        parentId: null,
        serial: serial++,
        now: turn.now,
      }),
    ),
  )
  return { run: at.run, definitions, settings, blocks, skipped: plan.skipped }
}

export const submit = (turn: Turn, command: CommandOf<'submit'>): void => {
  const { actor } = turn
  if (!isSubject(command.targetType)) refuse('INVALID', 'INVALID_COMMAND', 'This can’t be approved.')
  const { targetType, targetId } = command
  const subject = subjectOf(command)
  const { noun } = subject
  if (turn.current) refuse('CONFLICT', 'ALREADY_SUBMITTED', `The ${noun} has already been submitted.`)
  const { requestor, createdBy } = command
  if (actor.kind === 'USER') {
    if (createdBy.userId !== actor.userId)
      refuse('FORBIDDEN', 'NOT_ALLOWED', `You can only file ${noun}s in your own name.`)
    if (requestor.userId !== actor.userId && !actor.submitsForOthers && !actor.isAdmin)
      refuse('FORBIDDEN', 'NOT_ALLOWED', `You can’t submit ${noun}s for others.`)
  }
  const { exchange, labels, loaded } = planningOf(turn)
  const { content, source } = subject.filed(
    { content: readContent(subject, command.content), source: command.source },
    { source: undefined, exchange, labels, loaded },
  )
  const setting = { source, exchange, labels, loaded }
  const facts = factsFor(turn, { targetType, requestor, createdBy, content, setting }, true)
  turn.emit({
    type: 'request.submitted',
    companyId: actor.companyId,
    targetType,
    targetId,
    requestor,
    createdBy,
    createdAt: command.createdAt ?? turn.now,
    content: partsOf(content),
    source,
    labels,
    ...(exchange && { exchange }),
    watchers: command.watchers ?? [],
    ...startRun(turn, facts, { targetId, run: 1, nextBlock: 1 }),
  })
  settle(turn)
}

/** The person who imports has the rights for it, or the command wouldn't have been sent. */
export const takeOver = (turn: Turn, command: CommandOf<'import'>): void => {
  const { actor } = turn
  if (!isSubject(command.targetType)) refuse('INVALID', 'INVALID_COMMAND', 'This can’t be approved.')
  const { targetType, targetId, requestor, external } = command
  const subject = subjectOf(command)
  if (turn.current) refuse('CONFLICT', 'ALREADY_SUBMITTED', `The ${subject.noun} has already been submitted.`)
  const takenOver = subject.takenOver ?? refuse('INVALID', 'INVALID_COMMAND', `A ${subject.noun} can’t be imported.`)
  const { labels, loaded } = planningOf(turn)
  const { content, source } = takenOver(
    { content: readContent(subject, command.content), source: command.source, external },
    { source: undefined, exchange: undefined, labels, loaded },
  )
  turn.emit({
    type: 'request.imported',
    companyId: actor.companyId,
    targetType,
    targetId,
    requestor,
    createdBy: requestor,
    createdAt: external.submittedAt,
    content: partsOf(content),
    source,
    labels,
    external,
  })
}

/**
 * A run can be started again while it is pending, after its rejection, and by its requester after they withdrew it.
 * @param isChange the content changes with it
 */
const restartable = (turn: Turn, isChange: boolean): ApprovalState => {
  const state = unarchived(turn)
  const isManaged = subjectOf(state).isManaged && turn.actor.isAdmin
  if (state.status === 'WITHDRAWN' && !isManaged && !isRequestor(state, turn.actor))
    refuse('FORBIDDEN', 'NOT_ALLOWED', `The requester withdrew this ${turn.noun}, so only they can submit it again.`)
  if (state.status === 'APPROVED' && !(isChange && subjectOf(state).changesWhenApproved))
    refuse('CONFLICT', 'REQUEST_CLOSED', `The ${turn.noun} has already been approved.`)
  return state
}

/** Each change of something that is managed has its own filer. */
const filesAnew = ({ actor }: Turn, state: ApprovalState, isChange: boolean): PersonRef | null =>
  isChange && subjectOf(state).isManaged && state.status !== 'PENDING'
    ? { userId: actor.userId, name: actor.name }
    : null

const startAgain = (
  turn: Turn,
  state: ApprovalState,
  {
    note,
    content,
    exchange,
    edit,
  }: {
    note: string
    content: unknown
    exchange: Exchange | undefined
    edit: Extract<Turn['events'][number], { type: 'request.restarted' }>['edit']
  },
): void => {
  const filedBy = filesAnew(turn, state, edit !== null)
  const from = filedBy
    ? { ...state, createdBy: filedBy, involved: filersOf(state.requestor.userId, filedBy.userId) }
    : state
  const facts = factsOf(turn, from, { content, exchange, barring: edit !== null })
  const at = { targetId: state.targetId, run: state.run + 1, nextBlock: state.nextBlock }
  const run = startRun(turn, facts, at)
  const before = new Map(currentBlocks(state).map((block) => [block.ruleId, earlierDecisionsOf(block, state.version)]))
  // People who decided in the previous run see what changed since.
  const blocks = run.blocks.map((block) => {
    const earlier = filedBy ? [] : (before.get(block.ruleId) ?? [])
    return earlier.length > 0 ? { ...block, earlierDecisions: earlier } : block
  })
  const labels = labelsOf(turn)
  turn.emit({
    ...{ type: 'request.restarted', note, edit, labels, ...(exchange && { exchange }), ...run, blocks },
    ...(filedBy && { filedBy }),
    ...toldChoosers(turn, state),
  })
  settle(turn)
}

export const restart = (turn: Turn, command: CommandOf<'restart'>): void => {
  const state = restartable(turn, false)
  mayManage(state, turn.actor)
  const exchange = exchangeFor(turn, state, 'NEW')
  startAgain(turn, state, { note: command.note ?? '', content: state.content, exchange, edit: null })
}

export const resubmit = (turn: Turn, command: CommandOf<'resubmit'>): void => {
  const state = restartable(turn, true)
  const restricted = planningOf(turn).editing?.restrictedToAdmins ?? false
  if (!turn.actor.isAdmin && (restricted || !isRequestor(state, turn.actor)))
    refuse(
      'FORBIDDEN',
      'NOT_ALLOWED',
      restricted ? `Only admins can edit ${turn.noun}s.` : 'Only the requester can do this.',
    )
  sawContent(state, command.seenVersion)
  const subject = subjectOf(state)
  const exchange = exchangeFor(turn, state, 'NEW')
  const setting = settingOf(turn, state, exchange)
  const before = state.content
  const content = subject.edited(before, readContent(subject, command.content), setting)
  startAgain(turn, state, {
    note: '',
    content,
    exchange,
    edit: {
      version: state.version + 1,
      content: partsOf(content),
      changes: subject.changes(before, content, setting),
    },
  })
}
