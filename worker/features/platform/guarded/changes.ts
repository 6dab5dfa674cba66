import { GUARDED_HOURS, type Waits } from '../../../../schema/platform/guarded/endpoints.ts'
import { guardedChanges } from '../../../../schema/platform/guarded/tables.ts'
import { NEW_HOLDER_MS } from '../../../../schema/platform/hands/rule.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { handsBy, handsStatement } from '../../../core/hands.ts'
import { canonicalJson } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'

/**
 * Guarded settings: limits, approvers and checks of payments, rule sets of bills, and who works with payments. A change that
 * loosens one is kept as what was asked, and made by the same operation once someone else who holds the right confirms it.
 * In a company where no one else does, it holds after a day, and all admins and the first member are told. What makes a
 * setting stricter holds at once. The door doesn't matter: a form, a program's call, a file of members and a file of
 * configuration all run the operation. One change waits for each subject of an operation: a rule set, a member.
 */

interface Place {
  words: string
  label: string
  path: string
}

interface Guarded<I, O> {
  /** The operation's id. */
  id: string
  /** What of several it changes. None for a setting of the company. */
  subject?: (input: I) => string
  /** What the change would do, for people. Null if it loosens nothing. */
  loosens: (context: StaffContext, input: I) => Promise<string | null>
  /**
   * Without a person who asked, the change loosens nothing of what was read. It is refused if that was changed since, so
   * that it doesn't loosen what someone has just made stricter.
   */
  run: (context: StaffContext, input: I, askedByUserId?: string) => Promise<O>
  /** What holds, which is the answer while the change waits. */
  current: (context: StaffContext, input: I) => Promise<O>
  /** What the setting is about, for those who are told that a change waits. Safeguards of payments if it isn’t said. */
  place?: Place
  /** What is kept of it, if it is more than what was given. */
  kept?: (context: StaffContext, input: I) => Promise<I>
}

type Run<I> = (context: StaffContext, input: I, askedByUserId: string) => Promise<unknown>
const runs = new Map<string, Run<unknown>>()

const PAYMENTS: Place = { words: 'a payment safeguard', label: 'Open payments settings', path: '/settings/payments' }
const places = new Map<string, Place>()

export const placeOfChange = (operation: string): Place => places.get(operation) ?? PAYMENTS

/** Changes of the operation can wait. */
export const registerGuarded = <I>(id: string, run: Run<I>): void => {
  runs.set(id, run as Run<unknown>)
}

/** Makes a change that was asked for, with the rights of who confirms it or who asked for it. */
export const makeChange = async (
  context: StaffContext,
  { operation, input, askedByUserId }: { operation: string; input: string; askedByUserId: string },
): Promise<void> => {
  const run = runs.get(operation)
  if (!run) throw new Error(`No guarded setting is changed by ${operation}`)
  const { ledger: _, ...rest } = context as StaffContext & { ledger?: unknown }
  await run({ ...rest, commandId: null }, JSON.parse(input), askedByUserId)
}

type OtherAdmin = (company: string, person: string, since: string) => string
const others: OtherAdmin[] = []

/** @param sql whether someone else is an admin since longer than that. The members register it, who know. */
export const registerOtherAdmin = (sql: OtherAdmin): void => {
  others[0] = sql
}

const COLUMNS = select(guardedChanges, 'g', ['subject', 'input', 'effectiveAt'])
const WAITING = typed`SELECT ${COLUMNS} FROM json_each(?3) j CROSS JOIN guarded_changes g INDEXED BY guarded_changes_waiting
    ON g.company_id = ?1 AND g.operation = ?2 AND g.subject = j.value AND g.state = 'WAITING'`
const hasOther = (): string => `SELECT ${others[0]?.('?1', '?2', '?3') ?? '0'} AS found`

const HOUR_MS = 60 * 60 * 1000

/** A change that is to wait. */
interface Wish {
  operation: string
  subject: string
  input: unknown
  /** What it does, for people. */
  words: string
}

