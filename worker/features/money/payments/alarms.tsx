import { withStop } from '../../../../schema/shared/name-lists.ts'
/** @jsxImportSource hono/jsx */

import { TRANSFER_KIND_WORDS, transferReason } from '../../../../schema/money/payments/values.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import type { SystemContext } from '../../../core/operation.ts'
import type { PaymentsAlarm } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { sendMail } from '../../../integrations/resend/client.ts'
import { ring } from '../../platform/bell/index.ts'
import { toldChange } from '../../platform/guarded/index.ts'
import { ADMINS, OWNER } from '../../platform/members/index.ts'
import { Facts, MailLayout, Paragraph } from '../../platform/notifications/index.ts'
import { failReason, type PaymentRow, paymentStatement } from './bill-payment-rows.ts'

/**
 * Emails and notifications about what needs someone: to everyone with payments access, or admins where no one has it.
 * Those who may confirm bank details hear of these. No one is asked about what they entered. As they are about money, no
 * one can turn them off.
 */

interface Alarm {
  title: string
  text: string
  facts: [string, string][]
  label: string
  path: string
  /** Notifications of it are shown to those who can read it. */
  billId: string | null
  to: 'PAYERS' | 'DETAILS_APPROVERS' | 'ADMINS' | 'ADMINS_AND_OWNER'
  /** Who isn't told, because they did it. */
  exceptUserId: string | null
}

interface Recipient {
  id: string
  email: string
}

const PAYERS = `SELECT u.id, u.email FROM company_memberships m INDEXED BY company_memberships_payers
  CROSS JOIN users u ON u.id = m.user_id
  WHERE m.company_id = ?1 AND m.has_payments_access = 1 AND m.disabled_at IS NULL`
/** The members of the approvers' groups who work with payments. */
const APPROVERS = `SELECT DISTINCT u.id, u.email FROM payment_information_approvers a
  CROSS JOIN group_members g ON g.company_id = a.company_id AND g.group_id = a.group_id
  CROSS JOIN company_memberships m ON m.company_id = g.company_id AND m.user_id = g.user_id AND m.disabled_at IS NULL
    AND (m.has_payments_access = 1 OR m.has_admin_access = 1)
  CROSS JOIN users u ON u.id = m.user_id WHERE a.company_id = ?1`

const recipientsOf = async ({ db }: SystemContext, companyId: string, { to, exceptUserId }: Alarm) => {
  const [admins, chosen, owner] = await db.batch([
    db.sql(ADMINS, companyId),
    db.sql(to === 'PAYERS' ? PAYERS : APPROVERS, companyId),
    db.sql(OWNER, companyId),
  ])
  const without = (found: unknown): Recipient[] => (found as Recipient[]).filter(({ id }) => id !== exceptUserId)
  const all = without(admins?.results ?? [])
  if (to === 'ADMINS') return all
  if (to === 'ADMINS_AND_OWNER')
    return [...new Map([...all, ...without(owner?.results ?? [])].map((one) => [one.id, one])).values()]
  const some = without(chosen?.results ?? [])
  return some.length > 0 ? some : all
}

const PAYMENT_WORDS = {
  FAILED: (amount: string, vendor: string) => `The payment of ${amount} to ${vendor} failed`,
  RETURNED: (amount: string, vendor: string) => `The bank returned the payment of ${amount} to ${vendor}`,
  NOT_STARTED: (amount: string, vendor: string) => `The scheduled payment of ${amount} to ${vendor} was not started`,
}

const paymentAlarm = async (
  context: SystemContext,
  companyId: string,
  { what, id, reason }: PaymentsAlarm & { what: keyof typeof PAYMENT_WORDS },
): Promise<Alarm | null> => {
  const row = await context.db.first<PaymentRow>(paymentStatement(context, companyId, id))
  // It may have been started again since.
  if (!row || (what !== 'NOT_STARTED' && row.status !== what)) return null
  const why = reason ?? failReason(row)
  return {
    title: PAYMENT_WORDS[what](formatMoney({ value: row.amountMinor, currency: row.currency }), row.erpVendorName),
    text: `The bill is still to be paid.${why ? ` ${why}` : ''}`,
    facts: [['Bill', row.invoiceNumber]],
    ...{ label: 'Open payment', path: `/payments/bill-payments/${id}`, billId: row.billId },
    ...{ to: 'PAYERS', exceptUserId: null },
  }
}

