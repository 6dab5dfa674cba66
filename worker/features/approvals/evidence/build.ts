import type { EvidenceKind } from '../../../../schema/approvals/evidence/endpoints.ts'
import type { Evidence, EvidenceParts } from '../../../../schema/approvals/evidence/pack.ts'
import { EVIDENCE_FORMAT } from '../../../../schema/approvals/evidence/pack.ts'
import { slugOf } from '../../../../schema/shared/kinds.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { loadMember, type StaffActor } from '../../../core/actor.ts'
import { livesHere } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { toHex } from '../../../core/hash.ts'
import { loadOnce } from '../../../core/load-once.ts'
import type { StaffContext, SystemContext } from '../../../core/operation.ts'
import type { Effect, OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { publicKeysOf, signerOf } from '../../platform/audit/index.ts'
import { collectEvidence } from './collect.ts'
import { HOW_TO_CHECK } from './how-to-check.ts'
import { PACK_COLUMNS, type PackRow, requireEvidenceTarget } from './make.ts'
import { digestOf, manifestOf, signedEvidence } from './manifest.ts'

/** Makes the files of a pack: a job, because it reads everything that ever happened to an object. */

/** Loaded when the first one is written, so that a Worker starts without what writes PDFs. */
const pdfWriter = loadOnce(async () => ({
  ...(await import('./pdf.ts')),
  ...(await import('../../../core/further-font.ts')),
}))

const packOf = ({ db }: Pick<OutboxContext, 'db'>, { companyId, payload }: Effect<'evidence.make'>) =>
  db.first<PackRow>(
    db.sql(
      `SELECT ${PACK_COLUMNS} FROM evidence_packs p WHERE p.id = ? AND p.company_id = ?`,
      ...[payload.evidenceId, companyId],
    ),
  )

const failStatement = ({ db }: Pick<OutboxContext, 'db'>, { companyId, payload }: Effect<'evidence.make'>) =>
  db.sql(
    `UPDATE evidence_packs SET status = 'FAILED' WHERE id = ? AND company_id = ? AND status = 'PENDING'`,
    ...[payload.evidenceId, companyId],
  )

/** The person with their rights of now. Null if they may no longer have it. */
const askerOf = async (
  { system: _, ...context }: SystemContext,
  companyId: string,
  { userId, targetType, targetId }: PackRow,
): Promise<StaffActor | null> => {
  const actor = await loadMember(context.env, context.db, companyId, userId, context.clock.now())
  if (!actor || !can(actor.policy, 'evidence.make')) return null
  const asPerson: StaffContext = { ...context, actor }
  try {
    await requireEvidenceTarget(asPerson, targetType, targetId)
    return actor
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return null
    throw error
  }
}

const bytesSha256 = async (bytes: Uint8Array): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))

interface Made {
  pdf: Uint8Array
  json: Uint8Array
  digest: string
  hashes: { pdf: string; json: string }
}

export const filesOf = async (
  { env, clock }: Pick<StaffContext, 'env' | 'clock'>,
  collected: EvidenceParts,
): Promise<Made> => {
  const parts: EvidenceParts = { howToCheck: [...HOW_TO_CHECK], ...collected }
  const { evidencePdf, FURTHER_FONT } = await pdfWriter()
  const pdf = await evidencePdf(parts, FURTHER_FONT)
  const pdfHash = await bytesSha256(pdf)
  const manifest = manifestOf(parts, { sha256: pdfHash, size: pdf.byteLength })
  const signer = await signerOf(env.OUTLAY_AUDIT_KEYS)
  const signed = { signedAt: new Date(clock.now()).toISOString(), keyId: signer?.keyId ?? '' }
  const pack: Evidence = {
    format: EVIDENCE_FORMAT,
    ...parts,
    manifest,
    signature: signer && { ...signed, signature: await signer.sign(signedEvidence(manifest, signed)) },
    keys: await publicKeysOf(env.OUTLAY_AUDIT_KEYS),
  }
  const json = new TextEncoder().encode(`${JSON.stringify(pack, null, 1)}\n`)
  return { pdf, json, digest: digestOf(parts), hashes: { pdf: pdfHash, json: await bytesSha256(json) } }
}

