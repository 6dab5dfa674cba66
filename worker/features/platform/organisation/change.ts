import type { Unit } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import type { AppError } from '../../../core/errors.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import { copyNameStatements } from '../../../core/kinds/copy-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { forgetReferences, refuseWhileUsed, unusedSql } from '../../../core/references.ts'
import type { UnitKind } from './kinds.ts'
import { type FoundUnit, requireUnit, type UnitKey } from './units.ts'

/** Changes that all kinds share. Each is one commit with its history row. */

/** Values of the kind's fields, by their names in the API. */
type Values = Record<string, unknown>
type Stored = string | number | null

const subjectOf = (kind: UnitKind): string => `The ${kind.noun}`

export const nameTaken = (kind: UnitKind, field: string): AppError =>
  invalidField(field, `Another ${kind.noun} has this name`)

const stored = (value: unknown): Stored => (typeof value === 'boolean' ? Number(value) : (value as Stored))

/** The given fields with their columns. */
const fieldsOf = (kind: UnitKind, values: Values) =>
  Object.entries(kind.fields).flatMap(([name, { column, label }]) =>
    values[name] === undefined ? [] : [{ name, column, label, value: stored(values[name]) }],
  )

/** What people read in the history. Booleans stay booleans. */
const readable = (kind: UnitKind, values: Values): Values =>
  Object.fromEntries(
    fieldsOf(kind, values).map(({ name, value }) => [name, typeof value === 'number' ? value === 1 : value]),
  )

export const createUnit = (
  context: StaffContext,
  kind: UnitKind,
  name: string,
  values: Values = {},
  further: (id: string) => D1PreparedStatement[] = () => [],
): Promise<{ id: string }> => {
  const id = context.newId()
  const fields = fieldsOf(kind, values)
  return commit(context, {
    subject: subjectOf(kind),
    statements: [insertStatement(context, kind, { id, name }, fields), ...further(id)],
    audit: [createdAudit(kind, { id, name, ...readable(kind, values) })],
    result: { id },
    onDuplicate: { [kind.nameIndex]: () => nameTaken(kind, 'name') },
  })
}