const transferAlarm = async ({ db }: SystemContext, companyId: string, id: string): Promise<Alarm | null> => {
  const row = await db.first<{
    kind: keyof typeof TRANSFER_KIND_WORDS
    amountMinor: number
    state: string
    failCode: string | null
    lastFour: string
  }>(
    db.sql(
      `SELECT t.kind, t.amount_minor AS amountMinor, t.state, t.fail_code AS failCode, m.last_four AS lastFour
         FROM payment_transfers t CROSS JOIN payment_methods m ON m.id = t.payment_method_id
        WHERE t.id = ? AND t.company_id = ?`,
      ...[id, companyId],
    ),
  )
  if (!row) return null
  const amount = formatMoney({ value: row.amountMinor, currency: 'USD' })
  return {
    title: `${TRANSFER_KIND_WORDS[row.kind]} ${amount} ${row.state === 'RETURNED' ? 'was undone by the bank' : 'failed'}`,
    text: transferReason(row) ?? '',
    facts: [['Bank account', maskedAccount(row.lastFour)]],
    ...{ label: 'Open payments settings', path: '/settings/payments', billId: null, to: 'PAYERS', exceptUserId: null },
  }
}

const runAlarm = async ({ db }: SystemContext, companyId: string, id: string): Promise<Alarm | null> => {
  const row = await db.first<{ count: number; totalMinor: number; byUserId: string; by: string }>(
    db.sql(
      `SELECT r.payment_count AS count, r.total_minor AS totalMinor, r.created_by_user_id AS byUserId,
              trim(u.first_name || ' ' || u.last_name) AS "by"
         FROM payment_runs r CROSS JOIN users u ON u.id = r.created_by_user_id
        WHERE r.id = ? AND r.company_id = ? AND r.status = 'WAITING'`,
      ...[id, companyId],
    ),
  )
  if (!row) return null
  const amount = formatMoney({ value: row.totalMinor, currency: 'USD' })
  const payments = row.count === 1 ? '1 payment' : `${row.count} payments`
  return {
    title: `${row.by} asks someone to confirm ${payments} of ${amount}`,
    text: 'They are at or above your company’s limit, so a second person confirms them before they start.',
    facts: [],
    ...{ label: 'Review payments', path: `/payments/transactions?run=${id}`, billId: null },
    ...{ to: 'PAYERS', exceptUserId: row.byUserId },
  }
}

const detailsAlarm = async ({ db }: SystemContext, companyId: string, id: string): Promise<Alarm | null> => {
  const row = await db.first<{
    vendor: string
    vendorId: string | null
    lastFour: string
    holder: string
    isChange: number
    byUserId: string
    by: string
    paymentId: string | null
  }>(
    db.sql(
      `SELECT o.name AS vendor, o.vendor_id AS vendorId, d.last_four AS lastFour, d.account_holder_name AS holder,
              d.is_change AS isChange, d.created_by_user_id AS byUserId, trim(u.first_name || ' ' || u.last_name) AS "by",
              (SELECT p.id FROM bill_payments p INDEXED BY bill_payments_vendor WHERE p.company_id = d.company_id
                  AND p.erp_vendor_id = d.erp_vendor_id ORDER BY p.created_at DESC LIMIT 1) AS paymentId
         FROM vendor_bank_details d CROSS JOIN erp_objects o ON o.id = d.erp_vendor_id
        CROSS JOIN users u ON u.id = d.created_by_user_id
        WHERE d.id = ? AND d.company_id = ? AND d.state = 'WAITING'`,
      ...[id, companyId],
    ),
  )
  if (!row) return null
  const warning = 'Before you confirm them, call the vendor at a number you already know, not one from a recent email.'
  return {
    title: `Bank details of ${row.vendor} wait for confirmation`,
    text:
      row.isChange === 1
        ? `They replace confirmed ones, so payments to this vendor are held until two people confirm them. ${warning}`
        : warning,
    facts: [
      ['Account', `${maskedAccount(row.lastFour)} of ${row.holder}`],
      ['Entered by', row.by],
    ],
    label: 'Review bank details',
    path: row.paymentId ? `/payments/bill-payments/${row.paymentId}` : '/payments',
    ...{ billId: null, to: 'DETAILS_APPROVERS', exceptUserId: row.byUserId },
  }
}

