import type { Host } from '../../../worker/local/host/host.ts'
import { eventually } from './api.ts'

/** Longer than the effects of a decision wait, which the tests of undoing look at in real time. */
const HELD_MS = 15_000

/** What waits while a decision can be undone is due. What failed and is tried again, or has a later day, waits on. */
const letPass = async (host: Host): Promise<void> => {
  const now = Date.now()
  const open = 'sent_with IS NULL AND done_at IS NULL AND dead_at IS NULL'
  const due = `UPDATE outbox SET available_at = ${now} WHERE available_at > ${now} AND available_at <= ${now + HELD_MS} AND ${open}`
  for (const binding of ['DB', 'CELL_1', 'CELL_2']) {
    const { ok, status } = await host.ask('migrate', { binding, statements: [due] })
    // Most hosts have all in one database.
    if (!ok && (status !== 404 || binding === 'DB')) throw new Error(`What waits could not be made due: ${status}`)
  }
  await host.runCron()
}

/** Often enough to wait for, and seldom enough to leave the time to what is waited for. */
const EVERY_MS = 1_000

/** As `eventually`, for the effects of a decision that no one will undo: the time for that has passed. */
export const afterUndo = <T>(
  host: Host,
  what: string,
  look: () => Promise<T | null | undefined | false>,
  seconds?: number,
): Promise<T> => {
  let passed = 0
  return eventually(
    what,
    async () => {
      const found = await look()
      if (found || Date.now() - passed < EVERY_MS) return found
      await letPass(host)
      passed = Date.now()
      return found
    },
    seconds,
  )
}
