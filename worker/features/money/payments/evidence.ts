import type { Sections, Who } from '../../../../schema/approvals/evidence/pack.ts'
import { registerEvidencePart } from '../../approvals/evidence/index.ts'

/** What a bill's evidence has of its payments: what happened, by whom, and when. Bank details are in none of it. */

const iso = (at: number): string => new Date(at).toISOString()
const orNull = (at: number | null): string | null => (at === null ? null : iso(at))
const whoOf = (id: string | null, name: string | null): Who | null =>
  id === null ? null : { id, name: name || 'A former member' }

type Details = Record<string, unknown>

/** Numbers of accounts never are in events. What looks like one stays out of the pack all the same. */
const SECRET = /account_?number|routing|iban|secret|token/i
const shownOf = (json: string): Details =>
  Object.fromEntries(Object.entries(JSON.parse(json) as Details).filter(([key]) => !SECRET.test(key)))

registerEvidencePart('BILL', async (db, companyId, billId): Promise<Partial<Sections>> => {
  const payments = await db.all<{
    id: string
    status: string
    amount: number
    currency: string
    attempts: number
    providerId: string | null
    startedById: string | null
    startedByName: string | null
    startedAt: number | null
    paidAt: number | null
    returnedAt: number | null
  }>(
    db.sql(
      `SELECT p.id, p.status, p.amount_minor AS amount, p.currency, p.attempt AS attempts, p.provider_id AS providerId,
              p.started_by_user_id AS startedById, trim(u.first_name || ' ' || u.last_name) AS startedByName,
              p.started_at AS startedAt, p.paid_at AS paidAt, p.returned_at AS returnedAt
         FROM bill_payments p INDEXED BY bill_payments_bill LEFT JOIN users u ON u.id = p.started_by_user_id
        WHERE p.company_id = ? AND p.bill_id = ? ORDER BY p.run`,
      ...[companyId, billId],
    ),
  )
  const events = await db.all<{
    paymentId: string
    number: number
    at: number
    what: string
    body: string
    byId: string | null
    byName: string | null
  }>(
    db.sql(
      `SELECT e.payment_id AS paymentId, e.version AS number, e.created_at AS at, e.event_type AS what, e.event_body AS body,
              e.created_by_user_id AS byId, trim(u.first_name || ' ' || u.last_name) AS byName
         FROM json_each(?2) j CROSS JOIN bill_payment_events e ON e.company_id = ?1 AND e.payment_id = j.value
         LEFT JOIN users u ON u.id = e.created_by_user_id
        ORDER BY j.key, e.version`,
      ...[companyId, JSON.stringify(payments.map(({ id }) => id))],
    ),
  )
  return {
    payments: payments.map(({ startedById, startedByName, ...payment }) => ({
      ...payment,
      startedBy: whoOf(startedById, startedByName),
      startedAt: orNull(payment.startedAt),
      paidAt: orNull(payment.paidAt),
      returnedAt: orNull(payment.returnedAt),
    })),
    paymentEvents: events.map(({ byId, byName, body, at, ...event }) => ({
      ...event,
      at: iso(at),
      by: whoOf(byId, byName),
      details: shownOf(body),
    })),
  }
})
