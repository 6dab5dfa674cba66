import type { Member } from '../../../../../schema/platform/members/member-endpoints.ts'
import { owned } from '../../../../../schema/platform/members/owned-endpoints.ts'
import { type Manager, mayChangeEmail } from '../../../../../schema/platform/members/rules.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import { isStaffAddress } from '../../../../core/actor.ts'
import { secretOfCell } from '../../../../core/cells.ts'
import { newSecret } from '../../../../core/clock.ts'
import type { Change } from '../../../../core/commit.ts'
import { invalidField } from '../../../../core/errors.ts'
import { sha256Hex } from '../../../../core/hash.ts'
import { handOvers } from '../../../../core/kinds/registry.ts'
import type { BaseContext, StaffContext } from '../../../../core/operation.ts'
import { type Planned, refuse } from './plan.ts'

/**
 * Anyone who reads the emails of an address can log in with its rights. These are the conditions for changing a
 * member's address.
 */

/** How long a new address can be confirmed. */
const CONFIRM_MS = 3 * 24 * 60 * 60 * 1000

/** Platform staff can't be added. Throws INVALID for the email. */
export const requireNoStaff = ({ env }: Pick<BaseContext, 'env'>, email: string): void => {
  if (isStaffAddress(env, email)) throw invalidField('email', 'This address can’t be used for a member')
}

/**
 * What the member can do or decide and the asker can't, each as a query that finds such a row. ?1 is the company, ?2
 * the member, ?3 the asker.
 */
const approvesUnits = (table: string, column: string): string =>
  `SELECT 1 FROM ${table} x WHERE x.company_id = ?1 AND x.user_id = ?2 AND x.approves_requests = 1
      AND NOT EXISTS (SELECT 1 FROM ${table} y WHERE y.company_id = ?1 AND y.user_id = ?3
                         AND y.${column} = x.${column} AND y.approves_requests = 1)`
const BEYOND: Record<string, string> = {
  'groups they belong to': `SELECT 1 FROM group_members x WHERE x.company_id = ?1 AND x.user_id = ?2
      AND NOT EXISTS (SELECT 1 FROM group_members y WHERE y.company_id = ?1 AND y.user_id = ?3 AND y.group_id = x.group_id)`,
  'departments they approve for': approvesUnits('department_members', 'department_id'),
  'business units they approve for': approvesUnits('business_unit_members', 'business_unit_id'),
  'people they manage': 'SELECT 1 FROM company_memberships x WHERE x.company_id = ?1 AND x.manager_user_id = ?2',
  'people they approve for': `SELECT 1 FROM delegate_approvers x WHERE x.company_id = ?1 AND x.delegate_user_id = ?2
      AND NOT EXISTS (SELECT 1 FROM delegate_approvers y WHERE y.company_id = ?1 AND y.delegate_user_id = ?3
                         AND y.user_id = x.user_id)`,
  'requests waiting for them': `SELECT 1 FROM request_participants x INDEXED BY request_participants_action
     WHERE x.company_id = ?1 AND x.user_id = ?2 AND x.action_since IS NOT NULL`,
  'workflows that name them': `SELECT 1 FROM intake_workflows x WHERE x.company_id = ?1 AND x.deleted_at IS NULL
      AND instr(x.principal_ids, ?2) > 0 AND instr(x.principal_ids, ?3) = 0`,
  'approver matrices that name them': `SELECT 1 FROM approver_matrices x WHERE x.company_id = ?1
      AND x.deleted_at IS NULL AND instr(x.user_ids, ?2) > 0 AND instr(x.user_ids, ?3) = 0`,
}

/** What they own or sign for and the asker doesn't. */
const owning = (): [string, string][] =>
  handOvers()
    .toSorted((a, b) => placeOf(a.lists) - placeOf(b.lists))
    .map(({ words, lists }) => [
      words,
      Object.values(lists)
        .map(({ from }) => `SELECT 1 FROM ${from} AND o.id NOT IN (SELECT o.id FROM ${from.replaceAll('?2', '?3')})`)
        .join(' UNION ALL '),
    ])
const placeOf = (lists: object): number => Object.keys(owned.shape).findIndex((list) => list in lists)

const beyond = async ({ db, actor }: StaffContext, memberId: string): Promise<string[]> => {
  const kinds = [...Object.entries(BEYOND), ...owning()]
  const found = await db.batch(
    kinds.map(([, sql]) =>
      db.sql(`SELECT EXISTS (${sql}) AS yes, ?3 AS asker`, actor.companyId, memberId, actor.userId),
    ),
  )
  return kinds.filter((_, i) => found[i]?.results[0]?.yes === 1).map(([words]) => words)
}

/**
 * Throws FORBIDDEN for the email unless an admin asks, for someone with no more rights than the admin, or someone
 * proved that the new one is theirs. Throws INVALID
 * for addresses that can't be a member's.
 */
export const requireMayChangeAddress = async (
  context: StaffContext,
  manager: Manager,
  { before, after }: Planned,
  { isShared, isProven }: { isShared: boolean; isProven: boolean },
): Promise<void> => {
  if (before.email === after.email) return
  if (!mayChangeEmail(manager)) throw refuse('email', 'Ask an admin to change the email')
  requireNoStaff(context, after.email)
  if (isShared) throw refuse('email', `Only ${fullName(before)} can change their email`)
  if (isProven || before.id === manager.userId) return
  const found = await beyond(context, before.id)
  if (found.length > 0) {
    const name = fullName(before)
    throw refuse(
      'email',
      `You can’t change this email: ${name} has rights you don’t (${found.join(', ')}). Ask an admin.`,
    )
  }
}

/** A new address of someone who has joined waits until it is confirmed there. The old address is told at once. */
export const askForAddress = (
  { db, env, actor, clock }: StaffContext,
  before: Member,
  email: string,
): {
  statements: D1PreparedStatement[]
  outbox: NonNullable<Change<unknown>['outbox']>
  audit: Change<unknown>['audit']
} => {
  const secret = secretOfCell(env, newSecret())
  const now = clock.now()
  const mail = { userId: before.id, oldEmail: before.email, newEmail: email, by: actor.name }
  return {
    statements: [
      // The latest request counts.
      db.sql('UPDATE email_changes SET done_at = ? WHERE user_id = ? AND done_at IS NULL', now, before.id),
      db.sql(
        `INSERT INTO email_changes (token_hash, company_id, user_id, asked_by_user_id, old_email, new_email, created_at,
                                    expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        sha256Hex(secret),
        actor.companyId,
        before.id,
        actor.userId,
        before.email,
        email,
        now,
        now + CONFIRM_MS,
      ),
    ],
    outbox: [
      { topic: 'member.address', payload: { ...mail, to: 'NEW', token: secret } },
      { topic: 'member.address', payload: { ...mail, to: 'OLD', token: null } },
    ],
    audit: [
      {
        changeKey: `member-address:${sha256Hex(secret)}`,
        action: 'member.address-asked',
        targetType: 'MEMBER',
        targetId: before.id,
        message: `Asked ${email} to confirm that it is ${fullName(before)}'s new email`,
        changeData: { before: { email: before.email }, after: { email } },
      },
    ],
  }
}
