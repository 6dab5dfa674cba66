import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import type { Change } from '../../../core/commit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { toldDirectory } from '../directory/index.ts'
import { UNIT_FIELDS, UNIT_KINDS } from './change/load.ts'
import { NOWHERE, unitAudits } from './change/unit-audits.ts'

/**
 * Removing members who never signed in, as parts of a change. Everyone else is disabled, so that what they did keeps
 * its author. Aborts the batch if one of them signed in or was changed since they were read. The caller makes sure that
 * nothing refers to them.
 * @param how ends the sentence of each history
 */
export const removal = (
  context: StaffContext,
  members: readonly Member[],
  how: string,
): Required<Pick<Change<unknown>, 'statements' | 'outbox' | 'audit'>> => {
  const { db, actor, newId } = context
  if (members.length === 0) return { statements: [], outbox: [], audit: [] }
  const ids = JSON.stringify(members.map(({ id }) => id))
  const versions = JSON.stringify(members.map(({ id, version }) => [id, version]))
  const own = ['notification_preferences', ...UNIT_FIELDS.map((field) => UNIT_KINDS[field].members)]
  return {
    statements: [
      db.sql(
        `INSERT INTO write_guard (ok) SELECT NULL WHERE ${members.length} <> (
           SELECT count(*) FROM json_each(?2) j CROSS JOIN company_memberships m
               ON m.company_id = ?1 AND m.user_id = j.value ->> 0
            WHERE m.version = j.value ->> 1 AND m.invited_at IS NOT NULL)`,
        ...[actor.companyId, versions],
      ),
      db.sql(
        'DELETE FROM company_memberships WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?2))',
        ...[actor.companyId, ids],
      ),
      ...own.map((table) =>
        db.sql(
          `DELETE FROM ${table} WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?2))`,
          ...[actor.companyId, ids],
        ),
      ),
      db.sql(
        `DELETE FROM users WHERE id IN (SELECT value FROM json_each(?1))
            AND NOT EXISTS (SELECT 1 FROM company_memberships m WHERE m.user_id = users.id)`,
        ids,
      ),
    ],
    outbox: toldDirectory(...members.map(({ id }) => id)),
    audit: [
      ...members.map((member) => ({
        changeKey: `member:${actor.companyId}:${member.id}:removed:${newId()}`,
        action: 'member.removed',
        targetType: 'MEMBER' as const,
        targetId: member.id,
        message: `Removed ${fullName(member)}${how}`,
        changeData: { before: member },
      })),
      ...unitAudits(
        context,
        members.map((before) => ({ before, after: { ...before, ...NOWHERE } })),
      ),
    ],
  }
}
