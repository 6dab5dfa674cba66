import type { Change } from '../../../core/commit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { createdAudit } from './change.ts'
import type { UnitKind } from './kinds.ts'

export interface NewUnits {
  /** The unit of each given name, by its name in lower case. */
  ids: Map<string, string>
  created: number
  statements: D1PreparedStatement[]
  audit: Change<unknown>['audit']
}

/** Makes units within another change, such as a mapping. A name that a unit already has means that one. */
export const newUnits = async (context: StaffContext, kind: UnitKind, names: readonly string[]): Promise<NewUnits> => {
  const { db, actor, clock } = context
  const ids = new Map<string, string>()
  if (names.length === 0) return { ids, created: 0, statements: [], audit: [] }
  const known = await db.all<{ id: string; name: string }>(
    db.sql(
      `SELECT t.id, t.name FROM json_each(?2) j
        CROSS JOIN ${kind.table} t ON t.company_id = ?1 AND lower(t.name) = lower(j.value)`,
      actor.companyId,
      JSON.stringify(names),
    ),
  )
  // The database ignores the case of ASCII letters only, so both sides are compared as names are written here.
  for (const { id, name } of known) ids.set(name.toLowerCase(), id)
  const created: { id: string; name: string }[] = []
  for (const name of names) {
    const key = name.toLowerCase()
    if (ids.has(key)) continue
    const unit = { id: context.newId(), name }
    ids.set(key, unit.id)
    created.push(unit)
  }
  if (created.length === 0) return { ids, created: 0, statements: [], audit: [] }
  return {
    ids,
    created: created.length,
    statements: [
      db.sql(
        `INSERT INTO ${kind.table} (id, company_id, name, created_at)
         SELECT value ->> 'id', ?1, value ->> 'name', ?3 FROM json_each(?2)`,
        actor.companyId,
        JSON.stringify(created),
        clock.now(),
      ),
    ],
    audit: created.map((unit) => createdAudit(kind, unit)),
  }
}
