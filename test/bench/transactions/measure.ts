import { costOf } from '../pages.ts'
import { statementTable, table } from '../report.ts'
import { send, signedIn } from '../requests.ts'
import { startRuntime } from '../runtime.ts'
import { type Call, type Case, casesOf } from './cases.ts'
import { rangeAt, transactionsDatabase } from './database.ts'

/** What reading a million transactions costs: lists, totals, charts, a vendor's own, and spend of the last twelve months. */

export interface TransactionCost {
  what: string
  as: string
  mostRows: number | null
  mostTrips?: number | undefined
  rowsRead: number
  roundTrips: number
  /** The median of some tries, without counting. */
  milliseconds: number
  /** What isn't as it should be. */
  fault: string | null
}

const MOST_TRIPS = 2
const TRIES = 5

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const requestOf = ({ path, body, who }: Call) => ({
  path,
  method: body ? ('POST' as const) : ('GET' as const),
  headers: {
    ...signedIn(who),
    ...(body && { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }),
  },
  ...(body && { body: JSON.stringify(typeof body === 'function' ? body() : body) }),
})

const cursorOf = (json: unknown): string =>
  (json as { pageInfo: { endCursor: string | null } }).pageInfo.endCursor ?? ''

/** Reads pages until the one that is measured. */
const turned = async (url: string, call: Call, pages: number): Promise<Call> => {
  let path = call.path
  for (let page = 1; page < pages; page++) {
    const { json } = await send(url, requestOf({ ...call, path }))
    path = `${call.path}&cursor=${encodeURIComponent(cursorOf(json))}`
  }
  return { ...call, path }
}

/** @param shows what each statement read */
export const measureCase = async (
  urls: { traced: string; worker: string },
  each: Case,
  shows: boolean,
): Promise<TransactionCost> => {
  const call = await turned(urls.worker, each.call, each.page ?? 1)
  // The session of someone who is there for the first time is read first.
  await send(urls.traced, requestOf(call))
  const { json, headers } = await send(urls.traced, requestOf(call))
  const cost = costOf(headers)
  const { rowsRead, roundTrips } = cost
  const times: number[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    const began = performance.now()
    await send(urls.worker, requestOf(call))
    times.push(performance.now() - began)
  }
  const { what, as, mostRows, mostTrips } = each
  if (shows) console.log(`${what}, as ${as}\n${statementTable(cost)}\n`)
  return { what, as, mostRows, mostTrips, rowsRead, roundTrips, milliseconds: middle(times), fault: each.fault(json) }
}

/** @param shows what each statement read */
export const transactionCosts = async (count: number, shows: boolean): Promise<TransactionCost[]> => {
  const runtime = await startRuntime(await transactionsDatabase(count))
  try {
    const costs: TransactionCost[] = []
    for (const each of casesOf(rangeAt(Date.now()), count)) costs.push(await measureCase(runtime, each, shows))
    return costs
  } finally {
    await runtime.stop()
  }
}

export const transactionCostsText = (costs: readonly TransactionCost[]): string =>
  table(
    ['what', 'as', 'rows read', 'D1 trips', 'ms'],
    costs.map(({ what, as, rowsRead, roundTrips, milliseconds }) => [
      ...[what, as, rowsRead.toLocaleString('en-US'), String(roundTrips), milliseconds.toFixed(0)],
    ]),
  )

export const missedTransactions = (costs: readonly TransactionCost[]): string[] =>
  costs.flatMap(({ what, as, mostRows, mostTrips = MOST_TRIPS, rowsRead, roundTrips, fault }) => [
    ...(fault ? [`${what}, as ${as}: ${fault}`] : []),
    ...(roundTrips > mostTrips ? [`${what}, as ${as}: ${roundTrips} round trips`] : []),
    ...(mostRows !== null && rowsRead > mostRows ? [`${what}, as ${as}: ${rowsRead} rows read`] : []),
  ])
