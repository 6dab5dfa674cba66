import { z } from 'zod'
import { transactionType } from '../../../../schema/planning/actuals/values.ts'
import {
  type TransactionMetadata,
  type TransactionRow,
  transactionMetadata,
} from '../../../../schema/planning/transactions/endpoints.ts'
import { exchangeRate } from '../../../../schema/shared/exchange.ts'
import { id } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { scopeOf, visibleSql } from './access.ts'
import { COLUMNS, type StoredTransaction, toTransactions } from './rows.ts'

/** One transaction. What someone doesn't see, or what the mapping leaves out, is not found. */

export interface SeenTransaction extends StoredTransaction {
  exchange: string | null
  system: string | null
  systemName: string | null
}

export const seenStatement = ({ db, actor }: StaffContext, transactionId: string): D1PreparedStatement => {
  const params = new Params(transactionId, actor.companyId)
  const visible = visibleSql(scopeOf(actor), 't', params.bind)
  return db.sql(
    `SELECT ${COLUMNS}, t.exchange, c.system, c.name AS systemName FROM transactions t
       LEFT JOIN erp_connections c ON c.id = t.connection_id
      WHERE t.id = ?1 AND t.company_id = ?2 AND t.is_tracked ${visible ? `AND ${visible}` : ''}`,
    ...params.values,
  )
}

/** Throws NOT_FOUND. */
export const requireTransaction = async (context: StaffContext, transactionId: string): Promise<SeenTransaction> => {
  const row = await context.db.first<SeenTransaction>(seenStatement(context, transactionId))
  if (!row) throw notFound('The transaction')
  return row
}

const shown = async (context: StaffContext, row: SeenTransaction): Promise<TransactionRow> => {
  const [transaction] = await toTransactions(context, [row])
  return transaction as TransactionRow
}

export const readTransaction = query({
  id: 'transactions.get',
  access: 'transactions.read',
  readsFirst: true,
  input: z.object({ id, type: transactionType }),
  run: async (context, { id: transactionId, type }): Promise<TransactionRow> => {
    const row = await requireTransaction(context, transactionId)
    if (row.type !== type) throw notFound('The transaction')
    return shown(context, row)
  },
})

const exchangeIn = (text: string | null): TransactionMetadata['exchange'] => {
  const rate = text === null ? null : exchangeRate.parse(JSON.parse(text))
  return rate && { rate: rate.rate, date: rate.date, source: rate.source }
}

export const readMetadata = query({
  id: transactionMetadata.id,
  access: 'transactions.read',
  readsFirst: true,
  input: inputOf(transactionMetadata),
  run: async (context, { transactionId }): Promise<TransactionMetadata> => {
    const row = await requireTransaction(context, transactionId)
    return {
      ...(await shown(context, row)),
      exchange: exchangeIn(row.exchange),
      accountingSystem: row.system === null ? null : { system: row.system, name: row.systemName ?? '' },
    }
  },
})
