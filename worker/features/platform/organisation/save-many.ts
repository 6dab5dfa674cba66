import type { Unit } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { commit } from '../../../core/commit.ts'
import { staleVersion } from '../../../core/errors.ts'
import { copyNameStatements } from '../../../core/kinds/copy-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { createdAudit, insertStatement, nameTaken, renamedAudit, unknownUnits } from './change.ts'
import type { UnitKind } from './kinds.ts'

interface WantedUnit {
  /** Missing for a new one. */
  id?: string | undefined
  name: string
  /** The version the person read. Without it the last save wins. */
  version?: number | null | undefined
}

/**
 * Saves the names of several units in one commit. Unchanged names are skipped, two can swap theirs, and entries without
 * an id are created. Units that aren't listed stay as they are. Throws NOT_FOUND if one isn't the company's, INVALID
 * for a name that is taken, CONFLICT (STALE_VERSION) if one changed since it was read.
 * @param field the list's name in the input; messages go to `<field>.<index>.name`
 */
export const saveUnits = async (
  context: StaffContext,
  kind: UnitKind,
  list: WantedUnit[],
  field: string,
): Promise<Unit[]> => {
  const { db, actor } = context
  const units = await db.all<Unit>(
    db.sql(`SELECT id, name, version FROM ${kind.table} WHERE company_id = ?`, actor.companyId),
  )
  const known = new Map(units.map((unit) => [unit.id, unit]))
  if (list.some(({ id }) => id !== undefined && !known.has(id))) throw unknownUnits(kind)
  const isStale = ({ id, version }: WantedUnit) =>
    id !== undefined && typeof version === 'number' && known.get(id)?.version !== version
  if (list.some(isStale)) throw staleVersion(`One of the ${kind.plural}`)
  const wanted = list.map(({ id, name }) => ({ id: id ?? context.newId(), name, isNew: id === undefined }))
  refuseTakenNames(kind, units, wanted, field)

  const created = wanted.filter((unit) => unit.isNew)
  const names = new Map(wanted.map(({ id, name }) => [id, name]))
  const renamed = units.flatMap((unit) => {
    const after = names.get(unit.id) ?? unit.name
    return after === unit.name ? [] : [{ ...unit, after }]
  })
  const changed = new Set(renamed.map(({ id }) => id))
  return commit(context, {
    subject: `One of the ${kind.plural}`,
    statements: [
      ...renameStatements(context, kind, renamed),
      ...copyNameStatements(db, actor.companyId, kind.auditTarget, [...changed]),
      ...created.map((unit) => insertStatement(context, kind, unit)),
    ],
    audit: [
      ...renamed.map((unit) => renamedAudit(kind, unit, unit.after, unit.version + 1)),
      ...created.map(({ id, name }) => createdAudit(kind, { id, name })),
    ],
    result: wanted.map(({ id, name }) => ({
      id,
      name,
      version: (known.get(id)?.version ?? 1) + (changed.has(id) ? 1 : 0),
    })),
    onDuplicate: { [kind.nameIndex]: () => nameTaken(kind, field) },
  })
}

/** No two units may end up with the same name, ignoring case. */
const refuseTakenNames = (
  kind: UnitKind,
  units: Unit[],
  wanted: { id: string; name: string }[],
  field: string,
): void => {
  const after = new Map([...units, ...wanted].map(({ id, name }) => [id, name.toLowerCase()]))
  const holders = Map.groupBy(after, ([, name]) => name)
  wanted.forEach(({ id, name }, index) => {
    const isTaken = holders.get(name.toLowerCase())?.some(([other]) => other !== id)
    if (isTaken) throw nameTaken(kind, `${field}.${index}.name`)
  })
}

const renameStatements = (
  { db, actor }: StaffContext,
  kind: UnitKind,
  renamed: (Unit & { after: string })[],
): D1PreparedStatement[] => {
  const rows = JSON.stringify(renamed)
  return [
    // A row temporarily takes its own id as its name, so that names can be swapped under the unique index.
    db.sql(
      `UPDATE ${kind.table} SET name = id
        WHERE company_id = ?1 AND EXISTS (SELECT 1 FROM json_each(?2)
          WHERE value ->> 'id' = ${kind.table}.id AND value ->> 'version' = ${kind.table}.version)`,
      actor.companyId,
      rows,
    ),
    db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> ?', renamed.length),
    db.sql(
      `UPDATE ${kind.table} SET version = version + 1,
              name = (SELECT value ->> 'after' FROM json_each(?2) WHERE value ->> 'id' = ${kind.table}.id)
        WHERE company_id = ?1 AND id IN (SELECT value ->> 'id' FROM json_each(?2))`,
      actor.companyId,
      rows,
    ),
  ]
}
