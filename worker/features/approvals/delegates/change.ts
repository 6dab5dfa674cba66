import { type Period, periodWords } from '../../../../schema/approvals/delegates/delegation.ts'
import * as endpoints from '../../../../schema/approvals/delegates/endpoints.ts'
import { periodTimes } from '../../../../schema/approvals/delegates/period-times.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import type { DelegationLimits } from '../../../../schema/shared/delegation-limits.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { fullName, type Named, type Person } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { endsAt } from '../../../core/kinds/delegation-period.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import {
  categoriesStatement,
  checkCurrency,
  type GivenLimits,
  knownCategories,
  limitsAfter,
  limitWords,
} from './limits.ts'
import { actedForStatement, guardActedFor, guardNoLoop, loopStatement, MOST_ACTED_FOR } from './loop.ts'
import { maxAmountOf, toDelegation, todayOf } from './read.ts'

interface Terms extends Period {
  note: string
}

interface Member extends Person {
  isEnabled: number
  timezone: string | null
}

interface Planned {
  userId: string
  delegateUserId: string
  terms: Terms
  limits: GivenLimits
  /** The name of the delegate's field at this endpoint, for its messages. */
  field: 'userId' | 'delegateUserId'
}

const termsOf = ({ note, startsOn, endsOn }: Terms): Terms => ({ note, startsOn, endsOn })

const SUBJECT = 'The list of delegates'

/** "Made Jonas Berg a delegate approver of Omar Haddad, from Nov 20, 2026, up to $10,000". */
const sentence = (delegate: Person, member: Person, words: string[], isNew: boolean): string => {
  const verb = isNew ? 'Made' : 'Changed the terms of'
  const relation = isNew ? ' a delegate approver of' : ', delegate approver of'
  return [`${verb} ${fullName(delegate)}${relation} ${fullName(member)}`, ...words.filter(Boolean)].join(', ')
}

const MEMBERS = `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email, u.timezone,
       m.disabled_at IS NULL AS isEnabled
  FROM company_memberships m JOIN users u ON u.id = m.user_id
 WHERE m.company_id = ?1 AND m.user_id IN (?2, ?3)`

const EXISTING = `SELECT note, starts_on AS startsOn, ends_on AS endsOn, ${endsAt('g')} AS endsAt, created_at AS createdAt,
       category_ids AS categoryIds, max_amount AS maxAmount, max_currency AS maxCurrency FROM delegate_approvers g
 WHERE company_id = ?1 AND user_id = ?2 AND delegate_user_id = ?3`

interface Existing extends Terms {
  endsAt: number | null
  createdAt: number
  categoryIds: string | null
  maxAmount: number | null
  maxCurrency: Currency | null
}

const limitsOf = (row: Existing): DelegationLimits => ({
  categoryIds: row.categoryIds === null ? null : (JSON.parse(row.categoryIds) as string[]),
  maxAmount: maxAmountOf(row),
})

const read = async (
  { db, actor, clock }: StaffContext,
  userId: string,
  delegateUserId: string,
  loop?: D1PreparedStatement,
) => {
  const ids = [actor.companyId, userId, delegateUserId]
  const [members, existing, others, closing] = await db.batch([
    db.sql(MEMBERS, ...ids),
    db.sql(EXISTING, ...ids),
    actedForStatement(db, ids, clock.now()),
    ...(loop ? [loop] : []),
  ])
  const people = (members?.results ?? []) as unknown as Member[]
  return {
    member: people.find((person) => person.id === userId),
    delegate: people.find((person) => person.id === delegateUserId),
    existing: existing?.results[0] as unknown as Existing | undefined,
    isOneMore: others?.results[0]?.isOne !== 1,
    isFull: Number(others?.results[0]?.others) >= MOST_ACTED_FOR,
    loop: closing?.results[0] as unknown as (Person & { userId: string }) | undefined,
  }
}

type Read = Awaited<ReturnType<typeof read>>

