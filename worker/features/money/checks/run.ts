import type { BaseContext, SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { evaluate } from './evaluate.ts'

/** When it is looked for findings: after bills and bank details changed, and again when someone pays. */

/** As many findings of a vendor are looked at again. */
const MOST_AGAIN = 100

/** The bills of open findings of vendors, which a change of another bill or of bank details may have ended. */
const openBillsStatement = (
  { db }: Pick<BaseContext, 'db'>,
  companyId: string,
  vendors: { erpVendorId?: string; billId?: string },
): D1PreparedStatement =>
  db.sql(
    `SELECT f.bill_id AS id FROM check_findings f INDEXED BY check_findings_vendor
      WHERE f.company_id = ?1 AND f.erp_vendor_id = coalesce(?2,
              (SELECT b.erp_vendor_id FROM bills b WHERE b.id = ?3 AND +b.company_id = ?1))
        AND f.state IN ('OPEN', 'SILENCED', 'REJECTED') AND f.bill_id IS NOT NULL
      ORDER BY f.found_at DESC LIMIT ${MOST_AGAIN}`,
    ...[companyId, vendors.erpVendorId ?? null, vendors.billId ?? null],
  )

const idsOf = async (context: Pick<BaseContext, 'db'>, statement: D1PreparedStatement): Promise<string[]> =>
  (await context.db.all<{ id: string }>(statement)).map(({ id }) => id)

export const runChecks: OutboxHandler<'checks.run', SystemContext> =
  async (context) =>
  async ({ companyId, payload: { what, id } }) => {
    const again = await idsOf(
      context,
      openBillsStatement(context, companyId, what === 'BILL' ? { billId: id } : { erpVendorId: id }),
    )
    const billIds = [...new Set(what === 'BILL' ? [id, ...again] : again)]
    await evaluate(context, { companyId, billIds, erpVendorIds: what === 'VENDOR' ? [id] : [] })
  }

/** Before payments are started: what changed since, and what no job has looked at yet. */
export const checkPayments = async (
  context: Pick<BaseContext, 'db' | 'clock' | 'log'>,
  companyId: string,
  paymentIds: readonly string[],
): Promise<void> => {
  const billIds = await idsOf(
    context,
    context.db.sql(
      `SELECT DISTINCT p.bill_id AS id FROM json_each(?2) j
        CROSS JOIN bill_payments p ON p.id = j.value AND +p.company_id = ?1`,
      ...[companyId, JSON.stringify(paymentIds)],
    ),
  )
  await evaluate(context, { companyId, billIds, erpVendorIds: [] })
}
