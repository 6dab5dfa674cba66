import { commit } from '../../core/commit.ts'
import { AppError } from '../../core/errors.ts'
import { nameTaken, renamedAudit } from './change.ts'
import type { StaffContext, Unit, UnitKind } from './units.ts'

/**
 * Gives several units new names in one commit; those whose name stays are left alone, and two may swap theirs.
 * Errors: NOT_FOUND when one is not the company's, INVALID beside `<field>.<index>.name` for a name that is taken,
 * CONFLICT when one of them was changed in the meantime.
 */
export const renameUnits = async (
  context: StaffContext,
  kind: UnitKind,
  wanted: { id: string; name: string }[],
  field: string,
): Promise<{ id: string }[]> => {
  const { db, actor } = context
  const units = await db.all<Unit>(
    db.sql(`SELECT id, name, version FROM ${kind.table} WHERE company_id = ?`, actor.companyId),
  )
  const known = new Map(units.map((unit) => [unit.id, unit]))
  if (wanted.some(({ id }) => !known.has(id))) {
    throw new AppError('NOT_FOUND', `One of the ${kind.noun}s was not found, or you may not see it.`)
  }
  const after = new Map(units.map((unit) => [unit.id, unit.name]))
  for (const { id, name } of wanted) after.set(id, name)
  wanted.forEach(({ id, name }, index) => {
    const taken = [...after].some(([other, its]) => other !== id && its.toLowerCase() === name.toLowerCase())
    if (taken) throw nameTaken(kind, `${field}.${index}.name`)
  })
  const changed = [...known.values()].filter((unit) => after.get(unit.id) !== unit.name)
  const rows = JSON.stringify(changed.map((unit) => ({ ...unit, after: after.get(unit.id) })))
  return commit(context, {
    subject: `One of the ${kind.noun}s`,
    statements: [
      // A row takes its own id for a name on the way, so that names can change places under the unique index.
      db.sql(
        `UPDATE ${kind.table} SET name = id
          WHERE company_id = ?1 AND EXISTS (SELECT 1 FROM json_each(?2)
            WHERE value ->> 'id' = ${kind.table}.id AND value ->> 'version' = ${kind.table}.version)`,
        actor.companyId,
        rows,
      ),
      db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> ?', changed.length),
      db.sql(
        `UPDATE ${kind.table} SET version = version + 1,
                name = (SELECT value ->> 'after' FROM json_each(?2) WHERE value ->> 'id' = ${kind.table}.id)
          WHERE company_id = ?1 AND id IN (SELECT value ->> 'id' FROM json_each(?2))`,
        actor.companyId,
        rows,
      ),
    ],
    audit: changed.map((unit) => renamedAudit(kind, unit, after.get(unit.id) ?? unit.name, unit.version + 1)),
    result: wanted.map(({ id }) => ({ id })),
    onDuplicate: { [kind.nameIndex]: () => nameTaken(kind, field) },
  })
}
