import type { Currency } from '../../../../schema/shared/money.ts'
import type { Change } from '../../../core/commit.ts'
import type { BaseContext } from '../../../core/operation.ts'

export interface NewCompany {
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
  statement: db.sql(
    `INSERT INTO companies (id, name, email_short_name, currency, time_zone, flags, created_at, first_steps)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'OPEN')`,
    ...[id, name, emailShortName, currency, timeZone, flags, clock.now()],
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
