import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { paths } from '../../worker/local/host/paths.ts'
import type { Ended } from '../support/worker/broken-off.ts'

/**
 * Jobs that read a company's books and jobs that write into them are ended at random points, in QuickBooks and in
 * NetSuite. It runs the tests of that with more ends: each compares what is there with what should be.
 */

export interface BooksKills {
  ended: Ended[]
  seconds: number
  /** What the tests said, if one failed. */
  failure: string | null
}

const TESTS = [
  'test/worker/planning/actuals/sync-broken-off.test.ts',
  'test/worker/platform/accounting/sending-broken-off.test.ts',
]
const FAILURE_LINES = 60
const SYSTEMS: Record<Ended['system'], string> = { QUICKBOOKS: 'QuickBooks', NETSUITE: 'NetSuite' }
const JOBS: Record<Ended['job'], string> = { read: 'syncs', write: 'sends' }

/** @param kills how many jobs of each kind are ended in each system, at least */
export const booksKills = async (kills: number): Promise<BooksKills> => {
  const began = performance.now()
  const vitest = join(paths.root, 'node_modules/vitest/vitest.mjs')
  const tests = spawn(
    paths.node,
    [vitest, 'run', '--config', 'test/vitest.config.ts', '--project', 'worker', ...TESTS],
    {
      cwd: paths.root,
      env: { ...process.env, KILLS: String(kills), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [tests.stdout, tests.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const code = await new Promise<number | null>((resolve) => tests.on('close', resolve))
  const ended = [...said.matchAll(/^ended: (\{.*\})$/gm)].map(([, json = '']) => JSON.parse(json) as Ended)
  const failure = code === 0 ? null : said.trimEnd().split('\n').slice(-FAILURE_LINES).join('\n')
  return { ended, seconds: (performance.now() - began) / 1000, failure }
}

const whole = (value: number): string => value.toLocaleString('en-US')

export const booksKillsText = ({ ended, seconds, failure }: BooksKills): string =>
  [
    ...ended.map(
      ({ system, job, kills, objects, lost, doubled }) =>
        `${SYSTEMS[system]}: ${kills} kills during ${JOBS[job]}, ${whole(objects)} objects compared: ` +
        `${lost} lost, ${doubled} doubled.`,
    ),
    `${whole(ended.reduce((sum, { kills }) => sum + kills, 0))} kills in ${seconds.toFixed(0)} s`,
    ...(failure ? [failure] : []),
  ].join('\n')

export const missedBooksKills = (found: BooksKills | null, kills: number): string[] => {
  if (!found) return []
  const { ended, failure } = found
  return [
    ...(failure ? ['jobs of the books that were ended left something behind'] : []),
    ...Object.keys(SYSTEMS).flatMap((system) =>
      Object.entries(JOBS).flatMap(([job, noun]) => {
        const own = ended.find((each) => each.system === system && each.job === job)
        return own && own.kills >= kills && own.lost + own.doubled === 0
          ? []
          : [`${system} ${noun}: ${own ? JSON.stringify(own) : 'nothing was measured'}`]
      }),
    ),
  ]
}
