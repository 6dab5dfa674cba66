import type { PaymentMethod } from '../../../../schema/money/payments/account-endpoints.ts'
import * as endpoints from '../../../../schema/money/payments/account-endpoints.ts'
import type { BankState } from '../../../../schema/money/payments/values.ts'
import type { AccountHolderType, BankAccountType } from '../../../../schema/vendors/portal/values.ts'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import { type Audit, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { refuseWhileUsed, unusedSql } from '../../../core/references.ts'
import { beginBankSetup, readBankSetup } from '../../../integrations/stripe/bank-accounts.ts'
import { wordsOf } from '../../../integrations/stripe/errors.ts'
import { type AccountRow, accountStatement, onboardedStatement, refOf, requireActive } from './account.ts'
import { askingFrom } from './asking.ts'
import { tried } from './tried.ts'
import { BANK_REFERRED } from './uses/references.ts'

/** The company's own bank accounts. Invariant: their numbers go to the provider, and are kept nowhere here. */

export interface BankRow {
  id: string
  companyId: string
  setupIntentId: string
  providerMethodId: string | null
  state: BankState
  bankName: string | null
  lastFour: string
  accountHolderName: string
  accountHolderType: AccountHolderType
  bankAccountType: BankAccountType
  verificationUrl: string | null
  depositKind: 'amounts' | 'descriptor_code' | null
  depositsArriveAt: number | null
  errorCode: string | null
  isDefault: number
  version: number
  createdAt: number
}

const COLUMNS = `m.id, m.company_id AS companyId, m.setup_intent_id AS setupIntentId,
  m.provider_method_id AS providerMethodId, m.state, m.bank_name AS bankName, m.last_four AS lastFour,
  m.account_holder_name AS accountHolderName, m.account_holder_type AS accountHolderType,
  m.bank_account_type AS bankAccountType, m.verification_url AS verificationUrl, m.deposit_kind AS depositKind,
  m.deposits_arrive_at AS depositsArriveAt, m.error_code AS errorCode, m.is_default AS isDefault, m.version,
  m.created_at AS createdAt`

/** So many that no list needs pages. */
const MOST = 20

const ENTITIES = `(SELECT json_group_array(json_object('id', o.id, 'name', o.name))
  FROM payment_method_entities e CROSS JOIN erp_objects o ON o.id = e.erp_entity_id
 WHERE e.company_id = m.company_id AND e.payment_method_id = m.id)`

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const toMethod = (row: BankRow & { entities: string }): PaymentMethod => ({
  id: row.id,
  bankName: row.bankName,
  lastFourAccountNumber: row.lastFour,
  accountHolderName: row.accountHolderName,
  accountHolderType: row.accountHolderType,
  bankAccountType: row.bankAccountType,
  status: row.state,
  isDefault: row.isDefault === 1,
  microdepositVerificationLink: row.verificationUrl,
  microdepositType: row.depositKind,
  microdepositsArriveAt: instant(row.depositsArriveAt),
  error: row.errorCode === null ? null : wordsOf(row.errorCode),
  erpEntities: JSON.parse(row.entities) as PaymentMethod['erpEntities'],
  createdAt: new Date(row.createdAt).toISOString(),
})

const readAll = async ({ db, actor }: StaffContext, where: string): Promise<PaymentMethod[]> =>
  (
    await db.all<BankRow & { entities: string }>(
      db.sql(
        `SELECT ${COLUMNS}, ${ENTITIES} AS entities FROM payment_methods m INDEXED BY payment_methods_company
          WHERE m.company_id = ? AND ${where} ORDER BY m.created_at, m.id LIMIT ${MOST * 5}`,
        actor.companyId,
      ),
    )
  ).map(toMethod)

export const readPaymentMethods = query({
  id: 'payments.payment-methods',
  access: 'payments.use',
  input: inputOf(endpoints.listPaymentMethods),
  run: (context) => readAll(context, "m.state NOT IN ('REMOVED', 'CANCELLED')"),
})

export const readNeedingAttention = query({
  id: 'payments.payment-methods-needs-attention',
  access: 'payments.use',
  input: inputOf(endpoints.paymentMethodsNeedingAttention),
  run: (context) => readAll(context, "m.state IN ('VERIFYING', 'FAILED')"),
})

export const readSetupIntents = query({
  id: 'payments.setup-intents',
  access: 'payments.configure',
  input: inputOf(endpoints.listSetupIntents),
  run: async (context) =>
    (await readAll(context, "m.state IN ('VERIFYING', 'FAILED')"))
      .toReversed()
      .map(({ id, status, microdepositVerificationLink }) => ({
        ...{ id, paymentMethodId: id, status, microdepositVerificationLink },
      })),
})

/** One of the company's. Throws NOT_FOUND, also for one that was removed. */
export const requireBank = async ({ db, actor }: StaffContext, id: string): Promise<BankRow> => {
  const row = await db.first<BankRow>(
    db.sql(
      `SELECT ${COLUMNS} FROM payment_methods m WHERE m.id = ? AND m.company_id = ? AND m.state NOT IN ('REMOVED', 'CANCELLED')`,
      ...[id, actor.companyId],
    ),
  )
  if (!row) throw notFound('The bank account')
  return row
}

/** One that was verified. Throws RULE_BROKEN for another one. */
export const requireVerified = async (context: StaffContext, id: string): Promise<BankRow> => {
  const row = await requireBank(context, id)
  if (row.state !== 'VERIFIED')
    throw new AppError('RULE_BROKEN', 'Verify this bank account first.', { reason: 'NOT_VERIFIED' })
  return row
}

/** "STRIPE TEST BANK ••••6789" */
export const bankName = ({ bankName: name, lastFour }: Pick<BankRow, 'bankName' | 'lastFour'>): string =>
  `${name ?? 'Bank account'} ${maskedAccount(lastFour)}`

const entry = (companyId: string, id: string, version: number, action: string, message: string): Audit => ({
  changeKey: `payment-method:${id}:v${version}`,
  action: `payments.${action}`,
  targetType: 'COMPANY',
  targetId: companyId,
  message,
  changeData: null,
})

/** Beside which field the provider's refusal is said. */
const FIELDS = {
  routing_number_invalid: 'routingNumber',
  account_number_invalid: 'accountNumber',
  bank_account_unusable: 'accountNumber',
}

/** The numbers go to the provider at once, because nothing here may keep them. */
export const createSetupIntent = command({
  id: 'payments.create-setup-intent',
  access: 'payments.configure',
  input: inputOf(endpoints.createSetupIntent),
  run: async (context, given) => {
    const { db, actor, clock, newId, commandId, clientAddress, device } = context
    const { companyId, userId } = actor
    const [accounts, counted] = await db.batch([
      accountStatement(context, companyId),
      db.sql(
        `SELECT COUNT(*) AS count FROM payment_methods INDEXED BY payment_methods_company
          WHERE company_id = ? AND state IN ('VERIFYING', 'VERIFIED', 'FAILED')`,
        companyId,
      ),
    ])
    const account = requireActive((accounts?.results[0] as unknown as AccountRow | undefined) ?? null)
    if (Number(counted?.results[0]?.count ?? 0) >= MOST)
      throw new AppError('RULE_BROKEN', `You can have at most ${MOST} bank accounts. Remove one first.`)
    const id = newId()
    const setup = await tried(
      () =>
        beginBankSetup(refOf(context, account), {
          ...given,
          email: actor.email,
          acceptance: { ipAddress: clientAddress || '127.0.0.1', userAgent: device ?? 'Outlay' },
          idempotencyKey: `bank-account:${commandId ?? id}`,
        }),
      FIELDS,
    )
    const now = clock.now()
    const state = setup.state === 'CANCELLED' ? 'FAILED' : setup.state
    const lastFour = given.accountNumber.slice(-4)
    return commit(context, {
      subject: 'The bank account',
      statements: [
        db.sql(
          `INSERT INTO payment_methods (id, company_id, setup_intent_id, provider_method_id, state, bank_name, last_four,
             account_holder_name, account_holder_type, bank_account_type, verification_url, deposit_kind,
             deposits_arrive_at, error_code, created_by_user_id, created_at, updated_at, ask_at)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?16, ?17)`,
          ...[id, companyId, setup.setupIntentId, setup.paymentMethodId, state, setup.bankName, lastFour],
          ...[given.accountHolderName, given.accountHolderType, given.bankAccountType, setup.verificationUrl],
          ...[setup.depositKind, setup.depositsArriveAt, setup.errorCode, userId, now, askingFrom(state, now).askAt],
        ),
      ],
      audit: [
        entry(companyId, id, 1, 'bank-account-added', `Added the bank account ${bankName({ ...setup, lastFour })}`),
      ],
      result: { id, status: state, microdepositVerificationLink: setup.verificationUrl },
    })
  },
})

/** How a verification went, from the provider. The first account that is verified is the default. It may run twice. */
export const advanceBank = async (context: BaseContext, companyId: string, id: string): Promise<void> => {
  const { db, clock } = context
  const [accounts, banks] = await db.batch([
    accountStatement(context, companyId),
    db.sql(`SELECT ${COLUMNS} FROM payment_methods m WHERE m.id = ? AND m.company_id = ?`, id, companyId),
  ])
  const account = (accounts?.results[0] as unknown as AccountRow | undefined) ?? null
  const row = (banks?.results[0] as unknown as BankRow | undefined) ?? null
  if (!account || row?.state !== 'VERIFYING') return
  const found = await readBankSetup(refOf(context, account), row.setupIntentId)
  const now = clock.now()
  if (found.state === 'VERIFYING') {
    if (found.verificationUrl === row.verificationUrl) return
    await db.batch([db.sql('UPDATE payment_methods SET verification_url = ? WHERE id = ?', found.verificationUrl, id)])
    return
  }
  const isVerified = found.state === 'VERIFIED'
  const said = isVerified ? 'is verified' : 'could not be verified'
  await commit(context, {
    subject: 'The bank account',
    as: { companyId, userId: null },
    statements: [
      db.sql(
        `UPDATE payment_methods SET state = ?3, error_code = ?4, verification_url = NULL, provider_method_id = coalesce(?5, provider_method_id),
                bank_name = coalesce(?6, bank_name), version = version + 1, updated_at = ?7, ask_at = NULL,
                is_default = ?3 = 'VERIFIED' AND NOT EXISTS (
                  SELECT 1 FROM payment_methods d WHERE d.company_id = ?8 AND d.is_default)
          WHERE id = ?1 AND version = ?2`,
        ...[id, row.version, found.state, found.errorCode, found.paymentMethodId, found.bankName, now, companyId],
      ),
      guardOneRow(db),
      onboardedStatement(context, companyId),
    ],
    audit: [
      entry(
        ...([companyId, id, row.version + 1, isVerified ? 'bank-account-verified' : 'bank-account-failed'] as const),
        `The bank account ${bankName(row)} ${said}`,
      ),
    ],
    result: null,
  })
}

export const setDefault = command({
  id: 'payments.set-default-payment-method',
  access: 'payments.configure',
  input: inputOf(endpoints.setDefaultPaymentMethod),
  run: async (context, { paymentMethodId }) => {
    const { db, actor, clock } = context
    const row = await requireVerified(context, paymentMethodId)
    const result = { id: row.id }
    if (row.isDefault === 1) return result
    return commit(context, {
      subject: 'The bank account',
      statements: [
        db.sql('UPDATE payment_methods SET is_default = 0 WHERE company_id = ? AND is_default', actor.companyId),
        db.sql(
          `UPDATE payment_methods SET is_default = 1, version = version + 1, updated_at = ?3
            WHERE id = ?1 AND version = ?2 AND state = 'VERIFIED'`,
          ...[row.id, row.version, clock.now()],
        ),
        guardOneRow(db),
      ],
      audit: [
        entry(
          ...([actor.companyId, row.id, row.version + 1, 'default-bank-account'] as const),
          `Made ${bankName(row)} the default bank account`,
        ),
      ],
      result,
    })
  },
})

export const attachToEntity = command({
  id: 'payments.attach-to-erp-entity',
  access: 'payments.configure',
  input: inputOf(endpoints.attachToEntity),
  run: async (context, { paymentMethodId, erpEntityId }) => {
    const { db, actor, clock } = context
    const row = await requireVerified(context, paymentMethodId)
    const entity = await db.first<{ name: string }>(
      db.sql(
        `SELECT name FROM erp_objects WHERE id = ? AND company_id = ? AND kind = 'ENTITY' AND deleted_at IS NULL`,
        ...[erpEntityId, actor.companyId],
      ),
    )
    if (!entity) throw invalidField('erpEntityId', 'Choose one of your entities')
    return commit(context, {
      subject: 'The bank account',
      statements: [
        db.sql(
          `UPDATE payment_methods SET version = version + 1, updated_at = ?3
            WHERE id = ?1 AND version = ?2 AND state = 'VERIFIED'`,
          ...[row.id, row.version, clock.now()],
        ),
        guardOneRow(db),
        db.sql(
          `INSERT INTO payment_method_entities (company_id, erp_entity_id, payment_method_id) VALUES (?1, ?2, ?3)
             ON CONFLICT (company_id, erp_entity_id) DO UPDATE SET payment_method_id = ?3`,
          ...[actor.companyId, erpEntityId, row.id],
        ),
      ],
      audit: [
        entry(
          ...([actor.companyId, row.id, row.version + 1, 'bank-account-attached'] as const),
          `${entity.name} uses the bank account ${bankName(row)}`,
        ),
      ],
      result: { id: row.id },
    })
  },
})

/** What is on its way still arrives. The provider can't debit or credit it for Outlay from then on. */
export const removePaymentMethod = command({
  id: 'payments.delete-payment-method',
  access: 'payments.configure',
  input: inputOf(endpoints.deletePaymentMethod),
  run: async (context, { paymentMethodId }) => {
    const { db, actor, clock } = context
    const row = await requireBank(context, paymentMethodId)
    const waiting = await db.first(
      db.sql(
        "SELECT 1 AS one FROM payment_transfers INDEXED BY payment_transfers_method WHERE company_id = ? AND payment_method_id = ? AND state = 'WAITING'",
        ...[actor.companyId, row.id],
      ),
    )
    if (waiting)
      throw new AppError('RULE_BROKEN', 'A transfer with this bank account is being sent. Try again in a minute.')
    await refuseWhileUsed(context, BANK_REFERRED, [{ id: row.id, name: bankName(row) }])
    return commit(context, {
      subject: 'The bank account',
      statements: [
        db.sql(
          `UPDATE payment_methods SET state = 'REMOVED', is_default = 0, verification_url = NULL, version = version + 1,
                  updated_at = ?3
            WHERE id = ?1 AND company_id = ?2 AND version = ?4 AND ${unusedSql(BANK_REFERRED)}`,
          ...[row.id, actor.companyId, clock.now(), row.version],
        ),
        guardOneRow(db),
        db.sql(
          'DELETE FROM payment_method_entities WHERE payment_method_id = ? AND company_id = ?',
          row.id,
          actor.companyId,
        ),
      ],
      audit: [
        entry(
          ...([actor.companyId, row.id, row.version + 1, 'bank-account-removed'] as const),
          `Removed the bank account ${bankName(row)}`,
        ),
      ],
      outbox: [{ topic: 'payments.follow', payload: { what: 'REMOVED_BANK', id: row.id } }],
      result: { id: row.id },
    })
  },
})
