import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHost } from '../../../worker/local/host/host.ts'

/** Where the stages of this run find the demo company, filled once. */
export const DEMO_DATA = 'OUTLAY_E2E_DEMO_DATA'

/** Time for the emails of the demo company's past to arrive. */
const SETTLE_MS = 3000

/** Fills the demo company once for all browser test files. Each works with its own copy. */
export default async function setup(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlay-e2e-demo-'))
  const host = await startHost({ port: 0, mailboxPort: 0, dataDir, quiet: true, cronSeconds: 1 })
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  await host.stop()
  process.env[DEMO_DATA] = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
