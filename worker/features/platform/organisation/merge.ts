import { MOVABLE_USES } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { refuseWhileApart } from '../../../core/merges/apart.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { refuseWhileUsed, replaceReferences, unusedSql } from '../../../core/references.ts'
import { deleteStatements } from './change.ts'
import type { UnitKind } from './kinds.ts'
import { holdUnit } from './members.ts'
import { survivorStatements } from './survivors.ts'
import { requireUnit, type UnitKey } from './units.ts'

/**
 * Replaces one unit by another wherever it is used (rules, conditions, approver matrices, drafts, people, spend) and
 * deletes it, in one commit. Each changed workflow, form and matrix gets a new version. Throws RULE_BROKEN (IN_USE)
 * while pending requests were filed with it or wait for its people, because those stay as they were asked. Throws
 * INVALID for `intoId` if it is the unit itself or not the company's, and RULE_BROKEN (SETTLE_FIRST) while both are in
 * places that count them apart.
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
  await refuseWhileUsed(context, kind, [unit], {
    message: `${unit.name} cannot be merged while it is in use.`,
    stands: (use) => !MOVABLE_USES.includes(use.kind),
  })
  const guards = await refuseWhileApart(context, kind, unit, into)
  const why = `${unit.name} was merged into ${into.name}`
  const replaced = await replaceReferences(context, kind, unit.id, into.id, why)
  const { changed } = replaced
  return commit(context, {
    subject: `The ${kind.noun}, or something that uses it,`,
    statements: [
      ...holdUnit(context, kind, into),
      ...guards,
      ...replaced.statements,
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
      ...replaced.audit,
    ],
    result: { id: into.id },
  })
}