/**
 * All admins are told, also the one who asked: someone else may be using their session. What no one else can confirm is told
 * to the owner's address, too, which may be that of no admin anymore.
 */
const settingAlarm = async (
  context: SystemContext,
  companyId: string,
  { id, reason = '' }: PaymentsAlarm,
): Promise<Alarm | null> => {
  const row = await toldChange(context, companyId, id)
  if (!row) return null
  const isOver = row.state === 'EFFECTIVE'
  const how =
    row.effectiveAt === null
      ? 'It takes effect once another admin confirms it.'
      : 'No one else could confirm it, so it takes effect in 24 hours unless an admin cancels it.'
  return {
    title: isOver
      ? `The change that ${row.askedByName} asked for took effect`
      : `${row.askedByName} asks to change ${row.place.words}`,
    text: [`${row.words}.`, isOver ? 'No one else could confirm it within 24 hours.' : how, reason].join(' ').trim(),
    facts: [],
    label: isOver ? row.place.label : 'Review the change',
    path: row.place.path,
    billId: null,
    to: row.effectiveAt === null ? 'ADMINS' : 'ADMINS_AND_OWNER',
    exceptUserId: null,
  }
}

const approversAlarm = ({ reason = '' }: PaymentsAlarm): Alarm => ({
  title: 'Bank details can’t be confirmed as before',
  text: reason,
  facts: [],
  label: 'Choose who confirms',
  path: '/settings/payments/payment-details-approvers',
  billId: null,
  to: 'ADMINS',
  exceptUserId: null,
})

const alarmOf = async (context: SystemContext, companyId: string, alarm: PaymentsAlarm): Promise<Alarm | null> => {
  const { what, id } = alarm
  if (what === 'TRANSFER') return transferAlarm(context, companyId, id)
  if (what === 'RUN') return runAlarm(context, companyId, id)
  if (what === 'DETAILS') return detailsAlarm(context, companyId, id)
  if (what === 'APPROVERS') return approversAlarm(alarm)
  if (what === 'SETTING') return settingAlarm(context, companyId, alarm)
  return paymentAlarm(context, companyId, { ...alarm, what })
}

export const mailAlarm: OutboxHandler<'payments.alarm', SystemContext> =
  async (context) =>
  async ({ id, companyId, createdAt: at, payload }) => {
    const alarm = await alarmOf(context, companyId, payload)
    if (!alarm) return
    const { title, text, facts, label, path, billId, to } = alarm
    const kind = to === 'DETAILS_APPROVERS' ? 'BANK_DETAILS' : 'PAYMENT'
    const recipients = await recipientsOf(context, companyId, alarm)
    await ring(
      context.db,
      recipients.map(({ id: userId }) => ({
        ...{ key: id, companyId, userId, at, kind, title, path },
        target: billId === null ? null : { type: 'BILL', id: billId },
        sentence: billId === null ? text : `${withStop(title)} ${text}`,
      })),
    )
    const url = `${context.env.OUTLAY_ORIGIN}${path}`
    const html = String(
      <MailLayout
        title={title}
        preview={text}
        action={{ label, url }}
        footer="You got this email because you work with payments in Outlay. Alarms about money can’t be turned off."
      >
        <Paragraph>{text}</Paragraph>
        <Facts rows={facts} />
      </MailLayout>,
    )
    const lines = facts.map(([name, value]) => `${name}: ${value}`).join('\n')
    const plain = [text, lines, url].filter(Boolean).join('\n\n')
    for (const recipient of recipients)
      await sendMail(
        ...([
          context.env,
          { to: recipient.email, subject: title, html: `<!doctype html>${html}`, text: `${plain}\n` },
          `${id}:${recipient.id}`,
          id,
        ] as const),
      )
  }
