import { commit } from '../../core/commit.ts'
import { guardOneRow } from '../../core/database.ts'
import type { AppError } from '../../core/errors.ts'
import { invalidField } from '../../core/errors.ts'
import { requireUnit, type StaffContext, type Unit, type UnitKey, type UnitKind } from './units.ts'
import { refuseWhileInUse, UNUSED_BY_WORKFLOWS } from './usage.ts'

/** The changes that groups and departments share. Each is one commit with its row in the history. */

const subjectOf = (kind: UnitKind): string => `The ${kind.noun}`

export const nameTaken = (kind: UnitKind, field: string): AppError =>
  invalidField(field, `Another ${kind.noun} has this name`)

export const createUnit = (context: StaffContext, kind: UnitKind, name: string): Promise<{ id: string }> => {
  const id = context.newId()
  return commit(context, {
    subject: subjectOf(kind),
    statements: [
      context.db.sql(
        `INSERT INTO ${kind.table} (id, company_id, name, created_at) VALUES (?, ?, ?, ?)`,
        id,
        context.actor.companyId,
        name,
        context.clock.now(),
      ),
    ],
    audit: [
      {
        changeKey: `${kind.noun}:${id}:v1`,
        action: `${kind.noun}.created`,
        targetType: kind.auditTarget,
        targetId: id,
        message: `Created the ${kind.noun} ${name}`,
        changeData: { after: { name } },
      },
    ],
    result: { id },
    onDuplicate: { [kind.nameIndex]: () => nameTaken(kind, 'name') },
  })
}

/** The row of the history that a new name leaves; usage.ts reads former names from it. */
export const renamedAudit = (kind: UnitKind, unit: Unit, name: string, version: number) => ({
  changeKey: `${kind.noun}:${unit.id}:v${version}`,
  action: `${kind.noun}.renamed`,
  targetType: kind.auditTarget,
  targetId: unit.id,
  message: `Renamed the ${kind.noun} ${unit.name} to ${name}`,
  changeData: { before: { name: unit.name }, after: { name } },
})

/**
 * @param version what the person read; without it, the one that has the old name now
 * @param field where a message about the name goes
 * Errors: CONFLICT (STALE_VERSION), INVALID beside the field when another unit has the name.
 */
export const renameUnit = async (
  context: StaffContext,
  kind: UnitKind,
  key: UnitKey,
  { name, version, field = 'name' }: { name: string; version?: number; field?: string },
): Promise<Unit> => {
  const { db, actor } = context
  const unit = await requireUnit(context, kind, key)
  const read = version ?? unit.version
  return commit(context, {
    subject: subjectOf(kind),
    statements: [
      db.sql(
        `UPDATE ${kind.table} SET name = ?, version = version + 1 WHERE id = ? AND company_id = ? AND version = ?`,
        name,
        unit.id,
        actor.companyId,
        read,
      ),
      guardOneRow(db),
    ],
    audit: [renamedAudit(kind, unit, name, read + 1)],
    result: { id: unit.id, name, version: read + 1 },
    onDuplicate: { [kind.nameIndex]: () => nameTaken(kind, field) },
  })
}

/** Errors: RULE_BROKEN (IN_USE) with the reasons as details; its history stays. */
export const deleteUnit = async (context: StaffContext, kind: UnitKind, key: UnitKey): Promise<{ id: string }> => {
  const { db, actor } = context
  const unit = await requireUnit(context, kind, key)
  await refuseWhileInUse(context, kind, unit)
  return commit(context, {
    subject: subjectOf(kind),
    statements: [
      db.sql(
        `DELETE FROM ${kind.table} WHERE id = ?1 AND company_id = ?2 AND version = ?3 AND ${UNUSED_BY_WORKFLOWS}`,
        unit.id,
        actor.companyId,
        unit.version,
      ),
      guardOneRow(db),
      db.sql(
        `DELETE FROM ${kind.membersTable} WHERE company_id = ? AND ${kind.unitColumn} = ?`,
        actor.companyId,
        unit.id,
      ),
    ],
    audit: [
      {
        changeKey: `${kind.noun}:${unit.id}:v${unit.version + 1}`,
        action: `${kind.noun}.deleted`,
        targetType: kind.auditTarget,
        targetId: unit.id,
        message: `Deleted the ${kind.noun} ${unit.name}`,
        changeData: { before: { name: unit.name } },
      },
    ],
    result: { id: unit.id },
  })
}
