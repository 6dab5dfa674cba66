import * as endpoints from '../../../../schema/approvals/evidence/endpoints.ts'
import { evidencePacks } from '../../../../schema/approvals/evidence/tables.ts'
import { slugOf } from '../../../../schema/shared/kinds.ts'
import { commit } from '../../../core/commit.ts'
import { notFound } from '../../../core/errors.ts'
import { kindOf } from '../../../core/kinds/registry.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { insertRow } from '../../../core/record.ts'
import { signedFileUrl } from '../../../core/signed-urls.ts'

/** Asking for a pack, and getting its files. Both are for people who can read what it is about. */

/** One that takes longer may have been lost. */
const ASKED_MS = 5 * 60 * 1000

/** Throws NOT_FOUND for what the person can't read, and for drafts, which nothing happened to. */
export const requireEvidenceTarget = async (
  context: StaffContext,
  kind: endpoints.EvidenceKind,
  id: string,
): Promise<void> => {
  const known = kindOf(kind)
  if (!known) throw notFound('It')
  const { rows } = known
  const target = known.history(context, id)
  const [found, access] = await context.db.batch([
    context.db.sql(
      `SELECT 1 AS one FROM ${rows.from}
        WHERE ${rows.id} = ?1 AND ${rows.company} = ?2${rows.present ? ` AND ${rows.present}` : ''}`,
      ...[id, context.actor.companyId],
    ),
    ...(target ? [target.statement] : []),
  ])
  if (!found?.results.length) throw notFound(`The ${known.kind === 'BILL' ? 'bill' : 'request'}`)
  target?.check(access?.results[0] as Record<string, unknown> | undefined)
}

export const makeEvidence = command({
  id: 'evidence.make',
  access: 'evidence.make',
  input: inputOf(endpoints.makeEvidence),
  run: async (context, { targetType, targetId }) => {
    const { db, actor, clock } = context
    await requireEvidenceTarget(context, targetType, targetId)
    const now = clock.now()
    // Asking twice makes one.
    const pending = await db.first<{ id: string }>(
      db.sql(
        `SELECT id FROM evidence_packs WHERE company_id = ? AND user_id = ? AND target_id = ? AND created_at > ?
            AND status = 'PENDING' LIMIT 1`,
        ...[actor.companyId, actor.userId, targetId, now - ASKED_MS],
      ),
    )
    if (pending) return commit(context, { subject: 'The evidence pack', statements: [], audit: [], result: pending })
    const id = context.newId()
    return commit(context, {
      subject: 'The evidence pack',
      statements: [
        insertRow(db, evidencePacks, {
          ...{ id, companyId: actor.companyId, userId: actor.userId, targetType, targetId, status: 'PENDING' },
          ...{ createdAt: now, expiresAt: now + endpoints.EVIDENCE_MS },
        }),
      ],
      audit: [
        {
          changeKey: `evidence:${id}:asked`,
          action: `${slugOf(targetType)}.evidence-asked`,
          ...{ targetType, targetId },
          message: 'Asked for an evidence pack',
          changeData: { evidenceId: id },
        },
      ],
      outbox: [{ topic: 'evidence.make', payload: { evidenceId: id } }],
      result: { id },
    })
  },
})

export interface PackRow {
  id: string
  userId: string
  targetType: endpoints.EvidenceKind
  targetId: string
  status: endpoints.EvidencePack['status']
  name: string
  digest: string | null
  pdfKey: string | null
  pdfSize: number | null
  jsonKey: string | null
  jsonSize: number | null
  createdAt: number
  expiresAt: number
}

export const PACK_COLUMNS = `p.id, p.user_id AS userId, p.target_type AS targetType, p.target_id AS targetId, p.status, p.name,
  p.digest, p.pdf_key AS pdfKey, p.pdf_size AS pdfSize, p.json_key AS jsonKey, p.json_size AS jsonSize,
  p.created_at AS createdAt, p.expires_at AS expiresAt`

const fileOf = async (context: StaffContext, key: string, name: string, size: number) => ({
  url: await signedFileUrl(context, { key, disposition: 'attachment', fileName: name }),
  ...{ name, size },
})

export const readEvidence = query({
  id: 'evidence.get',
  access: 'evidence.make',
  input: inputOf(endpoints.getEvidence),
  readsFirst: true,
  run: async (context, { evidenceId }): Promise<endpoints.EvidencePack> => {
    const { db, actor, clock } = context
    const row = await db.first<PackRow>(
      db.sql(
        `SELECT ${PACK_COLUMNS} FROM evidence_packs p
          WHERE p.id = ? AND p.company_id = ? AND p.user_id = ? AND p.expires_at > ?`,
        ...[evidenceId, actor.companyId, actor.userId, clock.now()],
      ),
    )
    if (!row) throw notFound('The evidence pack')
    await requireEvidenceTarget(context, row.targetType, row.targetId)
    const { pdfKey, jsonKey, name } = row
    return {
      ...{ id: row.id, targetType: row.targetType, targetId: row.targetId, status: row.status, digest: row.digest },
      createdAt: new Date(row.createdAt).toISOString(),
      expiresAt: new Date(row.expiresAt).toISOString(),
      files:
        pdfKey && jsonKey
          ? {
              pdf: await fileOf(context, pdfKey, `${name}.pdf`, row.pdfSize ?? 0),
              json: await fileOf(context, jsonKey, `${name}.json`, row.jsonSize ?? 0),
            }
          : null,
    }
  },
})
