import {
  type AccountBalance,
  type AccountDetail,
  type TrialBalance,
  trialBalance,
  trialBalanceFile,
} from '../../../../schema/money/ledger/report-endpoints.ts'
import { LEDGER_ACCOUNT_WORDS, type LedgerAccount } from '../../../../schema/money/ledger/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { amountCell, type CsvRow } from '../../../core/csv.ts'
import { listFile } from '../../../core/list/file.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { booksMonth } from '../../platform/members/index.ts'

/** Balances of accounts at the end of a month. */

interface Row {
  account: LedgerAccount
  erpAccountId: string
  currency: Currency
  debit: number
  credit: number
  base: number
  name: string | null
  number: string | null
}

/** The newest balance until the month, of these accounts. */
const balancesSql = (of: string): string =>
  `SELECT a.account, a.erp_account_id AS erpAccountId, a.currency, b.debit_minor AS debit, b.credit_minor AS credit,
          b.base_minor AS base, o.name, o.number
     FROM (${of}) a
    CROSS JOIN ledger_balances b ON b.company_id = ?1 AND b.account = a.account AND b.erp_account_id = a.erp_account_id
           AND b.currency = a.currency AND b.month = (
             SELECT n.month FROM ledger_balances n WHERE n.company_id = ?1 AND n.account = a.account
                AND n.erp_account_id = a.erp_account_id AND n.currency = a.currency AND n.month <= ?2
              ORDER BY n.month DESC LIMIT 1)
     LEFT JOIN erp_objects o ON o.id = a.erp_account_id AND +o.company_id = ?1`

const toBalance = ({ actor }: StaffContext, { account, currency, debit, credit, base }: Row): AccountBalance => ({
  account,
  currency,
  debit: { value: debit, currency },
  credit: { value: credit, currency },
  balance: { value: debit - credit, currency },
  companyBalance: { value: base, currency: actor.company.currency },
})

const detailOf = (context: StaffContext, row: Row): AccountDetail => ({
  ...toBalance(context, row),
  erpAccount:
    row.erpAccountId === '' ? null : { id: row.erpAccountId, name: row.name ?? 'Removed account', number: row.number },
})

interface Asked {
  month?: string | undefined
  cursor?: string | undefined
  first: number
}

/** One round trip. Accounts without anything until the month are left out, so that a page can be short. */
const readBalances = async (context: StaffContext, { month: asked, cursor, first }: Asked): Promise<TrialBalance> => {
  const { db, actor } = context
  const month = asked ?? booksMonth(context)
  const after = cursor ? decodeCursor(cursor, 3) : ['', '', '']
  const [totals, details, walked] = await db.readBatch([
    db.sql(
      balancesSql(
        "SELECT account, erp_account_id, currency FROM ledger_accounts WHERE company_id = ?1 AND erp_account_id = '*'",
      ),
      actor.companyId,
      month,
    ),
    db.sql(balancesSql(detailsSql('account, erp_account_id, currency')), actor.companyId, month, ...after, first),
    db.sql(detailsSql('account, erp_account_id AS erpAccountId, currency', '?2'), actor.companyId, first + 1, ...after),
  ])
  const found = new Map(
    ((details?.results ?? []) as unknown as Row[]).map((row) => [
      `${row.account} ${row.erpAccountId} ${row.currency}`,
      row,
    ]),
  )
  // Every account is an edge of the walk, and those with a balance until the month are shown.
  const all = (walked?.results ?? []) as unknown as Pick<Row, 'account' | 'erpAccountId' | 'currency'>[]
  const page = toConnection(
    all,
    first,
    ({ account, erpAccountId, currency }) => [account, erpAccountId, currency],
    (key) => found.get(`${key.account} ${key.erpAccountId} ${key.currency}`),
  )
  return {
    month,
    accounts: ((totals?.results ?? []) as unknown as Row[]).map((row) => toBalance(context, row)),
    edges: page.edges.flatMap(({ cursor: at, node }) => (node ? [{ cursor: at, node: detailOf(context, node) }] : [])),
    pageInfo: page.pageInfo,
  }
}

/** Accounts of the accounting system after a place, in order. */
const detailsSql = (columns: string, limit = '?6'): string =>
  `SELECT ${columns} FROM ledger_accounts WHERE company_id = ?1 AND erp_account_id <> '*'
      AND (account, erp_account_id, currency) > (?3, ?4, ?5) ORDER BY account, erp_account_id, currency LIMIT ${limit}`

export const readTrialBalance = query({
  id: trialBalance.id,
  access: 'payments.accounting',
  readsFirst: true,
  input: inputOf(trialBalance),
  run: readBalances,
})

const lineOf = (account: string, row: AccountBalance): CsvRow => [
  ...[account, amountCell(row.debit), amountCell(row.credit), amountCell(row.balance), row.currency],
  ...[amountCell(row.companyBalance), row.companyBalance.currency],
]

/** Accounts that are kept by those of the accounting system. A file has them or their total, so that its columns add up. */
const HAS_PARTS: ReadonlySet<LedgerAccount> = new Set(['EXPENSE', 'PREPAID'])

export const readTrialBalanceFile = query({
  id: trialBalanceFile.id,
  access: 'payments.accounting',
  readsFirst: true,
  input: inputOf(trialBalanceFile),
  run: (context, { month }) =>
    listFile(
      context,
      'trial-balance',
      async ({ cursor, first }) => {
        const page = await readBalances(context, { month, cursor, first })
        const whole = cursor ? [] : page.accounts.filter(({ account }) => !HAS_PARTS.has(account))
        const lines = [
          ...whole.map((row) => lineOf(LEDGER_ACCOUNT_WORDS[row.account], row)),
          ...page.edges.map(({ node }) => lineOf(nameOf(node), node)),
        ]
        return { ...page, edges: lines.map((node) => ({ cursor: '', node })) }
      },
      () => ['Account', 'Debit', 'Credit', 'Balance', 'Currency', 'Balance in company currency', 'Company currency'],
      (line) => [line],
    ),
})

const nameOf = ({ account, erpAccount }: AccountDetail): string => {
  const name = erpAccount ? [erpAccount.number, erpAccount.name].filter(Boolean).join(' ') : 'No account'
  return `${LEDGER_ACCOUNT_WORDS[account]}: ${name}`
}
