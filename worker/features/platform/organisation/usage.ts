import type { InUseReason, Unit } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { AppError } from '../../../core/errors.ts'
import { unitUses } from '../../../core/kinds/registry.ts'
import type { UnitUse, UseSource } from '../../../core/kinds/unit-use.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { UnitKind } from './kinds.ts'

/** As many for each reason as a person can look through at once. */
const SHOWN = 20

/**
 * The condition of a statement that deletes unit ?1 of company ?2: nothing has started to refer to it since the check.
 */
export const unusedSql = (kind: UnitKind): string => {
  const { members } = kind
  return [
    ...unitUses().flatMap(({ unusedSql: sql }) => sql?.(kind) ?? []),
    ...(members && !members.own
      ? [`NOT EXISTS (SELECT 1 FROM ${members.table} m WHERE m.company_id = ?2 AND m.${members.unitColumn} = ?1)`]
      : []),
  ].join(' AND ')
}

/** People whose membership refers to it, which is used for locations. */
const people = ({ db, actor }: StaffContext, { members, noun }: UnitKind, unit: Unit): UseSource => ({
  statements: [
    db.sql(
      `SELECT trim(u.first_name || ' ' || u.last_name) AS name, COUNT(*) OVER () AS total
         FROM ${members?.table} m JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ?1 AND m.${members?.unitColumn} = ?2 ORDER BY name LIMIT 1`,
      actor.companyId,
      unit.id,
    ),
  ],
  reasons: ([first]) => {
    if (!first) return []
    const others = Number(first.total) - 1
    const who = others ? `${first.name} and ${others} more have` : `${first.name} has`
    return [{ kind: 'MEMBER', text: `${who} it as their ${noun}`, href: '/settings/members' }]
  },
})

const spending = ({ db, actor }: StaffContext, kind: UnitKind, unit: Unit): UseSource => ({
  statements: [
    db.sql(
      `SELECT MIN(month) AS since FROM unit_spend_months
        WHERE company_id = ? AND unit_kind = ? AND unit_id = ? AND amount_minor <> 0`,
      actor.companyId,
      kind.auditTarget,
      unit.id,
    ),
  ],
  reasons: ([row]) =>
    row?.since
      ? [
          {
            kind: 'SPEND',
            text: `Spend is recorded under it since ${row.since}`,
            href: `/settings/manage-${kind.key}s/${unit.id}`,
          },
        ]
      : [],
})

/** Where units themselves keep what refers to them. */
const ownUses: (Pick<UnitUse, 'order'> & {
  uses(context: StaffContext, kind: UnitKind, unit: Unit): UseSource | null
})[] = [
  {
    order: 40,
    uses: (context, kind, unit) => (kind.members && !kind.members.own ? people(context, kind, unit) : null),
  },
  { order: 50, uses: (context, kind, unit) => (kind.countsSpend ? spending(context, kind, unit) : null) },
]

/** Everything that still refers to it, in one round trip. */
export const usesOf = async (context: StaffContext, kind: UnitKind, unit: Unit): Promise<InUseReason[]> => {
  const users = [...unitUses(), ...ownUses].toSorted((a, b) => a.order - b.order)
  const sources = users.flatMap((user) => user.uses(context, kind, unit, SHOWN) ?? [])
  const results = await context.db.batch(sources.flatMap((source) => source.statements))
  const rows = results.map((result) => result.results)
  return sources.flatMap((source) => source.reasons(...rows.splice(0, source.statements.length)))
}

/**
 * Throws RULE_BROKEN (IN_USE) with the reasons as details.
 * @param stands whether a use prevents it; by default each does
 */
export const refuseWhileInUse = async (
  context: StaffContext,
  kind: UnitKind,
  unit: Unit,
  { verb = 'deleted', stands = () => true }: { verb?: string; stands?: (use: InUseReason) => boolean } = {},
): Promise<void> => {
  const reasons = (await usesOf(context, kind, unit)).filter(stands)
  if (reasons.length === 0) return
  throw new AppError('RULE_BROKEN', `${unit.name} cannot be ${verb} while it is in use.`, {
    reason: 'IN_USE',
    details: reasons,
  })
}
