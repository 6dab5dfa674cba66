import { z } from 'zod'
import type { PaymentsAccount } from '../../../../schema/money/payments/account-endpoints.ts'
import * as endpoints from '../../../../schema/money/payments/account-endpoints.ts'
import type { AccountState } from '../../../../schema/money/payments/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import {
  createAccount,
  onboardingUrl,
  openFinancialAccount,
  readAccount,
  type StripeAccount,
} from '../../../integrations/stripe/accounts.ts'
import { type AccountRef, hasStripe } from '../../../integrations/stripe/settings.ts'
import { askingFrom } from './asking.ts'
import { tried } from './tried.ts'

/** The company's account at the payment provider: made once, and as far along as the provider says. */

export interface AccountRow {
  companyId: string
  accountId: string
  financialAccountId: string | null
  state: AccountState
  missingCount: number
  version: number
}

const COLUMNS = `company_id AS companyId, account_id AS accountId, financial_account_id AS financialAccountId, state,
  missing_count AS missingCount, version`

export const accountStatement = ({ db }: Pick<BaseContext, 'db'>, companyId: string): D1PreparedStatement =>
  db.sql(`SELECT ${COLUMNS} FROM payments_accounts WHERE company_id = ?`, companyId)

export const readAccountRow = (context: Pick<BaseContext, 'db'>, companyId: string): Promise<AccountRow | null> =>
  context.db.first<AccountRow>(accountStatement(context, companyId))

export const refOf = ({ env }: Pick<BaseContext, 'env'>, { accountId }: Pick<AccountRow, 'accountId'>): AccountRef => ({
  env,
  accountId,
})

const notReady = (): AppError =>
  new AppError('RULE_BROKEN', 'Finish setting up payments first, under Settings › Payments.', {
    reason: 'NOT_ONBOARDED',
  })

/** An account that can hold and send money. Throws RULE_BROKEN without one. */
export const requireActive = (row: AccountRow | null): AccountRow & { financialAccountId: string } => {
  if (row?.state !== 'ACTIVE' || row.financialAccountId === null) throw notReady()
  return { ...row, financialAccountId: row.financialAccountId }
}

/** Onboarded: the account is active, and a bank account was verified once. */
export const onboardedStatement = ({ db }: Pick<BaseContext, 'db'>, companyId: string): D1PreparedStatement => {
  const isOnboarded = `(EXISTS (SELECT 1 FROM payments_accounts a WHERE a.company_id = ?1 AND a.state = 'ACTIVE')
    AND (coalesce(flags ->> '$.paymentsOnboarded', 0) OR EXISTS (
      SELECT 1 FROM payment_methods m WHERE m.company_id = ?1 AND m.state = 'VERIFIED')))`
  return db.sql(
    `UPDATE companies SET flags = json_set(flags, '$.paymentsOnboarded', json(iif(${isOnboarded}, 'true', 'false'))),
                          version = version + 1
      WHERE id = ?1 AND coalesce(flags ->> '$.paymentsOnboarded', 0) <> ${isOnboarded}`,
    companyId,
  )
}

const shown = ({ env, actor }: StaffContext, row: AccountRow | null, isOnboarded: boolean): PaymentsAccount => ({
  state: row?.state ?? null,
  missingCount: row?.missingCount ?? 0,
  isAvailable: hasStripe(env),
  isOnboarded: isOnboarded || (actor.policy.company.paymentsOnboarded && row?.state === 'ACTIVE'),
})

export const readPaymentsAccount = query({
  id: 'payments.account',
  access: 'payments.use',
  input: inputOf(endpoints.getPaymentsAccount),
  run: async (context) => shown(context, await readAccountRow(context, context.actor.companyId), false),
})

const stateOf = ({ isActive, isSubmitted, isDisabled }: StripeAccount): AccountState => {
  if (isDisabled) return 'REJECTED'
  if (isActive) return 'ACTIVE'
  return isSubmitted ? 'SUBMITTED' : 'CREATED'
}

const MESSAGES: Record<AccountState, string> = {
  CREATED: 'The payment provider needs more details of the company',
  SUBMITTED: 'The payment provider checks the company’s details',
  ACTIVE: 'The payments account is ready',
  REJECTED: 'The payment provider refused the payments account',
}

