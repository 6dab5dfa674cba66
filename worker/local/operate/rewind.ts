import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readToml } from '../host/config.ts'
import { paths } from '../host/paths.ts'
import { Problem, report } from '../host/problem.ts'
import { sayOnTerminal } from '../told-steps.ts'
import { openCloudflare } from './production/cloudflare.ts'
import { type Done, planRewind, type RewindObjects, rewindCell } from './production/rewind-cell.ts'

const USAGE = `Put a cell in production back to an earlier moment

  bun run rewind --to 2026-11-29T19:00:00Z [options]

  --to TIME     the moment, at most 30 days ago
  --cell N      the cell (default 0, which is the directory too)
  --apply       do it; without it, only says what would be done
  --help        this text

CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN (D1: Edit) say where. With --apply also REWIND_URL and REWIND_TOKEN.
worker/local/operate/RUNBOOK.md has the whole way, with holding the cell before.`

const config = z.object({
  vars: z.record(z.string(), z.unknown()).default({}),
  d1_databases: z.array(z.object({ binding: z.string(), database_id: z.string() })),
})

const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Problem(`Set ${name}.`)
  return value
}

const rewindThrough =
  (url: string, token: string): RewindObjects =>
  async (names, at) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ names, at: at.getTime() }),
    })
    if (!response.ok) throw new Problem(`The Worker at REWIND_URL answered ${response.status}.`)
    return z.record(z.string(), z.string()).parse(await response.json())
  }

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      cell: { type: 'string', default: '0' },
      apply: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE)
  const at = new Date(values.to ?? Number.NaN)
  if (Number.isNaN(at.getTime())) throw new Problem('Say the moment with --to, such as 2026-11-29T19:00:00Z.')
  const number = Number(values.cell)
  const { vars, d1_databases } = config.parse(readToml(paths.config))
  const binding = number === 0 ? 'DB' : `CELL_${number}`
  const database = d1_databases.find((each) => each.binding === binding)?.database_id
  if (!database) throw new Problem(`wrangler.toml has no database ${binding}.`)
  const held = String(vars.OUTLAY_HELD_CELLS ?? '').split(',')
  const cell = { cell: number, database, isHeld: held.map((text) => text.trim()).includes(String(number)) }
  const [account, token] = [needed('CLOUDFLARE_ACCOUNT_ID'), needed('CLOUDFLARE_API_TOKEN')]
  const cloudflare = openCloudflare({ account, token, fetch })
  const plan = await planRewind(cloudflare, cell, at, new Date())
  console.log(`Cell ${number} to ${plan.at.toISOString()}: database ${database} to bookmark ${plan.bookmark},`)
  console.log(`and ${plan.objects.length} objects that changed since.`)
  if (!values.apply) return console.log('Nothing was changed. With --apply it is done.')
  const file = `rewind-${number}-${Date.now()}.json`
  const keep = (done: Done) => writeFileSync(file, JSON.stringify(done, null, 1), { mode: 0o600 })
  const rewind = rewindThrough(needed('REWIND_URL'), needed('REWIND_TOKEN'))
  await rewindCell(cloudflare, rewind, plan, keep, sayOnTerminal)
  console.log(`Done. ${file} has the bookmarks that take it back.`)
}

await main().catch((error: unknown) => {
  report(error)
  process.exitCode = 1
})