const keyOf = (id: string, end: 'pdf' | 'json'): string => `evidence-${id}.${end}`

/** "evidence-bill-acme-inv-12". */
const fileName = (kind: EvidenceKind, name: string): string =>
  `evidence-${slugOf(kind)}-${name}`
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)

const buildOne = async (context: SystemContext, effect: Effect<'evidence.make'>): Promise<void> => {
  const { companyId } = effect
  const { db, env, clock } = context
  const row = await packOf(context, effect)
  if (row?.status !== 'PENDING') return
  const asker = await askerOf(context, companyId, row)
  if (!asker) {
    await db.batch([failStatement(context, effect)])
    return
  }
  const { id, targetType, targetId } = row
  const collected = await collectEvidence(context, { companyId, kind: targetType, id: targetId })
  const by = { id: asker.userId, name: asker.name }
  const made = { at: new Date(clock.now()).toISOString(), by }
  const files = await filesOf(context, { id, made, ...collected })
  const keys = { pdf: keyOf(id, 'pdf'), json: keyOf(id, 'json') }
  await env.DOCUMENTS.put(keys.pdf, files.pdf, { httpMetadata: { contentType: 'application/pdf' } })
  await env.DOCUMENTS.put(keys.json, files.json, { httpMetadata: { contentType: 'application/json' } })
  await commit(context, {
    subject: 'The evidence pack',
    as: { companyId, userId: asker.userId },
    statements: [
      db.sql(
        `UPDATE evidence_packs SET status = 'DONE', name = ?, digest = ?, pdf_key = ?, pdf_size = ?, json_key = ?, json_size = ?
          WHERE id = ? AND company_id = ? AND status = 'PENDING'`,
        ...[fileName(targetType, collected.subject.name), files.digest, keys.pdf, files.pdf.byteLength],
        ...[keys.json, files.json.byteLength, id, companyId],
      ),
    ],
    audit: [
      {
        changeKey: `evidence:${id}:made`,
        action: `${slugOf(targetType)}.evidence-made`,
        ...{ targetType, targetId },
        message: 'Made an evidence pack',
        changeData: {
          evidenceId: id,
          digest: files.digest,
          pdfSha256: files.hashes.pdf,
          jsonSha256: files.hashes.json,
        },
      },
    ],
    result: null,
  })
}

export const makeEvidenceJob: OutboxHandler<'evidence.make', SystemContext> = async (context) => (effect) =>
  buildOne(context, effect)

/** It can be asked for again. */
export const markFailed = async (context: OutboxContext, effect: Effect<'evidence.make'>): Promise<void> => {
  await context.db.batch([failStatement(context, effect)])
}

const AT_ONCE = 100

/** Deletes the files that have been kept for their hour, and then their rows. */
export const forgetEvidence = async ({
  db,
  env,
  clock,
}: Pick<OutboxContext, 'db' | 'env' | 'clock'>): Promise<number> => {
  const rows = await db.all<{ id: string }>(
    db.sql(
      `SELECT id FROM evidence_packs p WHERE expires_at <= ? AND ${livesHere('p.company_id')} ORDER BY expires_at LIMIT ${AT_ONCE}`,
      clock.now(),
    ),
  )
  if (rows.length === 0) return 0
  // Also those of a job that was broken off before it noted them.
  await env.DOCUMENTS.delete(rows.flatMap(({ id }) => [keyOf(id, 'pdf'), keyOf(id, 'json')]))
  await db.batch([
    db.sql(
      'DELETE FROM evidence_packs WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(rows.map(({ id }) => id)),
    ),
  ])
  return rows.length
}
