import * as endpoints from '../../../../schema/planning/transactions/recode-endpoints.ts'
import { listTransactionThreads } from '../../../../schema/planning/transactions/thread-endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { recodeTransactions, updateTransaction } from './recode.ts'
import { listLineRecodes, listRecodes, readRecode } from './recode-read.ts'
import { undoRecodeOf } from './recode-undo.ts'
import { readTransactionThreads } from './thread-list.ts'

export const recodeDoors = [
  door(endpoints.updateTransaction, updateTransaction),
  door(endpoints.recodeTransactions, recodeTransactions),
  door(endpoints.listRecodes, listRecodes),
  door(endpoints.getRecode, readRecode),
  door(endpoints.undoRecode, undoRecodeOf),
  door(endpoints.listLineRecodes, listLineRecodes),
  door(listTransactionThreads, readTransactionThreads),
]
