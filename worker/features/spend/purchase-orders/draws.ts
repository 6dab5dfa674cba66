import { type Database, guardOneRow } from '../../../core/database.ts'

/**
 * What bills take from orders. A bill reserves its amounts before it is entered, and only if nothing was taken since it
 * was compared with the order: of two at once, the second compares again.
 */

export interface Draws {
  companyId: string
  billId: string
  /** Null for a bill without an order. */
  orderId: string | null
  /** Minor units by the order's lines. The empty text stands for the order as a whole. */
  amounts: ReadonlyMap<string, number>
}

/** A reservation whose bill was never entered ends after this. */
const RESERVED_MS = 5 * 60_000

const json = ({ amounts }: Pick<Draws, 'amounts'>): string =>
  JSON.stringify([...amounts].map(([line, amount]) => ({ line, amount })))

/**
 * Throws by the guard if anything was taken from the order since, or if the order was changed.
 * @param seen the order that the bill was compared with. Null for a bill that leaves its order
 */
export const reserveDraws = (
  db: Database,
  draws: Draws,
  seen: { version: number; status: string; drawRevision: number } | null,
  now: number,
): D1PreparedStatement[] => {
  const { companyId, billId, orderId } = draws
  return [
    ...(seen
      ? [
          db.sql(
            `UPDATE purchase_orders SET draw_revision = draw_revision + 1
              WHERE id = ?2 AND company_id = ?1 AND version = ?3 AND status = ?4 AND draw_revision = ?5`,
            ...[companyId, orderId, seen.version, seen.status, seen.drawRevision],
          ),
          guardOneRow(db),
          db.sql(
            `DELETE FROM purchase_order_draws WHERE company_id = ?1 AND purchase_order_id = ?2 AND reserved_at < ?3
                AND bill_id <> ?4 AND NOT EXISTS (SELECT 1 FROM bills b WHERE b.id = purchase_order_draws.bill_id)`,
            ...[companyId, orderId, now - RESERVED_MS, billId],
          ),
        ]
      : []),
    db.sql(
      `DELETE FROM purchase_order_draws WHERE company_id = ?1 AND bill_id = ?2
          AND (purchase_order_id IS NOT ?3 OR order_line_id NOT IN (SELECT value ->> 'line' FROM json_each(?4)))`,
      ...[companyId, billId, orderId, json(draws)],
    ),
    ...(orderId === null
      ? []
      : [
          db.sql(
            `INSERT INTO purchase_order_draws (company_id, bill_id, purchase_order_id, order_line_id, amount_minor, counts,
               is_paid, reserved_at)
             SELECT ?1, ?2, ?3, value ->> 'line', value ->> 'amount', 1, 0, ?5 FROM json_each(?4) WHERE TRUE
             ON CONFLICT (company_id, bill_id, purchase_order_id, order_line_id) DO UPDATE
                SET amount_minor = excluded.amount_minor, counts = 1, reserved_at = excluded.reserved_at
              WHERE amount_minor <> excluded.amount_minor OR counts = 0`,
            ...[companyId, billId, orderId, json(draws), now],
          ),
        ]),
  ]
}

type Prepare = Pick<D1Database, 'prepare'>

interface Shown extends Draws {
  sequence: number
  /** Whether they count: not those of a bill that was rejected, withdrawn or archived. */
  counts: boolean
  /** SQL condition "this projection has just written the bill". Parameters: ?1 bill, ?2 sequence. */
  isCurrent: string
}

/** What a bill takes as it is now, written where it differs. */
export const drawStatements = (db: Prepare, shown: Shown): D1PreparedStatement[] => {
  const { companyId, billId, sequence, orderId, counts, isCurrent } = shown
  return [
    db
      .prepare(
        `DELETE FROM purchase_order_draws WHERE company_id = ?3 AND bill_id = ?1 AND ${isCurrent}
            AND (purchase_order_id IS NOT ?4 OR order_line_id NOT IN (SELECT value ->> 'line' FROM json_each(?5)))`,
      )
      .bind(billId, sequence, companyId, orderId, json(shown)),
    ...(orderId === null
      ? []
      : [
          db
            .prepare(
              `INSERT INTO purchase_order_draws (company_id, bill_id, purchase_order_id, order_line_id, amount_minor,
                 counts, is_paid)
               SELECT ?3, ?1, ?4, value ->> 'line', value ->> 'amount', ?6,
                      (SELECT paid_at IS NOT NULL FROM bills WHERE id = ?1)
                 FROM json_each(?5) WHERE ${isCurrent}
               ON CONFLICT (company_id, bill_id, purchase_order_id, order_line_id) DO UPDATE
                  SET amount_minor = excluded.amount_minor, counts = excluded.counts, is_paid = excluded.is_paid,
                      reserved_at = NULL
                WHERE amount_minor <> excluded.amount_minor OR counts <> excluded.counts
                   OR is_paid <> excluded.is_paid OR reserved_at IS NOT NULL`,
            )
            .bind(billId, sequence, companyId, orderId, json(shown), counts ? 1 : 0),
        ]),
  ]
}
