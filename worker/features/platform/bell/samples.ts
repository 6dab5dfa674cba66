import type { Database } from '../../../core/database.ts'

/**
 * No one is told about sample data: not by email, in the bell or in a digest, and no matter what people do with it.
 * What works out who is told asks here.
 */

/** SQL condition that an object was loaded as sample data. The arguments are SQL. */
export const isSampleSql = (company: string, id: string): string =>
  `EXISTS (SELECT 1 FROM sample_objects so WHERE so.company_id = ${company} AND so.id = ${id})`

/** SQL condition that it was, and is gone again. */
export const isRemovedSampleSql = (company: string, id: string): string =>
  `EXISTS (SELECT 1 FROM sample_objects so WHERE so.company_id = ${company} AND so.id = ${id} AND so.removed_at IS NOT NULL)`

/** The ones of these objects that were: `companyId` and `id`. */
export const samplesStatement = (
  db: Pick<Database, 'sql'>,
  objects: readonly { companyId: string; id: string }[],
): D1PreparedStatement =>
  db.sql(
    `SELECT so.company_id AS companyId, so.id FROM json_each(?) j
      CROSS JOIN sample_objects so ON so.company_id = j.value ->> 0 AND so.id = j.value ->> 1`,
    JSON.stringify(objects.map(({ companyId, id }) => [companyId, id])),
  )
