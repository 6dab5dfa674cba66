import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { WalkCall } from '../support/walk/calls.ts'
import { billCosts } from './bills/measure.ts'
import { type BooksKills, booksKills, booksKillsText, missedBooksKills } from './books-kills.ts'
import { type CellCost, cellTable, compareCells, missedCells } from './cells.ts'
import { clicks, clickTable, missedClicks, type Waited } from './clicks.ts'
import { benchFolder, databaseOf } from './data/build.ts'
import { type FirstView, firstViews, firstViewTable, missedFirstViews } from './first-view.ts'
import { type Measured, run } from './load.ts'
import { type Options, readOptions } from './options.ts'
import { costOf, pageCosts } from './pages.ts'
import { missedOutages, outages, outagesText } from './payments/run.ts'
import { type PlanningCost, planningCosts } from './planning.ts'
import { missedPrograms, type ProgramRead, programReads, programsText } from './programs/read.ts'
import { missedReaders, type ReaderTime, readerTable, readerTimes } from './readers.ts'
import {
  keptRates,
  keptTable,
  measurementTable,
  missed,
  missedKept,
  missedPlanning,
  type PageCost,
  pageCostTable,
  type Row,
  statementTable,
  sumOf,
} from './report.ts'
import { type Runtime, runFolder, startRuntime } from './runtime.ts'
import { type Scenario, type Side, scenariosOf } from './scenarios.ts'
import { missedStarts, type Start, starts, startTable } from './start.ts'
import { missedSync, type SyncCost, syncCosts, syncText } from './sync.ts'
import {
  missedTransactions,
  type TransactionCost,
  transactionCosts,
  transactionCostsText,
} from './transactions/measure.ts'
import { walkDatabase } from './walk/database.ts'
import { aboveTable, missedWalk, walkStatements, walkTable } from './walk/report.ts'
import { type Walked, walk } from './walk/walk.ts'
import { missedWeight, type Weight, weigh, weightOf, weightTable } from './weight.ts'

/** Decisions per second: the requests are made before they are decided, so their number is fixed in advance. */
const PREPARED_PER_SECOND = 100
/** An object leaves memory ten seconds after its last work. People decide long after that, so both sides start cold. */
const OBJECTS_LEAVE_MS = 11_000

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const median = (measured: Measured[]): Measured => ({
  perSecond: middle(measured.map((each) => each.perSecond)),
  p50: middle(measured.map((each) => each.p50)),
  p99: middle(measured.map((each) => each.p99)),
  cpuMs: middle(measured.map((each) => each.cpuMs)),
})

const measure = async (runtime: Runtime, url: string, side: Side, seconds: number, connections: number) => {
  const amount = side.prepare && Math.max(connections, Math.ceil(seconds * PREPARED_PER_SECOND))
  if (amount) await side.prepare?.(url, amount)
  await runtime.settled()
  if (amount) await new Promise((resolve) => setTimeout(resolve, OBJECTS_LEAVE_MS))
  return run({ url, steps: side.steps, amount, connections, seconds, cpuMs: runtime.cpuMs })
}

const compare = async (runtime: Runtime, scenario: Scenario, size: number, options: Options): Promise<Row> => {
  const { headers } = await scenario.probe(runtime.traced)
  const cost = headers.map(costOf).reduce(sumOf)
  if (options.statements) console.log(`${size}  ${scenario.label}\n${statementTable(cost)}\n`)
  await scenario.probe(runtime.worker)
  const { connections, seconds, warmUpSeconds, rounds } = options
  const worker: Measured[] = []
  const floor: Measured[] = []
  await measure(runtime, runtime.worker, scenario.worker, warmUpSeconds, connections)
  await measure(runtime, runtime.floor, scenario.floor, warmUpSeconds, connections)
  for (let round = 0; round < rounds; round++) {
    worker.push(await measure(runtime, runtime.worker, scenario.worker, seconds, connections))
    floor.push(await measure(runtime, runtime.floor, scenario.floor, seconds, connections))
  }
  const { name, label, target, perSecond, floorIs, isPage } = scenario
  return {
    ...{ size, name, label, target, perSecond, floorIs, isPage, cost, loadAverage: loadavg()[0] ?? 0 },
    worker: median(worker),
    floor: median(floor),
    ratio: middle(worker.map((each, round) => each.perSecond / (floor[round]?.perSecond ?? Number.NaN))),
    cpuRatio: middle(worker.map((each, round) => (floor[round]?.cpuMs ?? Number.NaN) / each.cpuMs)),
  }
}

const walkOnce = async ({ walked, doors, statements }: Options): Promise<Walked[]> => {
  const runtime = await startRuntime(await walkDatabase(walked))
  try {
    const isWanted = ({ door }: WalkCall) => !doors || doors.some((word) => door.includes(word))
    const calls = await walk(runtime, walked, isWanted)
    if (statements) console.log(walkStatements(calls))
    return calls
  } finally {
    await runtime.stop()
  }
}

