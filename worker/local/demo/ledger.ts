import { loadEntry } from '../../../schema/money/ledger/posting.ts'
import { addDays } from '../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../schema/shared/day-count.ts'
import { newId } from '../../core/clock.ts'
import { Database } from '../../core/database.ts'
import type { Env } from '../../env.ts'
import { postEntry } from '../../features/money/ledger/index.ts'
import { COMPANY_ID } from './people.ts'

/** Money that the demo company has moved to the account it pays from. Its bills post their own entries. */

const LOADS = [90, 55, 20]

export const fillLedger = async (env: Env, now: number): Promise<void> => {
  const db = new Database(env.DB, 'first-primary')
  const today = utcDayOf(now)
  const statements = LOADS.flatMap((daysAgo, at) => {
    const date = addDays(today, -daysAgo)
    const context = { db, clock: { now: () => Date.parse(`${date}T16:00:00Z`) }, newId }
    const load = loadEntry({
      ...{ transferId: `demo-load-${at}`, date, memo: 'Load from checking', bankAccountId: 'demo-checking' },
      ...{ amount: { value: 5_000_000, currency: 'USD' }, baseCurrency: 'USD', rate: null },
      erpEntityId: 'books-entity-1',
    })
    return postEntry(context, { companyId: COMPANY_ID, by: null }, load)
  })
  await db.batch(statements)
}
