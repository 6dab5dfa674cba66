import type { Waits } from '../../../../schema/platform/guarded/endpoints.ts'
import type { Unit } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  askForGroup,
  guardedGroupsOf,
  isAskedTable,
  nameKeyOf,
  placedBy,
  placedStatement,
  removedStatement,
  toldOfLost,
  withAsked,
} from '../members/index.ts'
import type { UnitKind, UnitMembers } from './kinds.ts'
import { unitToPlaceIn } from './rights.ts'
import type { UnitKey } from './units.ts'

/** The members of a unit. The unit's version belongs to its name, so two people can add members at the same time. */

interface Candidate {
  userId: string
  name: string
  disabledAt: number | null
  isMember: number
  approves: number
}

/** The table of its members. A location has none, because it is a field of the membership and is changed there. */
const ownMembers = ({ members, noun }: UnitKind): UnitMembers => {
  if (!members?.own) throw new Error(`A ${noun} keeps no members`)
  return members
}

const candidatesOf = ({ db, actor }: StaffContext, kind: UnitKind, unit: Unit, userIds: string[]) => {
  const { approves, table, unitColumn } = ownMembers(kind)
  return db.all<Candidate>(
    db.sql(
      `SELECT cm.user_id AS userId, trim(u.first_name || ' ' || u.last_name) AS name, cm.disabled_at AS disabledAt,
              m.user_id IS NOT NULL AS isMember, COALESCE(${approves}, 0) AS approves
         FROM company_memberships cm JOIN users u ON u.id = cm.user_id
         LEFT JOIN ${table} m
           ON m.company_id = cm.company_id AND m.${unitColumn} = ?2 AND m.user_id = cm.user_id
        WHERE cm.company_id = ?1 AND cm.user_id IN (SELECT value FROM json_each(?3))
        ORDER BY name, cm.user_id`,
      actor.companyId,
      unit.id,
      JSON.stringify(userIds),
    ),
  )
}

/** The unit must still exist when something is written about it. */
export const holdUnit = ({ db, actor }: StaffContext, kind: UnitKind, unit: Unit): D1PreparedStatement[] => [
  db.sql(`UPDATE ${kind.table} SET version = version WHERE id = ? AND company_id = ?`, unit.id, actor.companyId),
  guardOneRow(db),
]

