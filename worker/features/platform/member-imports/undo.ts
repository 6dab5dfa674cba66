import type { z } from 'zod'
import * as endpoints from '../../../../schema/platform/member-imports/endpoints.ts'
import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { manageRefusal } from '../../../../schema/platform/members/rules.ts'
import type { ImportProblem } from '../../../../schema/shared/imports.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { usesOfMembers } from '../../../core/kinds/member-uses.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { load, managedOf, managerOf, removal } from '../members/index.ts'
import { DEPARTMENT, removalOfUnused } from '../organisation/index.ts'
import { countsOf, type KeptRow, keptRowsStatement } from './kept-rows.ts'
import { refuse, requireVersion, saveStatement } from './operations.ts'
import { canUndo, requireImport, type StoredImport, toImport } from './read.ts'

interface AddedRow {
  number: number
  outcome: endpoints.MemberOutcome
  problems: string
  userId: string | null
  writtenVersion: number | null
}

const rowsOf = ({ db, actor }: StaffContext, importId: string) =>
  db.all<AddedRow>(
    db.sql(
      `SELECT number, outcome, problems, user_id AS userId, written_version AS writtenVersion
         FROM member_import_rows WHERE company_id = ? AND import_id = ? ORDER BY number`,
      ...[actor.companyId, importId],
    ),
  )

/** Whom the people would leave without a manager: who manages whom, as far as those who would leave are concerned. */
const managedBy = ({ db, actor }: StaffContext, userIds: readonly string[]) =>
  db.all<{ userId: string; name: string; managerId: string }>(
    db.sql(
      `SELECT m.user_id AS userId, trim(u.first_name || ' ' || u.last_name) AS name, m.manager_user_id AS managerId
         FROM json_each(?2) j CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.manager_user_id = j.value
        CROSS JOIN users u ON u.id = m.user_id`,
      ...[actor.companyId, JSON.stringify(userIds)],
    ),
  )

/** Why people stay, by their ids, and who leaves. */
const decide = async (
  context: StaffContext,
  added: readonly AddedRow[],
): Promise<{ stays: Map<string, string>; leaves: Member[]; people: Member[] }> => {
  const ids = added.flatMap(({ userId }) => userId ?? [])
  const { members } = await load(context, { memberIds: ids })
  const stays = await usesOfMembers(context.db, context.actor.companyId, ids)
  const manager = managerOf(context.actor)
  const found = new Map(members.map((member) => [member.id, member]))
  for (const { userId, writtenVersion } of added) {
    const member = found.get(userId ?? '')
    if (!userId || !member) continue
    const refusal = manageRefusal(manager, managedOf(member))
    // What they did themselves counts most, then what was done about them.
    if (!member.isInvited) stays.set(userId, 'They have signed in')
    else if (refusal) stays.set(userId, refusal)
    else if (member.version !== writtenVersion) stays.set(userId, 'Someone changed them since the import')
  }
  const managed = await managedBy(context, ids)
  for (;;) {
    const isLeaving = (id: string) => found.has(id) && !stays.has(id)
    const held = managed.find(({ userId, managerId }) => isLeaving(managerId) && !isLeaving(userId))
    if (!held) break
    stays.set(held.managerId, `They manage ${held.name}`)
  }
  return { stays, leaves: members.filter(({ id }) => !stays.has(id)), people: members }
}

/** What undoing would do, for people to read before. */
const rehearsalOf = (
  people: readonly Member[],
  stays: ReadonlyMap<string, string>,
  leaves: readonly Member[],
): endpoints.UndoRehearsal => {
  const staying = people.flatMap((member) => {
    const reason = stays.get(member.id)
    return reason === undefined ? [] : [{ name: fullName(member) || member.email, reason }]
  })
  return {
    leaving: leaves.length,
    stayingCount: staying.length,
    staying: staying.slice(0, endpoints.MOST_STAYING),
  }
}

type Undone = z.output<(typeof endpoints.undoMemberImport)['response']>

/**
 * Removes everyone an import added who never signed in, whom no one has changed since and nothing refers to, and the
 * departments it created that no one uses. The others stay, each with the reason. Throws RULE_BROKEN if it hasn't run or
 * is too old, CONFLICT if someone signs in or changes one of them meanwhile.
 */
export const undoMemberImport = command({
  id: 'member-imports.undo',
  access: 'members.import',
  input: inputOf(endpoints.undoMemberImport),
  run: async (context, { memberImportId: importId, version, isRehearsal }): Promise<Undone> => {
    const { db, actor, clock } = context
    const stored = await requireImport(context, importId)
    if (!canUndo(stored, clock.now())) {
      throw refuse(
        stored.status === 'DONE'
          ? `You can undo an import for ${endpoints.UNDO_DAYS} days.`
          : 'Only an import that has run can be undone.',
        'CANNOT_UNDO',
      )
    }
    requireVersion(stored, version)
    const rows = await rowsOf(context, importId)
    const added = rows.filter(({ outcome }) => outcome === 'CREATED')
    const { stays, leaves, people } = await decide(context, added)
    if (isRehearsal) return { ...toImport(context, stored), rehearsal: rehearsalOf(people, stays, leaves) }
    const leaving = new Set(leaves.map(({ id }) => id))
    const kept = added.map(({ number, userId }): KeptRow => {
      const reason = userId === null ? undefined : stays.get(userId)
      const problems: ImportProblem[] = reason ? [{ level: 'WARNING', field: null, message: reason }] : []
      // Someone who was removed in another way isn't there to be kept.
      return { number, outcome: reason ? 'KEPT' : 'REMOVED', problems, userId }
    })
    const removed = removal(context, leaves, ` and undid the import of the file ${stored.fileName}`)
    const departments = can(actor.policy, 'settings.manage')
      ? await removalOfUnused(context, DEPARTMENT, JSON.parse(stored.createdDepartments) as string[], leaving)
      : { statements: [], audit: [] }
    const undone: StoredImport = {
      ...stored,
      status: 'UNDONE',
      counts: JSON.stringify(countsOf([...kept, ...rows.filter(({ outcome }) => outcome !== 'CREATED')])),
      version: version + 1,
    }
    return commit(context, {
      subject: 'One of the members',
      statements: [
        saveStatement(context, stored, undone),
        guardOneRow(db),
        ...removed.statements,
        ...departments.statements,
        keptRowsStatement(db, actor.companyId, importId, kept),
      ],
      audit: [...removed.audit, ...departments.audit],
      outbox: removed.outbox,
      result: toImport(context, undone),
    })
  },
})
