import { companies, companyMemberships, departments } from '../../../../schema/platform/members/tables.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { livesHere } from '../../../core/cells.ts'
import type { Change } from '../../../core/commit.ts'
import { Database } from '../../../core/database.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'
import { computed, select, typed } from '../../../core/record.ts'
import { hasSession, usersOfAddress } from '../session/index.ts'

/** New companies, who they begin with, and what they don't have yet. */

interface NewCompany {
  id: string
  name: string
  emailShortName: string
  currency: Currency
  timeZone: string
  /** JSON. */
  flags: string
}

/** A new company in the context's cell, with the first entry of its history, as parts of a change. */
export const newCompany = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  { id, name, emailShortName, currency, timeZone, flags }: NewCompany,
): { statement: D1PreparedStatement; audit: Change<unknown>['audit'][number] } => ({
  statement: db.statement(
    Database.orm.insert(companies).values({
      id,
      name,
      emailShortName,
      currency,
      timeZone,
      flags,
      createdAt: clock.now(),
      firstSteps: 'OPEN',
    }),
  ),
  audit: {
    changeKey: `company:${id}:v1`,
    action: 'company.created',
    targetType: 'COMPANY',
    targetId: id,
    message: `Created the company ${name}`,
    changeData: { after: { name, emailShortName, currency } },
  },
})

const FOUNDER = typed`SELECT ${select(companyMemberships, 'm', ['userId'])},
    ${computed<{ isIn: number }>({ isIn: hasSession('m.user_id') })}
  FROM company_memberships m WHERE m.company_id = ? ORDER BY m.created_at LIMIT 1`

/** The admin with whom a company began, and whether they are logged in. */
export const founderOf = ({ db }: BaseContext, companyId: string) => db.first(db.sql(FOUNDER, companyId))

/** A few are enough to recognize one's own. */
const MOST_NAMES = 5

const COMPANIES = typed`SELECT ${select(companies, 'c', ['name'])}
  FROM company_memberships m INDEXED BY company_memberships_user CROSS JOIN companies c ON c.id = m.company_id
 WHERE m.user_id IN (${usersOfAddress('?')}) AND m.disabled_at IS NULL AND ${livesHere('m.company_id')} LIMIT ${String(MOST_NAMES)}`

/** The names of companies in these cells that have the address as a member's, five at most. */
export const companiesOfAddress = async (cells: readonly BaseContext[], email: string): Promise<string[]> => {
  const found = await Promise.all(cells.map(({ db }) => db.all(db.sql(COMPANIES, email))))
  return found
    .flat()
    .map(({ name }) => name)
    .slice(0, MOST_NAMES)
}

const SOME_DEPARTMENT = typed`SELECT ${select(departments, 'd', ['id'])} FROM departments d WHERE d.company_id = ? LIMIT 1`

/** A row if the company has a department to name. */
export const someDepartment = ({ db, actor }: StaffContext) => db.sql(SOME_DEPARTMENT, actor.companyId)
