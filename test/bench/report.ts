import type { Measured } from './load.ts'
import { MOST_PLANNING_MS, type PlanningCost } from './planning.ts'
import type { Cost } from './workers/counting.ts'

export interface Row {
  size: number
  name: string
  label: string
  floorIs: string
  worker: Measured
  floor: Measured
  /** Median of the rounds' ratios, because a disturbance of the machine affects both sides of a round. */
  ratio: number
  /** The same from the runtime's processor time, to see whether the ratio was disturbed. */
  cpuRatio: number
  target?: number
  perSecond?: number
  isPage: boolean
  cost: Cost
  /** Load of the machine, afterwards. The benchmark itself causes about 1.5, and more disturbs the absolute numbers. */
  loadAverage: number
}

/** Pages only: what a page may cost the database. */
export interface PageCost {
  size: number
  name: string
  cost: Cost
}

export const MOST_ROUND_TRIPS = 2
export const MOST_ROWS_READ = 100

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 })
const fixed = (value: number, digits: number): string => value.toFixed(digits)

export const table = (header: string[], rows: string[][]): string => {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)))
  const line = (cells: string[]) =>
    cells.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  return [line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

const verdict = ({ ratio, target }: Row): string => (target === undefined ? '' : ratio >= target ? 'met' : 'missed')

export const measurementTable = (rows: Row[]): string =>
  table(
    [
      ...[
        'requests',
        'what',
        'req/s',
        'p50 ms',
        'p99 ms',
        'floor req/s',
        'floor p50',
        'floor p99',
        'ratio',
        'by CPU',
        'target',
      ],
      ...['', 'D1 trips', 'rows read', 'rows written', 'load'],
    ],
    rows.map((row) => [
      whole(row.size),
      row.label,
      whole(row.worker.perSecond),
      fixed(row.worker.p50, 1),
      fixed(row.worker.p99, 1),
      whole(row.floor.perSecond),
      fixed(row.floor.p50, 1),
      fixed(row.floor.p99, 1),
      fixed(row.ratio, 2),
      fixed(row.cpuRatio, 2),
      row.target === undefined ? '' : fixed(row.target, 2),
      verdict(row),
      String(row.cost.roundTrips),
      whole(row.cost.rowsRead),
      whole(row.cost.rowsWritten),
      fixed(row.loadAverage, 1),
    ]),
  )

export const pageCostTable = (costs: PageCost[]): string => {
  const sizes = [...new Set(costs.map((cost) => cost.size))]
  const names = [...new Set(costs.map((cost) => cost.name))]
  return table(
    ['page', 'D1 trips', ...sizes.map((size) => `rows read at ${whole(size)}`)],
    names.map((name) => {
      const own = costs.filter((cost) => cost.name === name)
      return [
        name,
        String(Math.max(...own.map(({ cost }) => cost.roundTrips))),
        ...sizes.map((size) => whole(own.find((cost) => cost.size === size)?.cost.rowsRead ?? 0)),
      ]
    }),
  )
}

export const sumOf = (a: Cost, b: Cost): Cost => ({
  roundTrips: a.roundTrips + b.roundTrips,
  queries: a.queries + b.queries,
  rowsRead: a.rowsRead + b.rowsRead,
  rowsWritten: a.rowsWritten + b.rowsWritten,
  statements: [...a.statements, ...b.statements],
})

export const statementTable = ({ statements }: Cost): string =>
  table(
    ['statement', '', 'read', 'written'],
    statements.map(({ sql, rowsRead, rowsWritten }) => [sql, '', String(rowsRead), String(rowsWritten)]),
  )

export const missedPlanning = (costs: PlanningCost[]): string[] =>
  costs
    .filter(({ cpuMs }) => !(cpuMs < MOST_PLANNING_MS))
    .map(({ label, cpuMs }) => `${label}: ${fixed(cpuMs, 2)} ms, not below ${MOST_PLANNING_MS}`)

/** An operation keeps this share of its small-company rate in a large one. */
const KEPT_TARGET = 0.7
const KEPT_BETWEEN = [1_000, 100_000] as const

export interface Kept {
  label: string
  /** The rate in the large company, as a share of that in the small one. */
  share: number
  /** The same by the runtime's processor time, which other work on the machine hardly changes. */
  byCpu: number
}

/** For what was measured in both companies. */
export const keptRates = (rows: readonly Row[]): Kept[] => {
  const [few, many] = KEPT_BETWEEN
  return rows
    .filter(({ size }) => size === few)
    .flatMap((small) => {
      const large = rows.find(({ size, name }) => size === many && name === small.name)
      if (!large) return []
      const share = large.worker.perSecond / small.worker.perSecond
      return [{ label: small.label, share, byCpu: small.worker.cpuMs / large.worker.cpuMs }]
    })
}

export const keptTable = (kept: readonly Kept[]): string =>
  table(
    ['rate kept at 100,000 requests', '', 'of that at 1,000', 'by CPU', 'target'],
    kept.map(({ label, share, byCpu }) => [
      label,
      share >= KEPT_TARGET ? 'met' : 'missed',
      fixed(share, 2),
      fixed(byCpu, 2),
      fixed(KEPT_TARGET, 2),
    ]),
  )

export const missedKept = (kept: readonly Kept[]): string[] =>
  kept
    .filter(({ share }) => !(share >= KEPT_TARGET))
    .map(({ label, share }) => `${label}: ${fixed(share, 2)} of its rate kept, not ${fixed(KEPT_TARGET, 2)}`)

/** Every target that was missed, as sentences. */
export const missed = (rows: Row[], pages: PageCost[]): string[] => {
  const sentences = rows
    .filter((row) => verdict(row) === 'missed')
    .map(
      (row) =>
        `${row.label} at ${whole(row.size)}: ${fixed(row.ratio, 2)} of the floor, not ${fixed(row.target ?? 0, 2)}`,
    )
  for (const { size, name, cost } of pages) {
    if (cost.roundTrips > MOST_ROUND_TRIPS) sentences.push(`${name} at ${whole(size)}: ${cost.roundTrips} round trips`)
    if (cost.rowsRead > MOST_ROWS_READ) sentences.push(`${name} at ${whole(size)}: ${cost.rowsRead} rows read`)
  }
  for (const name of new Set(pages.map((page) => page.name))) {
    const read = pages.filter((page) => page.name === name).map((page) => page.cost.rowsRead)
    // A page that differs by a few rows reads other people's names. One that grows with the company is wrong.
    if (Math.max(...read) - Math.min(...read) > 10) sentences.push(`${name}: rows read differ, ${read.join(' / ')}`)
  }
  return sentences
}
