import { MOVABLE_USES } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { unitUses } from '../../../core/kinds/registry.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { deleteStatements } from './change.ts'
import type { UnitKind } from './kinds.ts'
import { holdUnit } from './members.ts'
import { survivorStatements } from './survivors.ts'
import { requireUnit, type UnitKey } from './units.ts'
import { refuseWhileInUse, unusedSql } from './usage.ts'

/**
 * Replaces one unit by another wherever it is used (rules, conditions, approver matrices, drafts, people, spend) and
 * deletes it, in one commit. Each changed workflow, form and matrix gets a new version. Throws RULE_BROKEN (IN_USE)
 * while pending requests were filed with it or wait for its people, because those stay as they were asked. Throws
 * INVALID for `intoId` if it is the unit itself or not the company's.
 */
export const mergeUnit = async (
  context: StaffContext,
  kind: UnitKind,
  key: UnitKey,
  intoId: string,
): Promise<{ id: string }> => {
  const unit = await requireUnit(context, kind, key)
  const into = await requireUnit(context, kind, { id: intoId }).catch(() => null)
  if (!into || into.id === unit.id) throw invalidField('intoId', `Choose another ${kind.noun} of your company`)
  await refuseWhileInUse(context, kind, unit, {
    verb: 'merged',
    stands: (use) => !MOVABLE_USES.includes(use.kind),
  })
  const why = `${unit.name} was merged into ${into.name}`
  const replacements = []
  for (const { replace } of unitUses().toSorted((a, b) => a.order - b.order)) {
    if (replace) replacements.push(await replace(context, kind, unit.id, into.id, why))
  }
  const changed = Object.assign({}, ...replacements.map((replacement) => replacement.changed))
  return commit(context, {
    subject: `The ${kind.noun}, or something that uses it,`,
    statements: [
      ...holdUnit(context, kind, into),
      ...replacements.flatMap(({ statements }) => statements),
      ...movePeople(context, kind, unit.id, into.id),
      ...moveSpend(context, kind, unit.id, into.id),
      ...survivorStatements(context, unit.id, into.id),
      // By now nothing refers to it, unless someone has added a reference since it was checked.
      ...deleteStatements(context, kind, unit, unusedSql(kind)),
    ],
    audit: [
      {
        changeKey: `${kind.key}:${unit.id}:v${unit.version + 1}`,
        action: `${kind.key}.merged`,
        targetType: kind.auditTarget,
        targetId: unit.id,
        message: `Merged the ${kind.noun} ${unit.name} into ${into.name}`,
        changeData: {
          before: { name: unit.name },
          after: { mergedInto: { id: into.id, name: into.name } },
          changed,
        },
      },
      {
        changeKey: `${kind.key}:${into.id}:merged:${unit.id}`,
        action: `${kind.key}.took-over`,
        targetType: kind.auditTarget,
        targetId: into.id,
        message: `Merged in the ${kind.noun} ${unit.name}`,
        changeData: { from: { id: unit.id, name: unit.name }, changed },
      },
      ...replacements.flatMap(({ audit }) => audit),
    ],
    result: { id: into.id },
  })
}

/** People in both keep either role: an approver of one approves for the remaining one. */
const movePeople = (
  { db, actor }: StaffContext,
  { members }: UnitKind,
  fromId: string,
  toId: string,
): D1PreparedStatement[] => {
  if (!members) return []
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
  const hasApprovers = approves !== '0'
  return [
    db.sql(
      `INSERT INTO ${table} (company_id, ${unitColumn}, user_id, name_key${hasApprovers ? ', approves_requests' : ''})
       SELECT company_id, ?3, user_id, name_key${hasApprovers ? ', approves_requests' : ''} FROM ${table}
        WHERE company_id = ?1 AND ${unitColumn} = ?2
       ON CONFLICT DO ${
         hasApprovers ? 'UPDATE SET approves_requests = max(approves_requests, excluded.approves_requests)' : 'NOTHING'
       }`,
      actor.companyId,
      fromId,
      toId,
    ),
  ]
}

const moveSpend = (
  { db, actor }: StaffContext,
  { countsSpend, auditTarget }: UnitKind,
  fromId: string,
  toId: string,
): D1PreparedStatement[] =>
  countsSpend
    ? [
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
    : []