type Parts = Pick<Change<unknown>, 'statements' | 'audit'> & { outbox: NonNullable<Change<unknown>['outbox']> }

/** What is written so that changes of one operation wait, as parts of a change, and until when they do. */
export const askingFor = async (context: StaffContext, wishes: readonly Wish[]): Promise<Parts & { waits: Waits }> => {
  const { db, actor, clock, newId } = context
  const { companyId } = actor
  const asker = actor.impersonator?.userId ?? actor.userId
  const now = clock.now()
  const operation = wishes[0]?.operation ?? ''
  const subjects = JSON.stringify(wishes.map(({ subject }) => subject))
  const [waiting, other] = await db.batch([
    db.sql(WAITING, companyId, operation, subjects),
    db.sql(hasOther(), companyId, asker, now - NEW_HOLDER_MS),
  ])
  const known = new Map((waiting?.results ?? []).map((row) => [row.subject, row]))
  const effectiveAt = other?.results[0]?.found === 1 ? null : now + GUARDED_HOURS * HOUR_MS
  const fresh = wishes
    .map((wish) => ({ ...wish, id: newId(), text: canonicalJson(wish.input) }))
    .filter(({ subject, text }) => known.get(subject)?.input !== text)
  const rows = JSON.stringify(fresh.map(({ id, subject, text, words }) => ({ id, subject, text, words })))
  const hands = fresh.flatMap(({ id }) => handsBy(actor, 'SETTING', id, 'ASKED'))
  const [first] = known.values()
  const at = fresh.length === 0 && first ? (first.effectiveAt as number | null) : effectiveAt
  return {
    statements:
      fresh.length === 0
        ? []
        : [
            db.sql(
              `UPDATE guarded_changes SET state = 'REPLACED', decided_at = ?4
                WHERE company_id = ?1 AND operation = ?2 AND state = 'WAITING'
                  AND subject IN (SELECT value ->> 'subject' FROM json_each(?3))`,
              companyId,
              operation,
              rows,
              now,
            ),
            db.sql(
              `INSERT INTO guarded_changes (id, company_id, operation, subject, input, words, asked_by_user_id, asked_by_name,
                                            asked_at, effective_at)
               SELECT value ->> 'id', ?1, ?2, value ->> 'subject', value ->> 'text', value ->> 'words', ?5, ?6, ?4, ?7
                 FROM json_each(?3)`,
              companyId,
              operation,
              rows,
              now,
              asker,
              actor.impersonator?.name ?? actor.name,
              effectiveAt,
            ),
            handsStatement(db, companyId, hands, now),
          ],
    audit: fresh.map(({ id, input, words }) => ({
      changeKey: `guarded-change:${id}:v1`,
      action: 'company.setting-asked',
      targetType: 'COMPANY' as const,
      targetId: companyId,
      message: `Asked for a change that waits for someone else: ${words}`,
      changeData: { operation, input },
    })),
    // One email for all of a file or of several members.
    outbox: fresh.slice(0, 1).map(({ id }) => ({
      topic: 'payments.alarm' as const,
      payload: {
        what: 'SETTING' as const,
        id,
        ...(fresh.length > 1 && { reason: `${fresh.length - 1} more wait as well.` }),
      },
    })),
    waits: { effectiveAt: at === null ? null : new Date(at).toISOString() },
  }
}

/** The run of an operation whose changes wait where they loosen something. */
export const guardedRun = <I, O>({ id, subject = () => '', loosens, run, current, kept, place }: Guarded<I, O>) => {
  registerGuarded(id, run)
  if (place) places.set(id, place)
  return async (context: StaffContext, input: I): Promise<O | (O & { waits: Waits })> => {
    const words = await loosens(context, input)
    if (words === null) return run(context, input)
    const held = await current(context, input)
    const wanted = (await kept?.(context, input)) ?? input
    const { waits, ...parts } = await askingFor(context, [
      { operation: id, subject: subject(input), input: wanted, words },
    ])
    return commit(context, { subject: 'The setting', ...parts, result: { ...held, waits } })
  }
}
