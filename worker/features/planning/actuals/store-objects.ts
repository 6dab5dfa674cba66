import type { BookObject } from '../../../../schema/platform/accounting/books.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import type { BooksPage } from '../../../core/books.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { type Connection, foundVendorsStatement } from '../../platform/accounting/index.ts'

/** Stores what an accounting system says of its objects. What people said of them stays. */

const MAPPED: Partial<Record<BookObject['kind'], MappedKind>> = {
  DEPARTMENT: 'DEPARTMENT',
  LOCATION: 'LOCATION',
  CLASSIFICATION: 'CLASSIFICATION',
  VENDOR: 'VENDOR',
  ENTITY: 'ENTITY',
}

const mappedKindOf = ({ kind, accountType }: BookObject): MappedKind | null => {
  if (kind !== 'ACCOUNT') return MAPPED[kind] ?? null
  if (accountType === null || accountType === 'OTHER') return null
  return accountType === 'REVENUE' || accountType === 'OTHER_INCOME' ? 'REVENUE_ACCOUNT' : 'EXPENSE_ACCOUNT'
}

/** What a sync writes, each with the JSON member that it comes from. */
const COLUMNS = {
  mapped_kind: 'mappedKind',
  name: 'name',
  name_key: 'nameKey',
  number: 'number',
  is_active: 'isActive',
  parent_erp_id: 'parentErpId',
  account_type: 'accountType',
  classification: 'classification',
  currency: 'currency',
  details: 'details',
}
const columns = Object.keys(COLUMNS)
const list = (of: (column: string) => string): string => columns.map(of).join(', ')

const UPSERT = `
INSERT INTO erp_objects (id, company_id, connection_id, kind, erp_id, created_at, updated_at, ${list((column) => column)})
SELECT value ->> 'id', ?2, ?3, value ->> 'kind', value ->> 'erpId', ?4, ?4,
       ${Object.values(COLUMNS)
         .map((member) => `value ->> '${member}'`)
         .join(', ')}
  FROM json_each(?1) WHERE true
    ON CONFLICT (company_id, connection_id, kind, erp_id) DO UPDATE
   SET ${list((column) => `${column} = excluded.${column}`)}, deleted_at = NULL, updated_at = excluded.updated_at
 WHERE (deleted_at, ${list((column) => `erp_objects.${column}`)})
       IS NOT (NULL, ${list((column) => `excluded.${column}`)})`

const DELETED = `
UPDATE erp_objects SET deleted_at = ?3, updated_at = ?3
 WHERE deleted_at IS NULL AND company_id = ?4 AND connection_id = ?2
   AND (kind, erp_id) IN (SELECT value ->> 'kind', value ->> 'erpId' FROM json_each(?1))`

const hasVendors = (objects: readonly BookObject[]): boolean => objects.some(({ kind }) => kind === 'VENDOR')

const rowsOf = (objects: readonly BookObject[]) =>
  objects.map((object) => ({
    ...object,
    mappedKind: mappedKindOf(object),
    nameKey: object.name.trim().toLowerCase(),
    isActive: object.isActive ? 1 : 0,
    details: JSON.stringify(object.details),
  }))

/** Repeating it changes nothing. */
export const objectStatements = (
  context: SystemContext,
  connection: Connection,
  { objects, deletedObjects }: BooksPage,
): D1PreparedStatement[] => {
  const { db, clock, newId } = context
  const now = clock.now()
  const rows = rowsOf(objects).map((row) => ({ ...row, id: newId() }))
  const given = JSON.stringify(rows)
  return [
    ...(hasVendors(objects) ? [foundVendorsStatement(context, connection, given)] : []),
    ...(rows.length > 0 ? [db.sql(UPSERT, given, connection.companyId, connection.id, now)] : []),
    ...(deletedObjects.length > 0
      ? [db.sql(DELETED, JSON.stringify(deletedObjects), connection.id, now, connection.companyId)]
      : []),
  ]
}

const DIFFERING = `
SELECT count(*) AS n FROM json_each(?1) j
  LEFT JOIN erp_objects o ON o.company_id = ?2 AND o.connection_id = ?3 AND o.kind = j.value ->> 'kind'
                         AND o.erp_id = j.value ->> 'erpId'
 WHERE o.id IS NULL OR (o.deleted_at, ${list((column) => `o.${column}`)})
       IS NOT (NULL, ${Object.values(COLUMNS)
         .map((member) => `j.value ->> '${member}'`)
         .join(', ')})`

const STILL_THERE = `
SELECT count(*) AS n FROM json_each(?1) j
 CROSS JOIN erp_objects o ON o.company_id = ?2 AND o.connection_id = ?3 AND o.kind = j.value ->> 'kind'
                         AND o.erp_id = j.value ->> 'erpId' AND o.deleted_at IS NULL`

/** How many of a page's objects are not yet as it says. */
export const objectChanges = async (
  { db }: SystemContext,
  { id, companyId }: Connection,
  { objects, deletedObjects }: BooksPage,
): Promise<{ changed: number; deleted: number }> => {
  const count = async (statement: string, rows: readonly object[]): Promise<number> =>
    rows.length === 0
      ? 0
      : ((await db.first<{ n: number }>(db.sql(statement, JSON.stringify(rows), companyId, id)))?.n ?? 0)
  return { changed: await count(DIFFERING, rowsOf(objects)), deleted: await count(STILL_THERE, deletedObjects) }
}
