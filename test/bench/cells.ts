import { databaseOf } from './data/build.ts'
import { cookieOf } from './data/company.ts'
import { LIST_PATH } from './filtered.ts'
import { type Measured, run } from './load.ts'
import type { Options } from './options.ts'
import { table } from './report.ts'
import { admin, graphqlList, send } from './requests.ts'
import { startRuntime } from './runtime.ts'

/** A page of a company in one cell among three, beside the same company in the only database. */

/** A session in cell 1 names it. */
const inCell = { Cookie: cookieOf(admin).replace('=', '=c1.') }
const inOnly = { Cookie: cookieOf(admin) }
const LEAST_RATE = 0.95
const REQUESTS = 1000

export interface CellCost {
  page: string
  /** Per second, and round trips to databases. */
  only: { perSecond: number; trips: number }
  cell: { perSecond: number; trips: number }
  /** Medians of the rounds. */
  ratio: number
  /** The same from the runtime's processor time, which other work on the machine hardly changes. */
  cpuRatio: number
}

const PAGES = [
  { page: 'List page, REST', request: { method: 'GET' as const, path: LIST_PATH, headers: {} } },
  { page: 'List page, GraphQL', request: graphqlList(admin) },
  {
    page: 'Home',
    request: { method: 'GET' as const, path: '/api/intake-submissions/needs-attention?filter=approver', headers: {} },
  },
]

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const compareCells = async ({ connections, seconds, warmUpSeconds, rounds }: Options): Promise<CellCost[]> => {
  const runtime = await startRuntime(await databaseOf(REQUESTS), { cells: true })
  try {
    const costs: CellCost[] = []
    for (const { page, request } of PAGES) {
      const asked = (session: Record<string, string>) => ({ ...request, headers: { ...request.headers, ...session } })
      const sides = { only: asked(inOnly), cell: asked(inCell) }
      const tripsOf = async (url: string, side: keyof typeof sides) => {
        const { headers } = await send(url, sides[side])
        return Number(/trips=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])
      }
      // The first call reads the session by itself.
      for (let i = 0; i < 2; i++) await tripsOf(runtime.traced, 'only')
      for (let i = 0; i < 2; i++) await tripsOf(runtime.celledTraced, 'cell')
      const trips = { only: await tripsOf(runtime.traced, 'only'), cell: await tripsOf(runtime.celledTraced, 'cell') }
      const measure = async (side: keyof typeof sides, length: number) => {
        const url = side === 'only' ? runtime.worker : runtime.celled
        return run({ url, steps: [sides[side]], connections, seconds: length, cpuMs: runtime.cpuMs })
      }
      await measure('only', warmUpSeconds)
      await measure('cell', warmUpSeconds)
      const measured: { only: Measured; cell: Measured }[] = []
      for (let round = 0; round < rounds; round++)
        measured.push({ only: await measure('only', seconds), cell: await measure('cell', seconds) })
      costs.push({
        page,
        only: { perSecond: middle(measured.map(({ only }) => only.perSecond)), trips: trips.only },
        cell: { perSecond: middle(measured.map(({ cell }) => cell.perSecond)), trips: trips.cell },
        ratio: middle(measured.map(({ only, cell }) => cell.perSecond / only.perSecond)),
        cpuRatio: middle(measured.map(({ only, cell }) => only.cpuMs / cell.cpuMs)),
      })
    }
    return costs
  } finally {
    await runtime.stop()
  }
}

export const cellTable = (costs: CellCost[]): string =>
  table(
    ['one cell of three', '', 'req/s', 'one database', 'ratio', 'by CPU', 'D1 trips', 'one database'],
    costs.map(({ page, only, cell, ratio, cpuRatio }) => [
      page,
      '',
      cell.perSecond.toFixed(0),
      only.perSecond.toFixed(0),
      ratio.toFixed(2),
      cpuRatio.toFixed(2),
      String(cell.trips),
      String(only.trips),
    ]),
  )

/** Judged by the better of the two: a disturbance of the machine makes either of them worse. */
export const missedCells = (costs: CellCost[]): string[] =>
  costs.flatMap(({ page, only, cell, ratio, cpuRatio }) => [
    ...(cell.trips > only.trips ? [`${page} in a cell: ${cell.trips} round trips, not ${only.trips}`] : []),
    ...(Math.max(ratio, cpuRatio) < LEAST_RATE
      ? [`${page} in a cell: ${ratio.toFixed(2)} of the rate (by CPU ${cpuRatio.toFixed(2)}), not ${LEAST_RATE}`]
      : []),
  ])