const namesOf = (people: Candidate[]): string => {
  const names = people.map((person) => person.name)
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

const idsAndNames = (people: Candidate[]) => people.map(({ userId, name }) => ({ id: userId, name }))

const auditOf = (
  context: StaffContext,
  kind: UnitKind,
  unit: Unit,
  verb: string,
  told: { message: string; changeData: unknown },
) => ({
  changeKey: `${kind.key}:${unit.id}:members:${context.newId()}`,
  action: `${kind.key}.${verb}`,
  targetType: kind.auditTarget,
  targetId: unit.id,
  ...told,
})

/** The same for the histories of these people, as if it was done on their pages. */
const ofPeople = (
  context: StaffContext,
  people: readonly Candidate[],
  message: (name: string) => string,
  changeData: unknown,
) =>
  people.map(({ userId, name }) => ({
    changeKey: `member:${context.actor.companyId}:${userId}:${context.newId()}`,
    action: 'member.changed',
    targetType: 'MEMBER' as const,
    targetId: userId,
    message: message(name),
    changeData,
  }))

/**
 * Adds people of the company, and for a unit with approvers sets whether they approve (undefined keeps the current
 * role). Existing members stay, and without a change there is no history entry. Throws like unitToPlaceIn, and INVALID
 * for `field` if someone isn't an active member. People wait for groups that decide about money.
 */
export const addMembers = async (
  context: StaffContext,
  kind: UnitKind,
  key: UnitKey,
  { userIds, approvesRequests, field }: { userIds: string[]; approvesRequests?: boolean; field: string },
): Promise<{ id: string; waits?: Waits }> => {
  const { db, actor } = context
  const unit = await unitToPlaceIn(context, kind, key, userIds, { approvesRequests })
  const people = await candidatesOf(context, kind, unit, userIds)
  const wanted = new Set(userIds)
  if (people.length < wanted.size || people.some((person) => person.disabledAt !== null && !person.isMember)) {
    throw invalidField(field, 'Choose active members of your company')
  }
  const fresh = people.filter((person) => !person.isMember)
  const waiting = (await guardedGroupsOf(context, [unit.id])).has(unit.id) ? fresh : []
  const asked = await askForGroup(
    context,
    unit,
    waiting.map(({ userId, name }) => ({ id: userId, name })),
  )
  const added = waiting.length > 0 ? [] : fresh
  const told =
    approvesRequests === undefined ? [] : people.filter((p) => p.isMember && Boolean(p.approves) !== approvesRequests)
  const { table, unitColumn, approves } = ownMembers(kind)
  const hasApprovers = approves !== '0'
  const rows = JSON.stringify([...added, ...told].map((person) => person.userId))
  // Everyone in a group is asked; in departments and business units, those who approve.
  const asking = hasApprovers ? (approvesRequests ? [...added, ...told] : []) : added
  const change: Change<{ id: string }> = {
    subject: `The ${kind.noun}`,
    statements: [
      ...holdUnit(context, kind, unit),
      hasApprovers
        ? db.sql(
            `INSERT INTO ${table} (company_id, ${unitColumn}, user_id, name_key, approves_requests)
             SELECT ?1, ?2, value, ${nameKeyOf('?1', 'value')}, ?4 FROM json_each(?3) WHERE true
             ON CONFLICT DO UPDATE SET approves_requests = excluded.approves_requests`,
            actor.companyId,
            unit.id,
            rows,
            approvesRequests ? 1 : 0,
          )
        : db.sql(
            `INSERT OR IGNORE INTO ${table} (company_id, ${unitColumn}, user_id, name_key)
             SELECT ?1, ?2, value, ${nameKeyOf('?1', 'value')} FROM json_each(?3)`,
            actor.companyId,
            unit.id,
            rows,
          ),
      ...(isAskedTable(table) && asking.length > 0
        ? [
            placedStatement(
              ...([db, actor.companyId, table] as const),
              asking.map((one) => ({ userId: one.userId, unitId: unit.id })),
              placedBy(context),
            ),
          ]
        : []),
      ...(told.length > 0 && approvesRequests === false
        ? [removedStatement(db, actor.companyId, [unit.id], placedBy(context))]
        : []),
    ],
    audit: [
      ...(added.length
        ? [
            auditOf(context, kind, unit, 'members-added', {
              message: `Added ${namesOf(added)} to the ${kind.noun} ${unit.name}${approvesRequests ? ', approving its requests' : ''}`,
              changeData: {
                added: idsAndNames(added),
                ...(hasApprovers && { approvesRequests: approvesRequests ?? false }),
              },
            }),
            ...ofPeople(context, added, (name) => `Added ${name} to the ${kind.noun} ${unit.name}`, {
              added: [{ id: unit.id, name: unit.name }],
            }),
          ]
        : []),
      ...(told.length
        ? [
            auditOf(context, kind, unit, 'approvers-changed', {
              message: `${namesOf(told)} ${approvesRequests ? 'may now approve' : 'can no longer approve'} requests of the ${kind.noun} ${unit.name}`,
              changeData: { people: idsAndNames(told), approvesRequests },
            }),
            ...ofPeople(
              context,
              told,
              (name) =>
                `${name} ${approvesRequests ? 'may now approve' : 'can no longer approve'} requests of the ${kind.noun} ${unit.name}`,
              { unit: { id: unit.id, name: unit.name }, approvesRequests },
            ),
          ]
        : []),
    ],
    result: { id: unit.id },
  }
  return commit(context, withAsked(change, asked))
}

/** Throws like unitToPlaceIn, and NOT_FOUND for someone who isn't in it. */
export const removeMember = async (
  context: StaffContext,
  kind: UnitKind,
  key: UnitKey,
  userId: string,
): Promise<{ id: string }> => {
  const removed = await removeMembers(context, kind, key, [userId])
  if (removed === null) throw notFound('The member')
  return removed
}

/** The same for several, of whom those who aren't in it are left alone. Null if none of them is. */
export const removeMembers = async (
  context: StaffContext,
  kind: UnitKind,
  key: UnitKey,
  userIds: string[],
): Promise<{ id: string } | null> => {
  const { db, actor } = context
  const unit = await unitToPlaceIn(context, kind, key, userIds, 'gone')
  const people = (await candidatesOf(context, kind, unit, userIds)).filter(({ isMember }) => isMember)
  if (people.length === 0) return null
  const { table, unitColumn } = ownMembers(kind)
  const change: Change<{ id: string }> = {
    subject: `The ${kind.noun}`,
    statements: [
      db.sql(
        `DELETE FROM ${table} WHERE company_id = ?1 AND ${unitColumn} = ?2 AND user_id IN (SELECT value FROM json_each(?3))`,
        actor.companyId,
        unit.id,
        JSON.stringify(people.map((person) => person.userId)),
      ),
      db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> ?', people.length),
      ...(table === 'group_members' || people.some((person) => person.approves)
        ? [removedStatement(db, actor.companyId, [unit.id], placedBy(context))]
        : []),
    ],
    audit: [
      auditOf(context, kind, unit, people.length === 1 ? 'member-removed' : 'members-removed', {
        message: `Removed ${namesOf(people)} from the ${kind.noun} ${unit.name}`,
        changeData: { removed: idsAndNames(people) },
      }),
      ...ofPeople(context, people, (name) => `Removed ${name} from the ${kind.noun} ${unit.name}`, {
        removed: [{ id: unit.id, name: unit.name }],
      }),
    ],
    result: { id: unit.id },
  }
  const lost = people.map(({ userId }) => ({ userId, groupId: unit.id }))
  return commit(context, table === 'group_members' ? await toldOfLost(context, change, lost) : change)
}
