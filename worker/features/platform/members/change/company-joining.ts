import { companies } from '../../../../../schema/platform/members/tables.ts'
import type { Database } from '../../../../core/database.ts'
import { select, typed } from '../../../../core/record.ts'

/** Whether people become members by signing in for the first time, and how many did. */

type Sql = Pick<Database, 'sql'>

const JOINING = typed`SELECT ${select(companies, 'c', ['addsPeople', 'peopleAdded', 'personAddedAt'])}
  FROM companies c WHERE c.id = ?`

export const joiningStatement = (db: Sql, companyId: string) => db.sql(JOINING, companyId)

export const addsPeopleStatement = (db: Sql, companyId: string, addsPeople: boolean): D1PreparedStatement =>
  db.sql('UPDATE companies SET adds_people = ?2 WHERE id = ?1', companyId, Number(addsPeople))

/** Changes nothing where the company has turned it off meanwhile, which a guard then sees. */
export const personAddedStatement = (db: Sql, companyId: string, now: number): D1PreparedStatement =>
  db.sql(
    'UPDATE companies SET people_added = people_added + 1, person_added_at = ?2 WHERE id = ?1 AND adds_people = 1',
    companyId,
    now,
  )