/** The rules of a delegation. Throws NOT_FOUND for people of no or another company, INVALID for wrong fields. */
const requireAllowed = ({ actor }: StaffContext, { userId, field }: Planned, found: Read) => {
  const { member, delegate, loop, isOneMore, isFull } = found
  if (!member || !delegate) throw notFound('The member')
  const isOwn = userId === actor.userId
  const whose = isOwn ? 'you' : fullName(member)
  if (delegate.id === userId) {
    throw invalidField(field, isOwn ? 'You can’t delegate to yourself' : 'Members can’t delegate to themselves')
  }
  if (!isOwn && delegate.id === actor.userId)
    throw invalidField(field, `You can’t make yourself a delegate. ${fullName(member)} or another admin can`)
  if (!member.isEnabled) {
    throw new AppError('RULE_BROKEN', `${fullName(member)} is disabled, so no one can act for them.`)
  }
  if (!delegate.isEnabled) throw invalidField(field, `${fullName(delegate)} is disabled and can’t act for ${whose}`)
  if (isOneMore && isFull)
    throw invalidField(
      field,
      `${fullName(delegate)} acts for ${MOST_ACTED_FOR} people already, the most. Choose someone else`,
    )
  if (loop) {
    const through = loop.userId === delegate.id ? '' : ` through ${fullName(loop)}`
    throw invalidField(field, `${fullName(delegate)} delegates to ${whose}${through} during that time`)
  }
  return { member, delegate }
}

const setDelegate = async (context: StaffContext, plan: Planned) => {
  const { db, actor } = context
  const { userId, delegateUserId, terms } = plan
  checkCurrency(context, plan.limits)
  const planned = { companyId: actor.companyId, userId, delegateUserId, ...terms, today: todayOf(context.clock) }
  const found = await read(context, userId, delegateUserId, loopStatement(db, planned))
  const { member, delegate } = requireAllowed(context, plan, found)
  const { existing } = found
  const limits = limitsAfter(plan.limits, existing && limitsOf(existing))
  const categories = limits.categoryIds && (await categoriesOf(context, plan, limits.categoryIds))
  const now = context.clock.now()
  // Who chose who decides may not decide: neither they nor anyone for what they filed.
  const setBy = actor.userId === userId ? null : (actor.impersonator?.userId ?? actor.userId)
  const key = [actor.companyId, userId, delegateUserId]
  const stored = {
    categoryIds: limits.categoryIds && JSON.stringify(limits.categoryIds),
    maxAmount: limits.maxAmount?.value ?? null,
    maxCurrency: limits.maxAmount?.currency ?? null,
  }
  const times = periodTimes(terms, member.timezone)
  const result = toDelegation(
    {
      ...delegate,
      userId: delegate.id,
      ...terms,
      ...stored,
      categories: categories && JSON.stringify(categories),
      createdAt: existing?.createdAt ?? now,
      ...times,
    },
    now,
  )
  const before = existing && { ...termsOf(existing), ...limitsOf(existing) }
  const after = { ...terms, ...limits }
  const isUnchanged = before !== undefined && JSON.stringify(before) === JSON.stringify(after)
  const words = [periodWords(terms, dayText), limitWords(categories, limits.maxAmount)]
  // A delegation in the past needs no news of its end.
  const handedBackAt = times.endsAt !== null && times.endsAt <= now ? now : null
  const entry = {
    changeKey: `delegate:${key.join(':')}:${context.newId()}`,
    action: existing ? 'member.delegate-changed' : 'member.delegate-added',
    targetType: 'MEMBER' as const,
    targetId: userId,
    message: sentence(delegate, member, words, !existing),
    changeData: { delegateUserId, before: before ?? null, after },
  }
  return commit(context, {
    subject: SUBJECT,
    statements: [
      existing
        ? db.sql(
            `UPDATE delegate_approvers SET note = ?4, starts_on = ?5, ends_on = ?6,
                category_ids = ?10, max_amount = ?11, max_currency = ?12, handed_back_at = ?13,
                set_by_user_id = ?17, starts_at = ?18, ends_at = ?19
              WHERE company_id = ?1 AND user_id = ?2 AND delegate_user_id = ?3
                AND note = ?7 AND starts_on IS ?8 AND ends_on IS ?9
                AND category_ids IS ?14 AND max_amount IS ?15 AND max_currency IS ?16`,
            ...key,
            ...[terms.note, terms.startsOn, terms.endsOn],
            ...[existing.note, existing.startsOn, existing.endsOn],
            ...[stored.categoryIds, stored.maxAmount, stored.maxCurrency, handedBackAt],
            ...[existing.categoryIds, existing.maxAmount, existing.maxCurrency, setBy],
            times.startsAt,
            times.endsAt,
          )
        : db.sql(
            `INSERT INTO delegate_approvers
               (company_id, user_id, delegate_user_id, note, starts_on, ends_on, created_at,
                category_ids, max_amount, max_currency, handed_back_at, set_by_user_id, starts_at, ends_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) ON CONFLICT DO NOTHING`,
            ...key,
            ...[terms.note, terms.startsOn, terms.endsOn, now],
            ...[stored.categoryIds, stored.maxAmount, stored.maxCurrency, handedBackAt, setBy],
            times.startsAt,
            times.endsAt,
          ),
      guardOneRow(db),
      guardNoLoop(db, planned),
      ...(found.isOneMore ? [guardActedFor(db, key, now)] : []),
    ],
    audit: isUnchanged ? [] : [entry],
    outbox:
      isUnchanged || result.state === 'ENDED'
        ? []
        : [
            {
              topic: 'delegation.notify',
              payload: { userId, delegateUserId, by: actor.name, what: existing ? 'CHANGED' : 'ADDED' },
            },
          ],
    result,
  })
}

