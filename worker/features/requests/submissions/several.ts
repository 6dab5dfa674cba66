import { currentBlocks, isAwaited } from '../../../../schema/approvals/engine/model.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { resultStatements } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf } from '../../../core/operation.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { tell } from './route.ts'
import { isStillDraft, requireReadableSubmission } from './visibility.ts'

type StaffContext = BaseContext & { actor: StaffActor; ledger?: { operation: string; inputHash: string } }

interface Archiving {
  archived: boolean
  message?: string | undefined
}

const archiveOne = async (context: StaffContext, id: string, { archived, message = '' }: Archiving) => {
  const submission = await requireReadableSubmission(context, id)
  if (submission.isDraft) throw isStillDraft()
  await tell(context, submission, { command: { type: archived ? 'archive' : 'unarchive', message } })
}

/** Reminds everyone the request is waiting for now, block by block. */
const remindOne = async (context: StaffContext, id: string, note: string): Promise<void> => {
  const submission = await requireReadableSubmission(context, id)
  const state = submission.isDraft ? null : await approvalFor(context.env, 'intake', id).read(context.actor.companyId)
  if (!state) throw notFound('The request')
  const blocks = currentBlocks(state).filter((block) => isAwaited(state, block))
  if (blocks.length === 0) throw new AppError('RULE_BROKEN', 'No one needs to act on this request.')
  for (const block of blocks) {
    await tell(await as(context, block.id), submission, { command: { type: 'remind', blockId: block.id, note } })
  }
}

/** Each part of a command gets an id derived from the command's, so that repeating it does nothing twice. */
const as = async <C extends StaffContext>(context: C, part: string): Promise<C> => ({
  ...context,
  commandId: context.commandId && idFrom(`${context.commandId}\n${part}`),
})

const AT_ONCE = 10

/** Does the same to each request. A refusal is reported for that request only. */
const each = async (
  context: StaffContext,
  ids: readonly string[],
  one: (context: StaffContext, id: string) => Promise<unknown>,
): Promise<endpoints.ResultsOfSeveral> => {
  const results: endpoints.ResultsOfSeveral['results'] = []
  const wanted = [...new Set(ids)]
  for (let i = 0; i < wanted.length; i += AT_ONCE) {
    const some = wanted.slice(i, i + AT_ONCE).map(async (id) => {
      try {
        await one(await as(context, id), id)
        return { id, done: true, message: null }
      } catch (error) {
        if (error instanceof AppError) return { id, done: false, message: error.message }
        context.log.error('intake.one-of-several-failed', { id, error: String(error) })
        return { id, done: false, message: 'Something went wrong. Try again.' }
      }
    })
    results.push(...(await Promise.all(some)))
  }
  const answer = { results }
  const kept = resultStatements(context, answer, 'ignore')
  if (kept.length > 0) await context.db.batch(kept)
  return answer
}

export const archiveSeveral = command({
  id: 'intake.archive-several',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.archiveSeveral),
  run: (context, { ids, ...archiving }) => each(context, ids, (own, id) => archiveOne(own, id, archiving)),
})

export const remindSeveral = command({
  id: 'intake.remind-several',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.remindSeveral),
  run: (context, { ids, note = '' }) => each(context, ids, (own, id) => remindOne(own, id, note)),
})
