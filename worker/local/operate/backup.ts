import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { paths } from '../host/paths.ts'
import { Problem, report } from '../host/problem.ts'
import { sayOnTerminal } from '../told-steps.ts'
import { askForBackup } from './control.ts'
import { takeFolder } from './folder-use.ts'
import { alreadyStill } from './hold.ts'
import { type Taken, takeBackup } from './take-backup.ts'

const USAGE = `Back up Outlay on this machine, while it runs or not

  bun run backup [options]

  --data DIR    the data folder (default .outlay)
  --to DIR      where backups are kept, best on another disk (default: DATA-backups beside it)
  --keep N      delete older backups than the newest N
  --every TIME  go on and make one every 30m, 6h or 1d
  --help        this text

A backup has the keys that sign and encrypt: keep it as safe as the data itself. \`bun run restore\` puts one back.`

const DAY_MS = 86_400_000
const UNITS = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', DAY_MS],
])
/** The longest time a timer can wait. */
const MOST_DAYS = 24

const readKeep = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Problem('--keep takes a number from 1.')
  return Number(text)
}

const readEvery = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  const time = Number(count) * (UNITS.get(unit) ?? Number.NaN)
  if (!(time <= MOST_DAYS * DAY_MS))
    throw new Problem(`--every takes a time such as 30m, 6h or 1d, at most ${MOST_DAYS}d.`)
  return time
}

const once = async (data: string, to: string, keep: number | undefined): Promise<Taken> => {
  const folder = takeFolder(data)
  if (typeof folder !== 'function') return askForBackup(folder, { to, ...(keep && { keep }) }, sayOnTerminal)
  try {
    return await takeBackup({ data, to, keep, hold: alreadyStill, say: sayOnTerminal })
  } finally {
    folder()
  }
}

const tell = ({ path, files, bytes, heldMs, deleted }: Taken): string =>
  [
    `${path}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`,
    ...(heldMs > 0 ? [`Writes were held for ${heldMs} ms.`] : []),
    ...deleted.map((name) => `Deleted ${name}.`),
  ].join('\n')

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: paths.data },
      to: { type: 'string' },
      keep: { type: 'string' },
      every: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE)
  const data = resolve(values.data)
  const to = resolve(values.to ?? `${data}-backups`)
  const keep = readKeep(values.keep)
  const every = readEvery(values.every)
  for (;;) {
    try {
      console.log(tell(await once(data, to, keep)))
    } catch (error) {
      if (every === undefined) throw error
      // The next one may succeed.
      report(error)
    }
    if (every === undefined) return
    await new Promise((next) => setTimeout(next, every))
  }
}

await main().catch((error: unknown) => {
  report(error)
  process.exitCode = 1
})
