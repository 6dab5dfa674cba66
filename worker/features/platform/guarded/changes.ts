import { GUARDED_HOURS, type Waits } from '../../../../schema/platform/guarded/endpoints.ts'
import { guardedChanges } from '../../../../schema/platform/guarded/tables.ts'
import { NEW_HOLDER_MS } from '../../../../schema/platform/hands/rule.ts'
import { commit } from '../../../core/commit.ts'
import { handsBy, handsStatement } from '../../../core/hands.ts'
import { canonicalJson } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { computed, insertRow, typed } from '../../../core/record.ts'
import { hasOtherAdmin } from '../members/index.ts'

/**
 * Guarded settings: limits, approvers and checks of payments. A change that loosens one is kept as what was asked, and made
 * by the same operation once someone else who holds the right confirms it. In a company where no one else does, it holds
 * after a day, and all admins are told. What makes a setting stricter holds at once. The door doesn't matter: a form, a
 * program's call and a file of configuration all run the operation.
 */

interface Guarded<I, O> {
  /** The operation's id. */
  id: string
  /** What the change would do, for people. Null if it loosens nothing. */
  loosens: (context: StaffContext, input: I) => Promise<string | null>
  run: (context: StaffContext, input: I) => Promise<O>
  /** What holds, which is the answer while the change waits. */
  current: (context: StaffContext) => Promise<O>
}

type Run = (context: StaffContext, input: unknown) => Promise<unknown>
const runs = new Map<string, Run>()

/** Makes a change that was asked for, with the rights of who confirms it or who asked for it. */
export const makeChange = async (context: StaffContext, operation: string, input: string): Promise<void> => {
  const run = runs.get(operation)
  if (!run) throw new Error(`No guarded setting is changed by ${operation}`)
  const { ledger: _, ...rest } = context as StaffContext & { ledger?: unknown }
  await run({ ...rest, commandId: null }, JSON.parse(input))
}

const waitingOf = (column: string): string =>
  `(SELECT g.${column} FROM guarded_changes g WHERE g.company_id = ?1 AND g.operation = ?2 AND g.state = 'WAITING')`
const WAITING = typed`SELECT ${computed<{ input: string | null; effectiveAt: number | null; others: number }>({
  input: waitingOf('input'),
  effectiveAt: waitingOf('effective_at'),
  others: hasOtherAdmin('?1', '?3', '?4'),
})}`

const HOUR_MS = 60 * 60 * 1000

const ask = async <O>(
  context: StaffContext,
  operation: string,
  input: unknown,
  words: string,
  held: O,
): Promise<O & { waits: Waits }> => {
  const { db, actor, clock, newId } = context
  const { companyId } = actor
  const asker = actor.impersonator?.userId ?? actor.userId
  const [id, now, text] = [newId(), clock.now(), canonicalJson(input)]
  const known = await db.first(db.sql(WAITING, companyId, operation, asker, now - NEW_HOLDER_MS))
  const answer = (at: number | null) => ({
    ...held,
    waits: { effectiveAt: at === null ? null : new Date(at).toISOString() },
  })
  if (known?.input === text) return answer(known.effectiveAt)
  const effectiveAt = known?.others === 1 ? null : now + GUARDED_HOURS * HOUR_MS
  return commit(context, {
    subject: 'The setting',
    statements: [
      db.sql(
        `UPDATE guarded_changes SET state = 'REPLACED', decided_at = ?3
          WHERE company_id = ?1 AND operation = ?2 AND state = 'WAITING'`,
        companyId,
        operation,
        now,
      ),
      insertRow(db, guardedChanges, {
        id,
        companyId,
        operation,
        input: text,
        words,
        askedByUserId: asker,
        askedByName: actor.impersonator?.name ?? actor.name,
        askedAt: now,
        effectiveAt,
      }),
      handsStatement(db, companyId, handsBy(actor, 'SETTING', id, 'ASKED'), now),
    ],
    audit: [
      {
        changeKey: `guarded-change:${id}:v1`,
        action: 'company.setting-asked',
        targetType: 'COMPANY',
        targetId: companyId,
        message: `Asked for a change that waits for someone else: ${words}`,
        changeData: { operation, input },
      },
    ],
    outbox: [{ topic: 'payments.alarm', payload: { what: 'SETTING', id } }],
    result: answer(effectiveAt),
  })
}

/** The run of an operation whose changes wait where they loosen something. */
export const guardedRun = <I, O>({ id, loosens, run, current }: Guarded<I, O>) => {
  runs.set(id, run as Run)
  return async (context: StaffContext, input: I): Promise<O | (O & { waits: Waits })> => {
    const words = await loosens(context, input)
    return words === null ? run(context, input) : ask(context, id, input, words, await current(context))
  }
}
