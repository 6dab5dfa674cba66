import * as endpoints from '../../../../schema/planning/transactions/endpoints.ts'
import { listDoors } from '../../../transport/list-doors.ts'
import { door } from '../../../transport/rest.ts'
import { transactionOperations } from './list.ts'
import { readMetadata } from './read.ts'
import { recodeDoors } from './recode-rest.ts'
import { readChart, readTotals } from './sums.ts'

export const transactionDoors = [
  ...recodeDoors,
  ...listDoors(endpoints.transactionList, endpoints.transactionFile, transactionOperations),
  door(endpoints.transactionTotals, readTotals),
  door(endpoints.transactionChart, readChart),
  door(endpoints.transactionMetadata, readMetadata),
]
