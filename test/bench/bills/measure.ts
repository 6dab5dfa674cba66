import { startRuntime } from '../runtime.ts'
import { measureCase, type TransactionCost } from '../transactions/measure.ts'
import { billCases } from './cases.ts'
import { billsDatabase } from './database.ts'

/** What a company with a million bills costs: lists, reports, and entering another one. */

/** @param shows what each statement read */
export const billCosts = async (count: number, shows: boolean): Promise<TransactionCost[]> => {
  const runtime = await startRuntime(await billsDatabase(count))
  try {
    const costs: TransactionCost[] = []
    for (const each of billCases())
      costs.push(
        await measureCase(runtime, each, shows).catch((error: unknown) => ({
          ...{ what: each.what, as: each.as, mostRows: each.mostRows, rowsRead: 0, roundTrips: 0, milliseconds: 0 },
          fault: String(error),
        })),
      )
    return costs
  } finally {
    await runtime.stop()
  }
}
