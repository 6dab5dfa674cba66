import { getWorklist, MOST_IN_LANE, type Worklist } from '../../../../schema/money/worklist/endpoints.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { computed, typed } from '../../../core/record.ts'
import { billsInApproval, billsToMatch, invoicesToEnter } from '../bills/index.ts'
import { paymentsIn } from '../payments/index.ts'

/** @param rows SQL of `at`, of what waits */
const laneSql = (rows: string) =>
  typed`SELECT ${computed<{ count: number; oldest: number | null }>({ count: 'count(*)', oldest: 'min(w.at)' })}
    FROM (${rows}) w`

const STUCK = (['PENDING', 'REJECTED', 'FAILED', 'RETURNED'] as const)
  .map((status) => paymentsIn(status, MOST_IN_LANE))
  .join(' UNION ALL ')

const LANE_SQL = {
  ENTER: laneSql(invoicesToEnter(MOST_IN_LANE)),
  APPROVE: laneSql(billsInApproval(MOST_IN_LANE)),
  PAY: laneSql(paymentsIn('APPROVED', MOST_IN_LANE)),
  STUCK: laneSql(STUCK),
}
const TO_MATCH = billsToMatch(MOST_IN_LANE)

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** One round trip. */
export const readWorklist = query({
  id: getWorklist.id,
  access: 'payments.use',
  input: inputOf(getWorklist),
  run: async ({ db, actor }): Promise<Worklist> => {
    const { companyId } = actor
    const [enter, approve, pay, stuck, matching] = await db.readBatch([
      db.sql(LANE_SQL.ENTER, companyId),
      db.sql(LANE_SQL.APPROVE, companyId),
      db.sql(LANE_SQL.PAY, companyId),
      db.sql(LANE_SQL.STUCK, companyId),
      db.sql(TO_MATCH, companyId),
    ])
    const lane = ({ results: [row] }: typeof enter) => ({
      count: Math.min(row?.count ?? 0, MOST_IN_LANE),
      oldest: iso(row?.oldest ?? null),
    })
    const toMatch = matching.results.map(({ id, vendorName, invoiceNumber, totalMinor, currency, createdAt }) => ({
      id,
      vendorName,
      invoiceNumber,
      total: { value: totalMinor, currency: currency as Currency },
      createdAt: new Date(createdAt).toISOString(),
    }))
    return {
      lanes: {
        ENTER: lane(enter),
        MATCH: { count: toMatch.length, oldest: toMatch[0]?.createdAt ?? null },
        APPROVE: lane(approve),
        PAY: lane(pay),
        STUCK: lane(stuck),
      },
      toMatch,
    }
  },
})
