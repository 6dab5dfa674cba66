import * as endpoints from '../../../../schema/money/checks/endpoints.ts'
import { employeeBankAccounts } from '../../../../schema/money/checks/tables.ts'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { insertRow } from '../../../core/record.ts'
import { fingerprintOf } from '../payments/index.ts'

/** Bank accounts of employees, which no vendor should be paid to. Only fingerprints and the last four digits are kept. */

/** So many are shown. */
const MOST = 100

interface Row {
  id: string
  employeeName: string
  lastFour: string
  createdByUserId: string
  createdByName: string | null
  createdAt: number
}

export const readEmployeeAccounts = query({
  id: 'checks.employee-accounts',
  access: 'payments.configure',
  readsFirst: true,
  input: inputOf(endpoints.listEmployeeAccounts),
  run: async ({ db, actor }) => {
    const rows = await db.all<Row>(
      db.sql(
        `SELECT e.id, e.employee_name AS employeeName, e.last_four AS lastFour, e.created_by_user_id AS createdByUserId,
                (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = e.created_by_user_id) AS createdByName,
                e.created_at AS createdAt
           FROM employee_bank_accounts e INDEXED BY employee_bank_accounts_company
          WHERE e.company_id = ? ORDER BY e.created_at DESC, e.id DESC LIMIT ${MOST + 1}`,
        actor.companyId,
      ),
    )
    return {
      accounts: rows
        .slice(0, MOST)
        .map(({ id, employeeName, lastFour, createdByUserId, createdByName, createdAt }) => ({
          ...{ id, employeeName, accountNumber: maskedAccount(lastFour), createdAt: new Date(createdAt).toISOString() },
          createdBy: { id: createdByUserId, name: createdByName ?? 'A former member' },
        })),
      hasMore: rows.length > MOST,
    }
  },
})

/** The vendors that are paid to an account are looked at again. */
const vendorsOf = `SELECT DISTINCT erp_vendor_id AS id FROM vendor_bank_details INDEXED BY vendor_bank_details_fingerprint
  WHERE company_id = ? AND fingerprint = ? AND state IN ('WAITING', 'CONFIRMED') LIMIT 20`
const again = (vendors: readonly { id: string }[]) =>
  vendors.map(({ id }) => ({ topic: 'checks.run' as const, payload: { what: 'VENDOR' as const, id } }))

export const addEmployeeAccount = command({
  id: 'checks.add-employee-account',
  access: 'payments.configure',
  input: inputOf(endpoints.addEmployeeAccount),
  run: async (context, { employeeName, ...account }) => {
    const { db, env, actor, clock, newId } = context
    const { companyId } = actor
    const fingerprint = await fingerprintOf(env, companyId, account)
    const [known, vendors] = await db.batch([
      db.sql(
        `SELECT employee_name AS name FROM employee_bank_accounts INDEXED BY employee_bank_accounts_fingerprint
          WHERE company_id = ? AND fingerprint = ?`,
        ...[companyId, fingerprint],
      ),
      db.sql(vendorsOf, companyId, fingerprint),
    ])
    const same = known?.results[0]
    if (same)
      throw new AppError('CONFLICT', `This account was already entered for ${String(same.name)}.`, {
        fields: { accountNumber: `This account was already entered for ${String(same.name)}` },
      })
    const [id, lastFour] = [newId(), account.accountNumber.slice(-4)]
    return commit(context, {
      subject: 'The bank account',
      statements: [
        insertRow(db, employeeBankAccounts, {
          ...{ id, companyId, employeeName, lastFour, fingerprint, createdByUserId: actor.userId },
          createdAt: clock.now(),
        }),
      ],
      audit: [
        {
          changeKey: `employee-bank-account:${id}:v1`,
          action: 'checks.employee-account-added',
          targetType: 'COMPANY',
          targetId: companyId,
          message: `Added the bank account ${maskedAccount(lastFour)} of ${employeeName} to compare vendors’ accounts with`,
          changeData: null,
        },
      ],
      outbox: again((vendors?.results ?? []) as unknown as { id: string }[]),
      result: { id },
    })
  },
})

export const removeEmployeeAccount = command({
  id: 'checks.remove-employee-account',
  access: 'payments.configure',
  input: inputOf(endpoints.removeEmployeeAccount),
  run: async (context, { accountId }): Promise<null> => {
    const { db, actor } = context
    const { companyId } = actor
    const row = await db.first<{ employeeName: string; lastFour: string; fingerprint: string }>(
      db.sql(
        `SELECT employee_name AS employeeName, last_four AS lastFour, fingerprint FROM employee_bank_accounts
          WHERE id = ? AND company_id = ?`,
        ...[accountId, companyId],
      ),
    )
    if (!row) throw notFound('The bank account')
    const vendors = await db.all<{ id: string }>(db.sql(vendorsOf, companyId, row.fingerprint))
    return commit(context, {
      subject: 'The bank account',
      statements: [
        db.sql('DELETE FROM employee_bank_accounts WHERE id = ? AND company_id = ?', accountId, companyId),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `employee-bank-account:${accountId}:v2`,
          action: 'checks.employee-account-removed',
          targetType: 'COMPANY',
          targetId: companyId,
          message: `Removed the bank account ${maskedAccount(row.lastFour)} of ${row.employeeName} from those that vendors’ accounts are compared with`,
          changeData: null,
        },
      ],
      outbox: again(vendors),
      result: null,
    })
  },
})
