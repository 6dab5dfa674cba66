import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { several } from '../../shared/list.ts'
import { id, instant, named, person } from '../../shared/values.ts'
import { transactionQuery } from './endpoints.ts'
import { RECODE_STATES, RECODED } from './recode-values.ts'

/** Changing the vendor and the category of transactions (specification 3 §7.2). */

/** Missing fields stay, null is none. Expenses have a spend category, revenue has a revenue category. */
const set = {
  vendorId: id.nullish(),
  spendCategoryId: id.nullish(),
  revenueCategoryId: id.nullish(),
  /** What follows the mapping again. */
  fromMapping: z.array(z.enum(RECODED)).max(RECODED.length).optional(),
}

/** What is set, of one transaction or of several. */
export const recodeSet = z.object(set)
export type RecodeSet = z.output<typeof recodeSet>

export const updateTransaction = endpoint({
  id: 'transactions.update',
  method: 'POST',
  path: '/api/update-transaction',
  summary: 'Change the vendor and the category of a transaction',
  /** `version` is the one that was read. Without it the last write wins. */
  body: z.object({ transactionId: id, version: z.number().int().min(1).optional(), ...set }),
  response: z.object({
    id: z.string(),
    /** For undoing it. Null if nothing changed. */
    recodeId: z.string().nullable(),
  }),
})

/** A change of transactions, and how far it is. */
export const recode = z.object({
  id: z.string(),
  state: z.enum(RECODE_STATES),
  /** How many transactions it concerns, how many of them the job has looked at, and how many were different before. */
  total: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
  /** Undone. Those that were changed again since keep what they have. */
  restored: z.number().int(),
  /** Null if it stays. Without a name there is none. */
  vendor: z.object({ isFromMapping: z.boolean(), name: z.string().nullable() }).nullable(),
  category: z.object({ isFromMapping: z.boolean(), name: z.string().nullable() }).nullable(),
  madeAt: instant,
  madeBy: person.nullable(),
  undoneAt: instant.nullable(),
  undoneBy: person.nullable(),
})
export type Recode = z.infer<typeof recode>

export const recodeTransactions = endpoint({
  id: 'transactions.recode',
  method: 'POST',
  path: '/api/transactions/recode',
  summary: 'Change the vendor or the category of several transactions, or of all that match filters',
  body: z.object({
    transactionIds: several('transaction').optional(),
    /** Instead: all that match. */
    filters: transactionQuery.optional(),
    ...set,
  }),
  response: z.object({
    /** Null if nothing changed. */
    recodeId: z.string().nullable(),
    state: z.enum(RECODE_STATES),
    total: z.number().int(),
  }),
})

export const listRecodes = endpoint({
  id: 'transactions.recodes',
  method: 'GET',
  path: '/api/transaction-recodes',
  summary: 'The latest changes of transactions',
  response: z.array(recode),
})

const recodeParams = z.object({ recodeId: id })

export const getRecode = endpoint({
  id: 'transactions.get-recode',
  method: 'GET',
  path: '/api/transaction-recodes/{recodeId}',
  summary: 'A change of transactions, and how far it is',
  params: recodeParams,
  response: recode,
})

export const undoRecode = endpoint({
  id: 'transactions.undo-recode',
  method: 'POST',
  path: '/api/transaction-recodes/{recodeId}/undo',
  summary: 'Undo a change of transactions',
  params: recodeParams,
  response: z.object({
    id: z.string(),
    state: z.enum(RECODE_STATES),
    /** Once it is done: how many were restored, and how many were changed again since. */
    restored: z.number().int(),
    kept: z.number().int(),
  }),
})

const change = z.object({ from: named.nullable(), to: named.nullable(), isFromMapping: z.boolean() })

/** What people have changed of one line. */
export const lineRecode = z.object({
  recodeId: z.string(),
  madeAt: instant,
  madeBy: person.nullable(),
  vendor: change.nullable(),
  category: change.nullable(),
  undoneAt: instant.nullable(),
  undoneBy: person.nullable(),
  canUndo: z.boolean(),
})
export type LineRecode = z.infer<typeof lineRecode>

export const listLineRecodes = endpoint({
  id: 'transactions.line-recodes',
  method: 'GET',
  path: '/api/transactions/{transactionId}/recodes',
  summary: 'What people have changed of a transaction, newest first',
  params: z.object({ transactionId: id }),
  response: z.array(lineRecode),
})
