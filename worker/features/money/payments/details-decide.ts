import { z } from 'zod'
import * as endpoints from '../../../../schema/money/payments/details-endpoints.ts'
import { confirmationsNeeded } from '../../../../schema/money/payments/details-values.ts'
import type { Act } from '../../../../schema/platform/hands/rule.ts'
import { id } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { handsBy, handsStatement } from '../../../core/hands.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { unseal } from '../../../core/vault.ts'
import { approversStatement, isApproverAmong } from './approvers.ts'
import {
  type DetailsRow,
  deleteFaultOf,
  detailsById,
  detailsEntry,
  detailsName,
  dutyFaultOf,
  placeOfDetails,
} from './details.ts'
import { confirmedForPayments, rejectedForPayments } from './details-follow.ts'

/** What becomes of bank details: confirmed by others than who entered them, rejected, deleted; and their number shown. */

const requireDetails = async (context: StaffContext, detailsId: string) => {
  const [found, groups] = await context.db.batch([detailsById(context, detailsId), approversStatement(context)])
  const row = found?.results[0] as unknown as DetailsRow | undefined
  if (!row) throw notFound('The bank account')
  return { row, isApprover: isApproverAmong(context.actor, groups?.results ?? []) }
}

const checkAgain = ({ erpVendorId }: DetailsRow) => ({
  topic: 'checks.run' as const,
  payload: { what: 'VENDOR' as const, id: erpVendorId },
})

const changed = (context: StaffContext, row: DetailsRow, set: string, ...values: unknown[]): D1PreparedStatement[] => [
  context.db.sql(
    `UPDATE vendor_bank_details SET ${set}, version = version + 1, updated_at = ?4
      WHERE id = ?1 AND company_id = ?2 AND version = ?3`,
    ...[row.id, row.companyId, row.version, context.clock.now(), ...values],
  ),
  guardOneRow(context.db),
]

const handOn = ({ db, actor, clock }: StaffContext, { id: detailsId, companyId }: DetailsRow, act: Act) =>
  handsStatement(db, companyId, handsBy(actor, 'BANK_DETAILS', detailsId, act), clock.now())

const confirm = async (context: StaffContext, row: DetailsRow): Promise<{ id: string }> => {
  const { db, actor, clock } = context
  const { companyId } = row
  const now = clock.now()
  const isLast =
    (JSON.parse(row.confirmerIds) as string[]).length + 1 >= confirmationsNeeded({ isChange: row.isChange === 1 })
  const what = `the bank details ${detailsName(row)} for ${row.erpVendorName}`
  return commit(context, {
    subject: 'The bank details',
    statements: [
      db.sql(
        `INSERT INTO vendor_bank_confirmations (company_id, details_id, user_id, confirmed_at) VALUES (?, ?, ?, ?)`,
        ...[companyId, row.id, actor.userId, now],
      ),
      ...(isLast
        ? [
            db.sql(
              `UPDATE vendor_bank_details SET state = 'REPLACED', version = version + 1, updated_at = ?3
                WHERE company_id = ?1 AND erp_vendor_id = ?2 AND state = 'CONFIRMED'`,
              ...[companyId, row.erpVendorId, now],
            ),
            ...changed(
              ...([
                context,
                row,
                "state = 'CONFIRMED', confirmed_at = ?4, confirmed_by_user_id = ?5",
                actor.userId,
              ] as const),
            ),
            ...confirmedForPayments(context, row, row.id),
          ]
        : changed(context, row, 'confirmed_by_user_id = ?5', actor.userId)),
      handOn(context, row, 'CONFIRMED'),
    ],
    audit: [
      detailsEntry(
        ...([row, row.version + 1, isLast ? 'confirmed' : 'confirmed-once'] as const),
        isLast ? `Confirmed ${what}` : `Confirmed ${what}. Someone else has to confirm them too`,
      ),
    ],
    ...(isLast && { outbox: [checkAgain(row)] }),
    result: { id: row.id },
  })
}

