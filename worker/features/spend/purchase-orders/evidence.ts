import type { Sections } from '../../../../schema/approvals/evidence/pack.ts'
import { canonicalJson, sha256Hex } from '../../../core/hash.ts'
import { registerEvidencePart } from '../../approvals/evidence/index.ts'

/** The versions of an order are its own. What was approved of them are changes. */
registerEvidencePart('PURCHASE_ORDER', async (db, companyId, id): Promise<Partial<Sections>> => {
  const rows = await db.all<{ version: number; content: string; note: string; by: string; at: number }>(
    db.sql(
      `SELECT v.version, v.content, v.note, v.changed_by_name AS by, v.changed_at AS at FROM purchase_order_versions v
        WHERE v.purchase_order_id = ? AND +v.company_id = ? ORDER BY v.version`,
      ...[id, companyId],
    ),
  )
  return {
    versions: rows.map(({ version, content, note, by, at }) => {
      const parsed = JSON.parse(content) as Record<string, unknown>
      return {
        ...{ version, at: new Date(at).toISOString(), by: by ? { id: '', name: by } : null },
        content: parsed,
        changes: note ? [{ what: 'Why', before: null, after: note }] : [],
        contentSha256: sha256Hex(canonicalJson(parsed)),
      }
    }),
  }
})
