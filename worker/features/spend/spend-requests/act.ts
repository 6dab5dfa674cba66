import type { ApprovalCommandInput } from '../../../../schema/approvals/engine/commands.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import { resultStatements } from '../../../core/commit.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { referred, refuseWhileUsed } from '../../../core/references.ts'
import { requireMembers } from '../../approvals/blocks/index.ts'
import { requireReadable } from './access.ts'
import { readableId } from './rows.ts'
import { planRunning, tell } from './running.ts'

/** What approvers, requesters and watchers do with a spend request in progress. Its object decides. */

const say = async (
  context: StaffContext,
  id: string,
  said: ApprovalCommandInput,
): Promise<{ status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'; sequence: number }> => {
  const { status, sequence } = await tell(context, id, { command: said })
  return { status, sequence }
}

/** Throws CONFLICT with ANSWERS_CHANGED, ALREADY_DECIDED, BLOCK_CLOSED, …, or 422 by the rules. */
export const decide = command({
  id: 'spend-requests.decide',
  access: 'spend-requests.read',
  idempotency: 'object',
  input: inputOf(endpoints.decideSpendRequest),
  run: async (context, input) => {
    const seenVersion = input.seenVersion ?? (await requireReadable(context, input.id)).version
    return say(context, input.id, {
      type: 'decide',
      blockId: input.levelGroupStatusId,
      decision: input.status,
      comment: input.comment ?? '',
      seenVersion,
      allMyNonTaskBlocks: input.approveAllNonTaskBlocks ?? false,
    })
  },
})

export const undoDecision = command({
  id: 'spend-requests.undo-decision',
  access: 'spend-requests.read',
  idempotency: 'object',
  input: inputOf(endpoints.undoSpendDecision),
  run: (context, { id, sequence }) => say(context, id, { type: 'undoDecision', sequence }),
})

/**
 * Takes something from lines as an approver who can decide now. Total and approvals are planned again from what is left.
 * Throws INVALID beside the lines, or CONFLICT with ANSWERS_CHANGED.
 */
export const cutLines = command({
  id: 'spend-requests.cut',
  access: 'spend-requests.read',
  idempotency: 'object',
  input: inputOf(endpoints.cutSpendRequest),
  run: async (context, { id, levelGroupStatusId, seenVersion, lines, reason }) => {
    await requireReadable(context, id)
    const { base, planning } = await planRunning(context, id)
    const { status, sequence } = await tell(context, id, {
      command: {
        type: 'reduce',
        blockId: levelGroupStatusId,
        seenVersion: seenVersion ?? base.version,
        note: reason,
        given: { lines, reason },
      },
      planning: planning.contextOf(base.content),
    })
    return { status, sequence }
  },
})

export const remind = command({
  id: 'spend-requests.remind',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.remindSpendRequest),
  run: async (context, { id, levelGroupStatusId, note = '' }) => {
    await requireReadable(context, id)
    return say(context, id, { type: 'remind', blockId: levelGroupStatusId, note })
  },
})

/** Throws FORBIDDEN without approval-bypass access, or on one's own. */
export const bypass = command({
  id: 'spend-requests.bypass',
  access: 'spend-requests.read',
  idempotency: 'object',
  input: inputOf(endpoints.bypassSpendRequest),
  run: async (context, { id, levelGroupStatusId, approverNote }) => {
    await requireReadable(context, id)
    return say(context, id, { type: 'bypass', blockId: levelGroupStatusId, note: approverNote })
  },
})

/** A new run with the current content, planned by the current rule sets. */
export const restart = command({
  id: 'spend-requests.restart',
  access: 'spend-requests.read',
  idempotency: 'object',
  input: inputOf(endpoints.restartSpendRequest),
  run: async (context, { id }) => {
    await requireReadable(context, id)
    const { base, planning } = await planRunning(context, id, { atTodaysRates: true })
    const { status, sequence } = await tell(context, id, {
      command: { type: 'restart' },
      planning: planning.contextOf(base.content),
    })
    return { status, sequence }
  },
})

export const archiveOne = async (
  context: StaffContext,
  { id, archived, message = '' }: { id: string; archived: boolean; message?: string | undefined },
) => {
  await requireReadable(context, id)
  return say(context, id, { type: archived ? 'archive' : 'unarchive', message })
}

/** For the requester, author and admins. Archiving an archived one changes nothing. */
export const setArchived = command({
  id: 'spend-requests.set-archived',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.setSpendArchived),
  run: archiveOne,
})

/** The answer is stored with the deletion, because a repeated command no longer finds it. */
export const deleteSpendRequest = command({
  id: 'spend-requests.delete',
  access: 'spend-requests.read',
  input: inputOf(endpoints.deleteSpendRequest),
  run: async (context, { id }) => {
    const { db, log } = context
    const { number } = await requireReadable(context, id)
    await refuseWhileUsed(context, referred('SPEND_REQUEST', 'spend request'), [{ id, name: readableId(number) }])
    const { answerKept } = await tell(context, id, { command: { type: 'delete' }, answer: null })
    const kept = answerKept ? [] : resultStatements(context, null, 'ignore')
    if (kept.length > 0)
      await db.batch(kept).catch((error) => log.error('spend-requests.result-not-stored', { id, error: String(error) }))
    return null
  },
})

/** Adds watchers. With the list that the person saw, removed ones are taken off. */
export const setWatchers = command({
  id: 'spend-requests.set-watchers',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.setSpendWatchers),
  run: async (context, { id, watcherIds, seenWatcherIds: seenUserIds = [] }) => {
    await requireReadable(context, id)
    const watchers = await requireMembers(context, [...new Set(watcherIds)], 'watcherIds')
    return say(context, id, { type: 'setWatchers', watchers, seenUserIds })
  },
})

/** Checks that the person can watch it. The transport then passes the socket to its object. */
export const watch = query({
  id: 'spend-requests.live',
  access: 'spend-requests.read',
  input: inputOf(endpoints.watchSpendRequest),
  run: async (context, { id }) => {
    await requireReadable(context, id)
    return { id }
  },
})
