import type { StaffContext } from '../../../core/operation.ts'
import type { ReferenceHolder, Referred, ReferredKind, Replacement, UseSource } from '../../../core/references.ts'
import { UNIT_KINDS, type UnitKind } from './kinds.ts'

/** Where units themselves keep what refers to them: the people in them, and the spend that is counted for them. */

const KINDS = new Map<ReferredKind, UnitKind>(UNIT_KINDS.map((kind) => [kind.auditTarget, kind]))
const unitKindOf = ({ auditTarget }: Referred): UnitKind | undefined => KINDS.get(auditTarget)

/** People whose membership refers to it, which is used for locations. */
const people = ({ db, actor }: StaffContext, { members, noun }: UnitKind, unitId: string): UseSource => ({
  statements: [
    db.sql(
      `SELECT trim(u.first_name || ' ' || u.last_name) AS name, COUNT(*) OVER () AS total
         FROM ${members?.table} m JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ?1 AND m.${members?.unitColumn} = ?2 ORDER BY name LIMIT 1`,
      actor.companyId,
      unitId,
    ),
  ],
  reasons: ([first]) => {
    if (!first) return []
    const others = Number(first.total) - 1
    const who = others ? `${first.name} and ${others} more have` : `${first.name} has`
    return [{ kind: 'MEMBER', text: `${who} it as their ${noun}`, href: '/settings/members' }]
  },
})

/** People in both keep either role: an approver of one approves for the remaining one. */
const APPROVES_BOTH = `UPDATE SET
  added_by_user_id = iif(approves_requests < excluded.approves_requests, excluded.added_by_user_id, added_by_user_id),
  added_at = iif(approves_requests < excluded.approves_requests, excluded.added_at, added_at),
  approves_requests = max(approves_requests, excluded.approves_requests)`

const movePeople = (
  { db, actor, clock }: StaffContext,
  members: NonNullable<UnitKind['members']>,
  fromId: string,
  toId: string,
): D1PreparedStatement[] => {
  const { table, unitColumn, approves, own } = members
  if (!own) {
    return [
      db.sql(
        `UPDATE ${table} SET ${unitColumn} = ?3, version = version + 1 WHERE company_id = ?1 AND ${unitColumn} = ?2`,
        actor.companyId,
        fromId,
        toId,
      ),
    ]
  }
  // Who merges them puts the people there. Those who were there already stay as they were.
  const say =
    approves === '0' ? { column: '', kept: 'NOTHING' } : { column: ', approves_requests', kept: APPROVES_BOTH }
  return [
    db.sql(
      `INSERT INTO ${table} (company_id, ${unitColumn}, user_id, name_key, added_by_user_id, added_at${say.column})
       SELECT company_id, ?3, user_id, name_key, ?4, ?5${say.column} FROM ${table}
        WHERE company_id = ?1 AND ${unitColumn} = ?2 ON CONFLICT DO ${say.kept}`,
      actor.companyId,
      fromId,
      toId,
      actor.impersonator?.userId ?? actor.userId,
      clock.now(),
    ),
  ]
}

const spending = ({ db, actor }: StaffContext, kind: UnitKind, unitId: string): UseSource => ({
  statements: [
    db.sql(
      `SELECT MIN(month) AS since FROM unit_spend_months
        WHERE company_id = ? AND unit_kind = ? AND unit_id = ? AND amount_minor <> 0`,
      actor.companyId,
      kind.auditTarget,
      unitId,
    ),
  ],
  reasons: ([row]) =>
    row?.since
      ? [
          {
            kind: 'SPEND',
            text: `Spend is recorded under it since ${row.since}`,
            href: `/settings/manage-${kind.key}s/${unitId}`,
          },
        ]
      : [],
})

const moveSpend = (
  { db, actor }: StaffContext,
  { auditTarget }: UnitKind,
  fromId: string,
  toId: string,
): D1PreparedStatement[] => [
  db.sql(
    `INSERT INTO unit_spend_months (company_id, unit_kind, unit_id, month, amount_minor)
     SELECT company_id, unit_kind, ?4, month, amount_minor FROM unit_spend_months
      WHERE company_id = ?1 AND unit_kind = ?2 AND unit_id = ?3
     ON CONFLICT DO UPDATE SET amount_minor = amount_minor + excluded.amount_minor`,
    actor.companyId,
    auditTarget,
    fromId,
    toId,
  ),
  db.sql(
    'DELETE FROM unit_spend_months WHERE company_id = ? AND unit_kind = ? AND unit_id = ?',
    actor.companyId,
    auditTarget,
    fromId,
  ),
]

const moved = (statements: D1PreparedStatement[]): Replacement => ({ changed: {}, statements, audit: [] })

export const REFERENCES: ReferenceHolder[] = [
  {
    order: 40,
    uses: (context, of, { id }) => {
      const kind = unitKindOf(of)
      return kind?.members && !kind.members.own ? people(context, kind, id) : null
    },
    unusedSql: (of) => {
      const members = unitKindOf(of)?.members
      return members && !members.own
        ? `NOT EXISTS (SELECT 1 FROM ${members.table} m WHERE m.company_id = ?2 AND m.${members.unitColumn} = ?1)`
        : null
    },
    replace: async (context, of, fromId, toId) => {
      const members = unitKindOf(of)?.members
      return moved(members ? movePeople(context, members, fromId, toId) : [])
    },
  },
  {
    order: 50,
    uses: (context, of, { id }) => {
      const kind = unitKindOf(of)
      return kind?.countsSpend ? spending(context, kind, id) : null
    },
    replace: async (context, of, fromId, toId) => {
      const kind = unitKindOf(of)
      return moved(kind?.countsSpend ? moveSpend(context, kind, fromId, toId) : [])
    },
  },
]
