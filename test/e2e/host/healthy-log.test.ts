import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Host, startHost } from '../../../worker/local/host/host.ts'
import { DEMO_DATA } from '../../support/e2e/demo-data.ts'

/** What the Worker says of a start with the demo company: of filling it, and of the work that follows in the background. */

const folder = mkdtempSync(join(tmpdir(), 'outlay-healthy-'))
let host: Host | undefined
afterAll(async () => {
  await host?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

/** How often the jobs of each minute run. Syncs, entries for the accounting system and emails need a few. */
const TIMES = 6
const PAUSE_MS = 1500

it('the log of a healthy start has no line with a failure or an error', async () => {
  const filled = process.env[DEMO_DATA]
  if (!filled) throw new Error('The demo company was not filled')
  cpSync(filled, folder, { recursive: true })
  const options = { port: 0, mailboxPort: 0, dataDir: folder, quiet: true, apiOnly: true, cronSeconds: 3600 }
  host = await startHost(options)
  for (let time = 0; time < TIMES; time++) {
    await host.runCron()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  await host.stop()
  host = undefined
  const lines = readFileSync(join(folder, 'logs', 'worker.log'), 'utf8')
    .split('\n')
    .filter(Boolean)
  // The log is that of this company: its emails with documents arrived.
  expect(lines.filter((line) => line.includes('"event":"inbound-mail"')).length).toBeGreaterThan(0)
  expect(lines.filter((line) => /failed|error/i.test(line))).toEqual([])
})
