import { parseArgs } from 'node:util'

export interface Options {
  /** Requests of the company, one run for each. */
  sizes: number[]
  /** Requests of the company for all reads. */
  walked: number
  /** Words of which one must be in the name of an endpoint that is walked. Undefined for all. */
  doors: string[] | undefined
  /** Names of scenarios. Undefined for all. */
  only: string[] | undefined
  /** The length of each measured run. */
  seconds: number
  warmUpSeconds: number
  /** Measured runs of Worker and floor, in turns. */
  rounds: number
  connections: number
  /** Runs of payments through outages, each with another seed. */
  seeds: number
  /** Where the seeds begin, so that later runs try others. */
  firstSeed: number
  /** Lines of the company that has very many. */
  transactions: number
  /** Bills of the company that has many. */
  bills: number
  /** Jobs of each kind that are ended in each accounting system. */
  kills: number
  /** Exit with 1 if a target is missed. */
  check: boolean
  /** Show what each statement read and wrote. */
  statements: boolean
}

const USAGE = `bun run bench [scenarios] [options]
  walk                         only what is named; the same as --only
  --sizes 1000,100000,1000000  requests of the company
  --only list,vendors,planning scenarios whose name begins like this: list, list-graphql, list-filtered, details, search,
                               members, vendors, services, submit, decide, flow, planning,
                               clicks (from a click in the menu, or a key of a search, until the content is there),
                               first-view (a throttled browser), weight (what a request adds to the database),
                               cells (a page in one cell among three, beside one database),
                               payments (runs of them through outages of every kind),
                               sync (reading a company's books of 60,000 lines, and 200 changes),
                               bills (lists, payments, reports and entering one, among very many),
                               transactions (lists, totals and charts of very many of them),
                               books-kills (jobs that read the books or write into them, ended at random points),
                               readers (files and emails from strangers, at a tenth, half and whole of their limits),
                               programs (our files in poppler, MuPDF, PyYAML and hledger),
                               start (seconds and memory of a start on one machine; only when it is named),
                               walk (every read once, in the company of many requests and in the crowded one)
  --walked 100000              requests of the company that the walk reads
  --doors orders,invoice       only endpoints whose name has one of these words
  --seeds 20                   runs of payments through outages
  --first-seed 1               where the seeds begin
  --bills 1000000              bills of the company that has many
  --transactions 1000000       lines of the accounting system in the company that has many
  --kills 200                  jobs ended of each kind and accounting system
  --seconds 8                  of each measured run
  --warm-up 3                  seconds before the first one
  --rounds 3                   measured runs of Worker and floor, in turns; the medians are shown
  --connections 16
  --statements                 what each statement read and wrote
  --check                      exit 1 when a target is missed`

const numbers = (text: string): number[] =>
  text.split(',').map((part) => {
    const value = Number(part.replaceAll('_', ''))
    if (!Number.isFinite(value) || value <= 0) throw new Error(`Not a number above 0: ${part}`)
    return value
  })
const number = (text: string): number => numbers(text)[0] ?? 0

export const readOptions = (args: string[]): Options => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sizes: { type: 'string', default: '1000,100000,1000000' },
      walked: { type: 'string', default: '100000' },
      doors: { type: 'string' },
      seeds: { type: 'string', default: '20' },
      'first-seed': { type: 'string', default: '1' },
      bills: { type: 'string', default: '1000000' },
      transactions: { type: 'string', default: '1000000' },
      kills: { type: 'string', default: '200' },
      only: { type: 'string' },
      seconds: { type: 'string', default: '8' },
      'warm-up': { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '16' },
      check: { type: 'boolean', default: false },
      statements: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit(0)
  }
  const only = [...positionals, ...(values.only?.split(',') ?? [])]
  return {
    sizes: numbers(values.sizes),
    walked: number(values.walked),
    doors: values.doors?.split(','),
    seeds: number(values.seeds),
    firstSeed: number(values['first-seed']),
    bills: number(values.bills),
    transactions: number(values.transactions),
    kills: number(values.kills),
    only: only.length > 0 ? only : undefined,
    seconds: number(values.seconds),
    warmUpSeconds: number(values['warm-up']),
    rounds: number(values.rounds),
    connections: number(values.connections),
    check: values.check,
    statements: values.statements,
  }
}