/** Runs without a separate runtime. */
const APART = [
  'planning',
  'first-view',
  'clicks',
  'walk',
  'weight',
  'cells',
  'payments',
  'sync',
  'books-kills',
  'transactions',
  'bills',
  'readers',
  'programs',
  'start',
]

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2))
  const rows: Row[] = []
  const pages: PageCost[] = []
  const isWanted = (name: string) => !options.only || options.only.some((word) => name.startsWith(word))
  const planning: PlanningCost[] = isWanted('planning') ? await planningCosts() : []
  const views: FirstView[] = isWanted('first-view') ? await firstViews() : []
  if (views.length > 0) console.log(firstViewTable(views))
  const waited: Waited[] = isWanted('clicks') ? await clicks() : []
  if (waited.length > 0) console.log(clickTable(waited))
  for (const { label, cpuMs } of planning) console.log(`${label}: ${cpuMs.toFixed(2)} ms of processor time`)
  const weights: Weight[] = isWanted('weight') ? await weigh() : []
  if (weights.length > 0) console.log(`${weightTable(weights)}\nA request adds ${weightOf(weights)} bytes.`)
  const cells: CellCost[] = isWanted('cells') ? await compareCells(options) : []
  if (cells.length > 0) console.log(cellTable(cells))
  const broken = isWanted('payments') ? await outages(options.seeds, options.firstSeed) : null
  if (broken) console.log(outagesText(broken))
  const syncs: SyncCost[] = isWanted('sync') ? await syncCosts() : []
  if (syncs.length > 0) console.log(syncText(syncs))
  const killed: BooksKills | null = isWanted('books-kills') ? await booksKills(options.kills) : null
  if (killed) console.log(booksKillsText(killed))
  const lines: TransactionCost[] = isWanted('transactions')
    ? await transactionCosts(options.transactions, options.statements)
    : []
  if (lines.length > 0) console.log(transactionCostsText(lines))
  const bills: TransactionCost[] = isWanted('bills') ? await billCosts(options.bills, options.statements) : []
  if (bills.length > 0) console.log(transactionCostsText(bills))
  const readers: ReaderTime[] = isWanted('readers') ? await readerTimes() : []
  if (readers.length > 0) console.log(readerTable(readers))
  const programs: ProgramRead[] = isWanted('programs') ? await programReads() : []
  if (programs.length > 0) console.log(programsText(programs))
  // Not unless it is named: it builds everything, as a fresh clone does.
  const started: Start[] = options.only?.includes('start') ? await starts() : []
  if (started.length > 0) console.log(startTable(started))
  const walked = isWanted('walk') ? await walkOnce(options) : []
  const isApart = options.only?.every((word) => APART.some((name) => name.startsWith(word)))
  for (const size of isApart ? [] : options.sizes) {
    const runtime = await startRuntime(await databaseOf(size))
    try {
      pages.push(...(await pageCosts(runtime.traced, size)))
      const wanted = scenariosOf(size).filter(({ name }) => isWanted(name))
      for (const scenario of wanted) {
        const row = await compare(runtime, scenario, size, options)
        rows.push(row)
        if (row.isPage) pages.push({ size, name: row.label, cost: row.cost })
        console.log(
          `${size.toLocaleString('en-US')}  ${row.label}: ${row.worker.perSecond.toFixed(0)}/s, ` +
            `${row.ratio.toFixed(2)} (by CPU ${row.cpuRatio.toFixed(2)}) of ${row.floor.perSecond.toFixed(0)}/s (${row.floorIs})`,
        )
      }
    } finally {
      await runtime.stop()
    }
  }
  if (walked.length > 0) console.log(`${aboveTable(walked)}\n\n${walkTable(walked)}\n`)
  if (rows.length > 0) console.log(`\n${measurementTable(rows)}\n\n${pageCostTable(pages)}\n`)
  const kept = keptRates(rows)
  if (kept.length > 0) console.log(`${keptTable(kept)}\n`)
  const sentences = [
    ...missed(rows, pages),
    ...missedKept(kept),
    ...missedPlanning(planning),
    ...missedFirstViews(views),
    ...missedClicks(waited),
    ...missedWalk(walked),
    ...missedCells(cells),
    ...missedWeight(weights),
    ...missedOutages(broken),
    ...missedSync(syncs),
    ...missedTransactions(lines),
    ...missedTransactions(bills),
    ...missedBooksKills(killed, options.kills),
    ...missedReaders(readers),
    ...missedPrograms(programs),
    ...missedStarts(started),
  ]
  for (const sentence of sentences) console.log(`Missed: ${sentence}`)
  if (sentences.length === 0) console.log('Every target is met.')
  const { connections, seconds, rounds } = options
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s; load average ${loadavg()[0]?.toFixed(1)}`)
  mkdirSync(benchFolder, { recursive: true })
  const written = {
    at: new Date().toISOString(),
    options,
    loadAverage: loadavg(),
    rows,
    pages,
    planning,
    views,
    weights,
    broken,
    cells,
    syncs,
    killed,
    started,
    lines,
    bills,
    readers,
    kept,
    walk: walked.map(({ call, cost: { statements: _, ...cost }, ...each }) => ({
      ...each,
      ...cost,
      door: call.door,
      variant: call.variant,
    })),
    missed: sentences,
  }
  writeFileSync(join(benchFolder, 'last.json'), JSON.stringify(written, null, 2))
  if (options.check && sentences.length > 0) process.exitCode = 1
}

try {
  await main()
} finally {
  rmSync(runFolder, { recursive: true, force: true })
}