export const insertStatement = (
  { db, actor, clock }: StaffContext,
  kind: UnitKind,
  { id, name }: { id: string; name: string },
  fields: { column: string; value: Stored }[] = [],
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO ${kind.table} (id, company_id, name, created_at${fields.map((f) => `, ${f.column}`).join('')})
     VALUES (?, ?, ?, ?${', ?'.repeat(fields.length)})`,
    id,
    actor.companyId,
    name,
    clock.now(),
    ...fields.map((f) => f.value),
  )

export const createdAudit = (kind: UnitKind, { id, name, ...values }: { id: string; name: string } & Values) => ({
  changeKey: `${kind.key}:${id}:v1`,
  action: `${kind.key}.created`,
  targetType: kind.auditTarget,
  targetId: id,
  message: `Created the ${kind.noun} ${name}`,
  changeData: { after: { name, ...values } },
})

/** The history row of a new name. Former names are read from it. */
export const renamedAudit = (
  kind: UnitKind,
  unit: Unit,
  name: string,
  version: number,
  values: { before: Values; after: Values } = { before: {}, after: {} },
) => ({
  changeKey: `${kind.key}:${unit.id}:v${version}`,
  action: `${kind.key}.renamed`,
  targetType: kind.auditTarget,
  targetId: unit.id,
  message: `Renamed the ${kind.noun} ${unit.name} to ${name}`,
  changeData: { before: { name: unit.name, ...values.before }, after: { name, ...values.after } },
})

/**
 * Renames a unit, changes its other fields, or both. Missing fields stay. Throws CONFLICT (STALE_VERSION), or INVALID
 * for the field if another unit has the name.
 * @param version the version the person read; without it, the unit that has the old name now
 * @param field where a message about the name goes
 */
export const updateUnit = async (
  context: StaffContext,
  kind: UnitKind,
  key: UnitKey,
  { name, version, field = 'name', ...values }: { name?: string; version?: number | null; field?: string } & Values,
): Promise<Unit> => {
  const { db, actor } = context
  const unit = await requireUnit(context, kind, key)
  const read = version ?? unit.version
  const changed = fieldsOf(kind, values).filter((f) => unit[f.name] !== f.value)
  const after = name ?? unit.name
  const isRenamed = after !== unit.name
  const next = isRenamed || changed.length > 0 ? read + 1 : read
  const fieldChanges = { before: readable(kind, unit), after: readable(kind, values) }
  return commit(context, {
    subject: subjectOf(kind),
    statements: [
      db.sql(
        `UPDATE ${kind.table} SET name = ?, version = ?${changed.map((f) => `, ${f.column} = ?`).join('')}
          WHERE id = ? AND company_id = ? AND version = ?`,
        after,
        next,
        ...changed.map((f) => f.value),
        unit.id,
        actor.companyId,
        read,
      ),
      guardOneRow(db),
      ...(isRenamed ? copyNameStatements(db, actor.companyId, kind.auditTarget, [unit.id]) : []),
    ],
    audit: isRenamed
      ? [renamedAudit(kind, unit, after, next, fieldChanges)]
      : changed.length > 0
        ? [changedAudit(kind, unit, changed, next, fieldChanges)]
        : [],
    result: { id: unit.id, name: after, version: next },
    onDuplicate: { [kind.nameIndex]: () => nameTaken(kind, field) },
  })
}

const changedAudit = (
  kind: UnitKind,
  unit: Unit,
  changed: { label: string; value: Stored }[],
  version: number,
  changeData: { before: Values; after: Values },
) => ({
  changeKey: `${kind.key}:${unit.id}:v${version}`,
  action: `${kind.key}.changed`,
  targetType: kind.auditTarget,
  targetId: unit.id,
  message: `Changed the ${kind.noun} ${unit.name}: ${changed.map(inWords).join(', ')}`,
  changeData,
})

const inWords = ({ label, value }: { label: string; value: Stored }): string =>
  typeof value === 'number' ? `${value === 1 ? '' : 'not '}${label}` : `${label} ${value}`

/** The statements that delete a unit and its own rows, if no one has changed it since it was read. */
export const deleteStatements = (
  { db, actor }: StaffContext,
  kind: UnitKind,
  unit: FoundUnit,
  condition = '1',
): D1PreparedStatement[] => [
  db.sql(
    `DELETE FROM ${kind.table} WHERE id = ?1 AND company_id = ?2 AND version = ?3 AND ${condition}`,
    unit.id,
    actor.companyId,
    unit.version,
  ),
  guardOneRow(db),
  ...(kind.members?.own
    ? [
        db.sql(
          `DELETE FROM ${kind.members.table} WHERE company_id = ? AND ${kind.members.unitColumn} = ?`,
          actor.companyId,
          unit.id,
        ),
      ]
    : []),
]

export const deletedAudit = (kind: UnitKind, unit: FoundUnit) => ({
  changeKey: `${kind.key}:${unit.id}:v${unit.version + 1}`,
  action: `${kind.key}.deleted`,
  targetType: kind.auditTarget,
  targetId: unit.id,
  message: `Deleted the ${kind.noun} ${unit.name}`,
  changeData: { before: { name: unit.name, ...readable(kind, unit) } },
})

/** Throws RULE_BROKEN (IN_USE) with the reasons as details. Its history stays. */
export const deleteUnit = async (context: StaffContext, kind: UnitKind, key: UnitKey): Promise<{ id: string }> => {
  const unit = await requireUnit(context, kind, key)
  await refuseWhileUsed(context, kind, [unit])
  return commit(context, {
    subject: subjectOf(kind),
    statements: [
      ...deleteStatements(context, kind, unit, unusedSql(kind)),
      ...(await forgetReferences(context, [unit.id])),
    ],
    audit: [deletedAudit(kind, unit)],
    result: { id: unit.id },
  })
}

/** Throws NOT_FOUND if one of the ids isn't the company's, without saying which. */
export const unknownUnits = (kind: UnitKind): AppError => notFound(`One of the ${kind.plural}`)
