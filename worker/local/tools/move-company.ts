import { parseArgs } from 'node:util'
import { startHost } from '../host/host.ts'
import { paths } from '../host/paths.ts'
import { Problem, report } from '../host/problem.ts'

/**
 * Moves a company of a data folder to another cell while Outlay doesn't run on it.
 *
 * `npx node worker/local/tools/move-company.ts --company ID --to N [--data DIR]`
 * A move that was broken off is continued by the same command without --to, or taken back with --undo. The old copy
 * is kept until --confirm.
 */
const { values } = parseArgs({
  options: {
    company: { type: 'string' },
    to: { type: 'string' },
    data: { type: 'string', default: paths.data },
    undo: { type: 'boolean', default: false },
    confirm: { type: 'boolean', default: false },
  },
})

interface Answer {
  ok: boolean
  message?: string
  move?: { fromCell: number; toCell: number; phase: string } | null
}

const run = async (): Promise<void> => {
  const { company, to, undo, confirm } = values
  if (!company) throw new Problem('Name the company with --company.')
  if (to !== undefined && !/^\d+$/.test(to)) throw new Problem('--to takes the number of a cell.')
  const host = await startHost({
    ...{ port: 0, mailboxPort: 0, dataDir: values.data, demo: false, quiet: true, apiOnly: true },
    // No job runs meanwhile.
    cronSeconds: 24 * 60 * 60,
  })
  try {
    const action = undo ? 'UNDO' : confirm ? 'CONFIRM' : 'MOVE'
    const response = await host.ask('move', { companyId: company, action, ...(to && { toCell: Number(to) }) })
    const answer = (await response.json()) as Answer
    if (!answer.ok) throw new Problem(answer.message ?? 'The company could not be moved.')
    console.log(tell(answer))
  } finally {
    await host.stop()
  }
}

const tell = ({ move }: Answer): string => {
  if (!move) return values.undo ? 'The move was undone.' : 'The old copy was deleted.'
  if (move.phase !== 'DONE') return `The move continues: ${move.phase.toLowerCase()}.`
  return `The company is in cell ${move.toCell}. Its copy in cell ${move.fromCell} stays until you --confirm.`
}

await run().catch((error: unknown) => {
  report(error)
  process.exitCode = 1
})
