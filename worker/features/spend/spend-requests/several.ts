import { currentBlocks, isAwaited } from '../../../../schema/approvals/engine/model.ts'
import type { SeveralResults } from '../../../../schema/shared/list.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/list.ts'
import { resultStatements } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { requireReadable } from './access.ts'
import { archiveOne } from './act.ts'
import { approvalsOf, tell } from './running.ts'

/** Actions on several spend requests. Each one's object decides, so a refusal concerns only that one. */

type Ledger = StaffContext & { ledger?: { operation: string; inputHash: string } }

/** Each part of a command gets an id derived from the command's, so that repeating it does nothing twice. */
const as = <C extends StaffContext>(context: C, part: string): C => ({
  ...context,
  commandId: context.commandId && idFrom(`${context.commandId}\n${part}`),
})

/** Reminds everyone it is waiting for now, block by block. */
const remindOne = async (context: StaffContext, id: string, note: string): Promise<void> => {
  await requireReadable(context, id)
  const state = await approvalsOf(context, id).read(context.actor.companyId)
  if (!state) throw notFound('The spend request')
  const blocks = currentBlocks(state).filter((block) => isAwaited(state, block))
  if (blocks.length === 0) throw new AppError('RULE_BROKEN', 'No one needs to act on this spend request.')
  for (const block of blocks)
    await tell(as(context, block.id), id, { command: { type: 'remind', blockId: block.id, note } })
}

const AT_ONCE = 10

const each = async (
  context: Ledger,
  ids: readonly string[],
  one: (context: StaffContext, id: string) => Promise<unknown>,
): Promise<SeveralResults> => {
  const results: SeveralResults['results'] = []
  const wanted = [...new Set(ids)]
  for (let i = 0; i < wanted.length; i += AT_ONCE) {
    const some = wanted.slice(i, i + AT_ONCE).map(async (id) => {
      try {
        await one(as(context, id), id)
        return { id, ok: true, message: null }
      } catch (error) {
        if (error instanceof AppError) return { id, ok: false, message: error.message }
        context.log.error('spend-requests.one-of-several-failed', { id, error: String(error) })
        return { id, ok: false, message: 'Something went wrong. Try again.' }
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
  id: 'spend-requests.archive-several',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  input: inputOf(endpoints.archiveSpendRequests),
  run: (context, { ids, ...archiving }) => each(context, ids, (own, id) => archiveOne(own, { id, ...archiving })),
})

export const remindSeveral = command({
  id: 'spend-requests.remind-several',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  input: inputOf(endpoints.remindSpendRequests),
  run: (context, { ids, note = '' }) => each(context, ids, (own, id) => remindOne(own, id, note)),
})
