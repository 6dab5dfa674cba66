import type { z } from 'zod'
import { loadSession } from '../../core/actor.ts'
import { databasesOf, envOfCell, FIRST_CELL } from '../../core/cells.ts'
import { newId, newSecret } from '../../core/clock.ts'
import { Database } from '../../core/database.ts'
import { sha256Hex } from '../../core/hash.ts'
import { createLogger } from '../../core/log.ts'
import { type Access, type BaseContext, type Operation, perform } from '../../core/operation.ts'
import { loadVendorSession, newVendorSecret } from '../../core/vendor-actor.ts'
import type { Env } from '../../env.ts'
import { demoClock, demoCommandId } from './clock.ts'
import { COMPANY_ID } from './people.ts'

let commands = 0

const contextOf = (env: Env, db: Database, pending: Promise<unknown>[]) => {
  commands += 1
  demoClock.pass(1 / 60)
  return {
    env,
    ...databasesOf(env, db),
    clock: demoClock,
    newId: () => newId(demoClock.now()),
    requestId: `demo-${commands}`,
    log: createLogger({ demo: true }, 'error'),
    commandId: demoCommandId(demoClock.now()),
    known: null,
    actor: null,
    vendor: null,
    device: null,
    clientAddress: 'local',
    origin: env.OUTLAY_ORIGIN,
    waitUntil: (work: Promise<unknown>) => void pending.push(work),
    answerHeaders: new Headers(),
  } satisfies BaseContext
}

/**
 * Does something as a person of the demo company, at a given time, through the same operations as everyone's clicks.
 */
export const actAs = async <A extends Access, I extends z.ZodType, O>(
  env: Env,
  userId: string,
  operation: Operation<A, I, O>,
  input: z.input<I>,
  companyId = COMPANY_ID,
): Promise<O> => {
  const token = newSecret()
  const now = Date.now()
  const tokenHash = sha256Hex(token)
  await env.DB.prepare(
    `INSERT INTO sessions (token_hash, user_id, company_id, created_at, last_seen_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  )
    .bind(tokenHash, userId, companyId, now, now, now + 60_000)
    .run()
  const pending: Promise<unknown>[] = []
  try {
    const db = new Database(env.DB, 'first-primary')
    const session = await loadSession(env, db, token, now)
    if (!session) throw new Error(`The demo company has no member ${userId}`)
    return await perform(operation, { ...contextOf(env, db, pending), actor: session.actor }, input)
  } finally {
    await Promise.all(pending)
    await env.DB.prepare('DELETE FROM sessions WHERE token_hash = ?').bind(tokenHash).run()
  }
}

/** The same as someone of a vendor, who works for the demo company. Their accounts are in the directory. */
export const actAsVendor = async <A extends Access, I extends z.ZodType, O>(
  env: Env,
  person: { userId: string; vendorCompanyId: string },
  operation: Operation<A, I, O>,
  input: z.input<I>,
  companyId = COMPANY_ID,
): Promise<O> => {
  const directory = envOfCell(env, FIRST_CELL)
  const db = new Database(directory.DB, 'first-primary')
  const token = newVendorSecret()
  const now = Date.now()
  const tokenHash = sha256Hex(token)
  await directory.DB.prepare(
    `INSERT INTO vendor_sessions (token_hash, user_id, vendor_company_id, company_id, created_at, last_seen_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(tokenHash, person.userId, person.vendorCompanyId, companyId, now, now, now + 60_000)
    .run()
  const pending: Promise<unknown>[] = []
  try {
    const session = await loadVendorSession(directory, db, token, now)
    if (!session) throw new Error(`No vendor has the person ${person.userId}`)
    return await perform(operation, { ...contextOf(directory, db, pending), vendor: session.vendor }, input)
  } finally {
    await Promise.all(pending)
    await directory.DB.prepare('DELETE FROM vendor_sessions WHERE token_hash = ?').bind(tokenHash).run()
  }
}
