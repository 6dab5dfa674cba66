import { env } from 'cloudflare:workers'
import { type Evidence, evidence } from '../../../schema/approvals/evidence/pack.ts'
import { envOfCell } from '../../../worker/core/cells.ts'
import { newId, systemClock } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import { runGroup } from '../../../worker/core/outbox-runner.ts'
import { filesOf } from '../../../worker/features/approvals/evidence/build.ts'
import { collectEvidence } from '../../../worker/features/approvals/evidence/collect.ts'
import { cellFor } from './database.ts'
import { rows, run } from './sessions.ts'
import type { Client } from './world.ts'

/** Evidence packs as their readers get them, and as an installation with a key signs them. */

export const newAuditKey = async (id: string): Promise<string> => {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair
  const bytes = new Uint8Array((await crypto.subtle.exportKey('pkcs8', pair.privateKey)) as ArrayBuffer)
  return `${id}:${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}`
}

const ownEnv = (companyId: string) => envOfCell(env, cellFor(companyId))

/** Runs the job of a pack, if the queue hasn't. */
export const runEvidenceJob = async (companyId: string): Promise<void> => {
  const own = ownEnv(companyId)
  const due = await rows<{ id: string }>(
    "SELECT id FROM outbox WHERE company_id = ? AND topic = 'evidence.make' AND done_at IS NULL",
    companyId,
  )
  const db = new Database(own.DB, 'first-primary')
  const context = { env: own, db, clock: systemClock, log: createLogger({}, 'error') }
  for (const { id } of due) {
    await run('UPDATE outbox SET available_at = 0 WHERE id = ?', id)
    await runGroup(context, 'evidence.make', [id])
  }
}

const QUEUE_MS = 3_000
const STEP_MS = 25

/**
 * Waits for the files of a pack that was asked for. The queue makes them; without its message, for a company outside the
 * first cell, the job is run here, and never beside the queue.
 */
export const packOf = async (client: Client, companyId: string, id: string) => {
  for (let waited = 0; waited < 3 * QUEUE_MS; waited += STEP_MS) {
    const { status, body } = await client.get(`/api/evidence-packs/${id}`)
    if (status !== 200 || body.status !== 'PENDING') return { status, body }
    if (waited > 0 && waited % QUEUE_MS === 0) await runEvidenceJob(companyId)
    await scheduler.wait(STEP_MS)
  }
  throw new Error('The pack is not made')
}

export const askFor = (client: Client, targetType: string, targetId: string) =>
  client.post('/api/evidence-packs', { targetType, targetId })

/** The files of a pack that someone with this key makes. */
export const signedPack = async (
  companyId: string,
  { kind, id, keys }: { kind: 'BILL' | 'INTAKE_SUBMISSION'; id: string; keys: string },
): Promise<{ text: string; pack: Evidence; pdf: Uint8Array }> => {
  const own = { ...ownEnv(companyId), OUTLAY_AUDIT_KEYS: keys }
  const db = new Database(own.DB, 'first-primary')
  const collected = await collectEvidence({ env: own, db } as never, { companyId, kind, id })
  const made = { at: '2026-11-24T09:30:00.000Z', by: { id: 'auditor', name: 'Aya Auditor' } }
  const { json, pdf } = await filesOf({ env: own, clock: systemClock }, { id: newId(), made, ...collected })
  const text = new TextDecoder().decode(json)
  return { text, pack: evidence.parse(JSON.parse(text)), pdf }
}
