import { companies } from '../../../../schema/platform/members/tables.ts'
import { dayIn, monthOf } from '../../../../schema/shared/calendar.ts'
import { type CompanyFlag, readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'

/**
 * The day in a company's books: that of the company's own time zone. What is posted gets it as its date, and what is read
 * "as of today" means it, for everyone. What people do themselves goes by their own day.
 * @param at ms since 1970
 */
const companyDay = ({ timeZone }: { timeZone: string }, at: number): string => dayIn(timeZone, at)

/** The same for someone who reads the books of their company now. */
export const booksToday = ({ actor, clock }: Pick<StaffContext, 'actor' | 'clock'>): string =>
  companyDay(actor.company, clock.now())

export const booksMonth = (context: Pick<StaffContext, 'actor' | 'clock'>): string => monthOf(booksToday(context))

const ZONE = typed`SELECT ${select(companies, 'c', ['timeZone'])} FROM companies c WHERE c.id = ?`

/** The same for work that no one asks for: one row. A company that is gone has UTC. */
export const readCompanyDay = async (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  companyId: string,
): Promise<string> => companyDay((await db.first(db.sql(ZONE, companyId))) ?? { timeZone: 'UTC' }, clock.now())

const FLAGS = typed`SELECT ${select(companies, 'c', ['flags'])} FROM companies c WHERE c.id = ?`

/** What a company has turned on. Null if there is no such company. */
export const companyFlags = async (
  { db }: Pick<BaseContext, 'db'>,
  companyId: string,
): Promise<Record<CompanyFlag, boolean> | null> => {
  const found = await db.first(db.sql(FLAGS, companyId))
  return found && readCompanyFlags(found.flags)
}
