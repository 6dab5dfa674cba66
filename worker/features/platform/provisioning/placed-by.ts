import { provisionedPeople } from '../../../../schema/platform/provisioning/tables.ts'
import type { PersonAttributes } from '../../../../schema/platform/provisioning/values.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'

/** By which texts of the provider someone was placed last, so that another text takes them out of what followed from it. */

const PLACED_BY = typed`SELECT ${select(provisionedPeople, 'p', ['placedBy'])} FROM provisioned_people p
  WHERE p.company_id = ?1 AND p.user_id = ?2`

export const attributesIn = (json: string): PersonAttributes => JSON.parse(json) as PersonAttributes

export const previousOf = async ({ db, actor }: StaffContext, userId: string): Promise<PersonAttributes> =>
  attributesIn((await db.first(db.sql(PLACED_BY, actor.companyId, userId)))?.placedBy ?? '{}')

/** What isn't said stays as it was. */
export const withSaid = (previous: PersonAttributes, said: PersonAttributes): PersonAttributes => ({
  ...previous,
  ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
})

export const placedByStatement = (
  { db, actor }: StaffContext,
  userId: string,
  attributes: PersonAttributes,
): D1PreparedStatement =>
  db.sql(
    'UPDATE provisioned_people SET placed_by = ?3 WHERE company_id = ?1 AND user_id = ?2',
    actor.companyId,
    userId,
    JSON.stringify(withSaid({}, attributes)),
  )
