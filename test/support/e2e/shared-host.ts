import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Host, startHost } from '../../../worker/local/host/host.ts'
import { DEMO_DATA } from './demo-data.ts'
import { beginReady } from './ready-sessions.ts'

/** Often enough to wait for, and seldom enough to leave most of the time to the pages. */
const CRON_SECONDS = 4

/** Long enough to be seen on its way, and as paid before it comes back. */
const TRANSFERS = { achMs: 2_000, returnMs: 8_000 }

/** Outlay on this machine, as one test file has it. */
export interface OpenHost {
  host: Host
  /** The folder of a host that only this file uses. */
  ownFolder: string | undefined
}

/** The running host of this process, which ends with it. */
let shared: Host | undefined
let isTaken = false

const start = async (vars: Record<string, string>, cells: number): Promise<{ host: Host; dataDir: string }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlay-e2e-'))
  // In the copied folder all companies are in one database.
  const filled = cells === 1 && process.env[DEMO_DATA]
  if (filled) cpSync(filled, dataDir, { recursive: true })
  const options = {
    port: 0,
    mailboxPort: 0,
    dataDir,
    quiet: true,
    cronSeconds: CRON_SECONDS,
    transfers: TRANSFERS,
    vars,
    cells,
  }
  const host = await startHost(options)
  if (filled) beginReady(host)
  return { host, dataDir }
}

/**
 * The demo company as it was filled. Starting a host for each file would take as long as a test or two, and each would
 * begin with a Worker that is still to be compiled, so that files one after another get the same one, put back.
 */
export const openHost = async (vars: Record<string, string>, cells: number): Promise<OpenHost> => {
  const filled = process.env[DEMO_DATA]
  if (!filled || isTaken || cells > 1 || Object.keys(vars).length > 0) {
    const { host, dataDir } = await start(vars, cells)
    return { host, ownFolder: dataDir }
  }
  isTaken = true
  try {
    if (shared) {
      await shared.restore(filled)
      beginReady(shared)
    } else shared = (await start(vars, cells)).host
    return { host: shared, ownFolder: undefined }
  } catch (error) {
    // The next file begins with another one.
    const broken = shared
    shared = undefined
    isTaken = false
    await broken?.stop()
    throw error
  }
}

export const closeHost = async ({ host, ownFolder }: OpenHost): Promise<void> => {
  if (ownFolder === undefined) {
    isTaken = false
    return
  }
  await host.stop()
  rmSync(ownFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