const categoriesOf = async (context: StaffContext, { limits }: Planned, ids: readonly string[]): Promise<Named[]> =>
  knownCategories((await context.db.first(categoriesStatement(context, ids))) ?? undefined, limits)

/** Throws NOT_FOUND if there is no such delegate. */
const removeDelegate = async (context: StaffContext, userId: string, delegateUserId: string): Promise<null> => {
  const { db, actor } = context
  const { member, delegate, existing } = await read(context, userId, delegateUserId)
  if (!member || !delegate || !existing) throw notFound('The delegate')
  return commit(context, {
    subject: SUBJECT,
    statements: [
      db.sql(
        'DELETE FROM delegate_approvers WHERE company_id = ? AND user_id = ? AND delegate_user_id = ?',
        actor.companyId,
        userId,
        delegateUserId,
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `delegate:${actor.companyId}:${userId}:${delegateUserId}:${context.newId()}`,
        action: 'member.delegate-removed',
        targetType: 'MEMBER',
        targetId: userId,
        message: `${fullName(delegate)} is no longer a delegate approver of ${fullName(member)}`,
        changeData: { delegateUserId, before: { ...termsOf(existing), ...limitsOf(existing) }, after: null },
      },
    ],
    // What had ended was handed back then.
    outbox:
      existing.endsAt !== null && existing.endsAt <= context.clock.now()
        ? []
        : [{ topic: 'delegation.notify', payload: { userId, delegateUserId, by: actor.name, what: 'REMOVED' } }],
    result: null,
  })
}

export const setOwnDelegate = command({
  id: 'settings.set-my-delegate',
  access: 'staff.use',
  input: inputOf(endpoints.setOwnDelegate),
  run: (context, { userId, ...terms }) =>
    setDelegate(context, {
      userId: context.actor.userId,
      delegateUserId: userId,
      terms: termsOf(terms),
      limits: terms,
      field: 'userId',
    }),
})

export const removeOwnDelegate = command({
  id: 'settings.delete-my-delegate',
  access: 'staff.use',
  input: inputOf(endpoints.removeOwnDelegate),
  run: (context, { userId }) => removeDelegate(context, context.actor.userId, userId),
})

export const setMemberDelegate = command({
  id: 'members.set-delegate-approver',
  access: 'members.manage-delegates',
  input: inputOf(endpoints.setMemberDelegate),
  run: (context, { memberId, delegateUserId, ...terms }) =>
    setDelegate(context, {
      userId: memberId,
      delegateUserId,
      terms: termsOf(terms),
      limits: terms,
      field: 'delegateUserId',
    }),
})

export const removeMemberDelegate = command({
  id: 'members.delete-delegate-approver',
  access: 'members.manage-delegates',
  input: inputOf(endpoints.removeMemberDelegate),
  run: (context, { memberId, delegateUserId }) => removeDelegate(context, memberId, delegateUserId),
})