/** Asks the provider how far the account is, and opens what holds the money once it may. It may run twice. */
export const advanceAccount = async (context: BaseContext, companyId: string): Promise<AccountRow | null> => {
  const { db, clock } = context
  const row = await readAccountRow(context, companyId)
  if (!row) return null
  const ref = refOf(context, row)
  const found = await readAccount(ref)
  const said = stateOf(found)
  const opened =
    said === 'ACTIVE' && row.financialAccountId === null
      ? (await openFinancialAccount(ref, `financial-account:${companyId}`)).financialAccountId
      : row.financialAccountId
  const now = clock.now()
  const { state, missingCount } = { state: said, missingCount: found.missingCount }
  if (state === row.state && missingCount === row.missingCount && opened === row.financialAccountId) return row
  const { askAt, asks } = askingFrom(state, now)
  return commit(context, {
    subject: 'The payments account',
    as: { companyId, userId: null },
    statements: [
      db.sql(
        `UPDATE payments_accounts SET state = ?3, missing_count = ?4, financial_account_id = ?5, version = version + 1,
                updated_at = ?6, ask_at = ?7, asks = ?8 WHERE company_id = ?1 AND version = ?2`,
        ...[companyId, row.version, state, missingCount, opened, now, askAt, asks],
      ),
      guardOneRow(db),
      onboardedStatement(context, companyId),
    ],
    audit:
      state === row.state
        ? []
        : [
            {
              changeKey: `payments-account:${companyId}:v${row.version + 1}`,
              action: 'payments.account-changed',
              targetType: 'COMPANY',
              targetId: companyId,
              message: MESSAGES[state],
              changeData: null,
            },
          ],
    result: { ...row, state, missingCount, financialAccountId: opened, version: row.version + 1 },
  })
}

/** For a screen that can't wait for the provider's event. */
export const checkAccount = command({
  id: 'payments.check-account',
  access: 'payments.configure',
  idempotency: 'none',
  input: inputOf(endpoints.checkPaymentsAccount),
  run: async (context) => {
    const { companyId } = context.actor
    const row = await tried(() => advanceAccount(context, companyId)).catch((error: unknown) => {
      // The provider's event came at the same moment, and says the same.
      if (error instanceof AppError && error.code === 'CONFLICT') return readAccountRow(context, companyId)
      throw error
    })
    return shown(context, row, false)
  },
})

const PAGE = '/settings/payments/onboarding'

/** Makes the account, once, and says where the company tells the provider about itself. */
export const createPaymentsAccount = command({
  id: 'payments.create-account',
  access: 'payments.configure',
  // The account is made once anyway, and each call is for a new link, which works once.
  idempotency: 'none',
  input: z.object({}),
  run: async (context): Promise<{ id: string; onboardingUrl: string | null }> => {
    const { db, env, actor, clock } = context
    const { companyId, userId } = actor
    if (!hasStripe(env)) throw new AppError('RULE_BROKEN', 'Payments are not set up on this installation.')
    const existing = await readAccountRow(context, companyId)
    if (existing?.state === 'ACTIVE') return { id: companyId, onboardingUrl: null }
    if (existing?.state === 'REJECTED')
      throw new AppError('RULE_BROKEN', 'The payment provider refused this company. Contact support.')
    const accountId =
      existing?.accountId ??
      (
        await tried(() =>
          createAccount(env, { companyId, name: actor.company.name, idempotencyKey: `payments-account:${companyId}` }),
        )
      ).accountId
    const back = (why: string) => `${env.OUTLAY_ORIGIN}${PAGE}?${why}=1`
    const url = await tried(() =>
      onboardingUrl({ env, accountId }, { returnUrl: back('returned'), refreshUrl: back('expired') }),
    )
    const now = clock.now()
    return commit(context, {
      subject: 'The payments account',
      statements: existing
        ? []
        : [
            db.sql(
              `INSERT INTO payments_accounts (company_id, account_id, state, missing_count, created_by_user_id, created_at,
                 updated_at, ask_at) VALUES (?1, ?2, 'CREATED', 0, ?3, ?4, ?4, ?5)
               ON CONFLICT (company_id) DO UPDATE SET account_id = account_id`,
              ...[companyId, accountId, userId, now, askingFrom('CREATED', now).askAt],
            ),
          ],
      audit: existing
        ? []
        : [
            {
              changeKey: `payments-account:${companyId}:v1`,
              action: 'payments.account-created',
              targetType: 'COMPANY',
              targetId: companyId,
              message: 'Created the payments account',
              changeData: null,
            },
          ],
      result: { id: companyId, onboardingUrl: url },
    })
  },
})
