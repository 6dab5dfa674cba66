import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { paths } from '../host/paths.ts'
import { Problem, report } from '../host/problem.ts'
import { sayOnTerminal } from '../told-steps.ts'
import { restoreBackup } from './restore-backup.ts'

const USAGE = `Put a backup of Outlay back, into a new folder

  bun run restore --to DIR [options]

  --to DIR      the new data folder
  --from DIR    a backup, or a folder of backups, whose newest is taken (default: .outlay-backups)
  --help        this text

It checks every file, the audit log of every company, each object against its rows, and stored files against the rows that
name them. If anything is wrong, it says what, and leaves nothing.`

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: `${paths.data}-backups` },
      to: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE)
  if (!values.to) throw new Problem('Name a new folder with --to.')
  const to = resolve(values.to)
  const { from, takenAt, findings } = await restoreBackup({ from: resolve(values.from), to, say: sayOnTerminal })
  console.log(`\n${from}, as of ${takenAt}`)
  for (const { ok, text } of findings) console.log(`${ok ? 'ok     ' : 'WRONG  '} ${text}`)
  if (findings.some(({ ok }) => !ok)) throw new Problem('The backup is not sound, and nothing was restored.')
  console.log(`\nStart it with: bun start --data ${relative(process.cwd(), to)}`)
}

await main().catch((error: unknown) => {
  report(error)
  process.exitCode = 1
})