export const decideOnDetails = command({
  id: 'payments.confirm-payment-information',
  access: 'payments.pay',
  freshFactor: true,
  input: z.object({ id, shouldConfirm: z.boolean() }),
  run: async (context, { id: detailsId, shouldConfirm }): Promise<{ id: string }> => {
    const { row, isApprover } = await requireDetails(context, detailsId)
    if (row.state !== 'WAITING')
      throw new AppError('RULE_BROKEN', 'These bank details are no longer waiting for confirmation.', {
        reason: 'NOT_WAITING',
      })
    const fault = dutyFaultOf(context, row, isApprover)
    // Who confirmed them may still find out that they are wrong.
    const isProgram = context.actor.apiKey !== null
    if (fault && (shouldConfirm || !isApprover || isProgram || row.createdByUserId === context.actor.userId))
      throw new AppError('RULE_BROKEN', fault, { reason: 'DUTIES' })
    if (shouldConfirm) return confirm(context, row)
    return commit(context, {
      subject: 'The bank details',
      statements: [
        ...changed(context, row, "state = 'REJECTED'"),
        ...rejectedForPayments(context, row),
        handOn(context, row, 'REJECTED'),
      ],
      audit: [
        detailsEntry(
          ...([row, row.version + 1, 'rejected'] as const),
          `Rejected the bank details ${detailsName(row)} for ${row.erpVendorName}`,
        ),
      ],
      outbox: [checkAgain(row)],
      result: { id: row.id },
    })
  },
})

/** What was paid there, and is confirmed for a payment, stays with it. */
export const deleteDetails = command({
  id: 'payments.delete-payment-information',
  access: 'payments.use',
  input: z.object({ id }),
  run: async (context, { id: detailsId }): Promise<{ id: string }> => {
    const { row, isApprover } = await requireDetails(context, detailsId)
    const fault = deleteFaultOf(context, row, isApprover)
    if (fault) throw new AppError('RULE_BROKEN', fault, { reason: 'DUTIES' })
    return commit(context, {
      subject: 'The bank details',
      statements: [...changed(context, row, "state = 'DELETED'"), handOn(context, row, 'DELETED')],
      audit: [
        detailsEntry(
          ...([row, row.version + 1, 'deleted'] as const),
          `Deleted the bank details ${detailsName(row)} for ${row.erpVendorName}`,
        ),
      ],
      outbox: [checkAgain(row)],
      result: { id: row.id },
    })
  },
})

const MINUTE_MS = 60_000
/** Who left their computer open doesn't show numbers. */
const SIGNED_IN_WITHIN_MS = 15 * MINUTE_MS

export const revealDetails = command({
  id: 'payments.reveal-payment-information',
  access: 'payments.use',
  freshFactor: true,
  // The number must not be kept as the command's result.
  idempotency: 'none',
  input: inputOf(endpoints.revealPaymentInformation),
  run: async (context, { id: detailsId }): Promise<{ accountNumber: string }> => {
    const { db, env, actor, clock, newId } = context
    if (actor.apiKey) throw new AppError('FORBIDDEN', 'Account numbers are shown to people only.')
    const { row } = await requireDetails(context, detailsId)
    const [kept, session] = await db.batch([
      db.sql(
        'SELECT account_number_sealed AS sealed, account_number_key_id AS keyId FROM vendor_bank_details WHERE id = ?',
        row.id,
      ),
      db.sql('SELECT created_at AS createdAt FROM sessions WHERE token_hash = ?', actor.sessionHash),
    ])
    if (Number(session?.results[0]?.createdAt ?? 0) < clock.now() - SIGNED_IN_WITHIN_MS)
      throw new AppError('RULE_BROKEN', 'Sign out and in again to see account numbers. It works for 15 minutes.', {
        reason: 'SIGN_IN_AGAIN',
      })
    const sealed = kept?.results[0] as unknown as { sealed: string; keyId: string }
    const accountNumber = await unseal(env, sealed, placeOfDetails(row.companyId, row.id))
    await commit(context, {
      subject: 'The bank details',
      statements: [],
      audit: [
        detailsEntry(
          ...([row, newId(), 'revealed'] as const),
          `Looked at the whole account number of ${detailsName(row)} for ${row.erpVendorName}`,
        ),
      ],
      result: null,
    })
    return { accountNumber }
  },
})
