import type { StaffContext } from '../../../core/operation.ts'
import { computed, typed } from '../../../core/record.ts'
import type { UnitKind } from './kinds.ts'
import { unitSurvivorSql } from './survivors.ts'

/** Units that others name, by a text or an id, as SQL. All parameters but the kind are SQL. */

/** The unit with that name, ignoring case. */
export const unitNamedSql = ({ table }: UnitKind, company: string, name: string): string =>
  `(SELECT x.id FROM ${table} x WHERE x.company_id = ${company} AND lower(x.name) = lower(${name}))`

const held = ({ table }: UnitKind, company: string, unitId: string, column: string): string =>
  `(SELECT x.${column} FROM ${table} x WHERE x.id = ${unitSurvivorSql(company, unitId)} AND +x.company_id = ${company})`

/** The unit with that id, or the one that it was merged into. Null if there is none anymore. */
export const livingUnitSql = (kind: UnitKind, company: string, unitId: string): string =>
  held(kind, company, unitId, 'id')
/** The name of that one. */
export const livingUnitNameSql = (kind: UnitKind, company: string, unitId: string): string =>
  held(kind, company, unitId, 'name')

/** The names of those of the units that there are, by id. */
export const unitsCalled = async (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  { table }: UnitKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const called = typed`SELECT ${computed<{ id: string; name: string }>({ id: 'x.id', name: 'x.name' })}
    FROM json_each(?2) j CROSS JOIN ${table} x ON x.id = j.value AND +x.company_id = ?1`
  const rows = ids.length === 0 ? [] : await db.all(db.sql(called, actor.companyId, JSON.stringify(ids)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
