import { z } from 'zod'
import { id } from '../../../schema/shared/values.ts'
import { commit } from '../../core/commit.ts'
import { invalidField } from '../../core/errors.ts'
import { command } from '../../core/operation.ts'
import { READABLE_DOCUMENT, readableParams } from '../documents/access.ts'
import { requireChangeable } from './change.ts'
import type { StaffContext } from './rows.ts'

/** Documents that belong to a vendor: links between the two. */

const input = z.object({ vendorId: id, documentIds: z.array(id).min(1, 'Choose at least one document').max(100) })

const found = async ({ db, actor }: StaffContext, vendorId: string, documentIds: string[]) =>
  db.all<{ id: string; displayName: string; isLinked: number; isReadable: number }>(
    db.sql(
      `SELECT d.id, d.display_name AS displayName, (${READABLE_DOCUMENT}) AS isReadable,
              EXISTS (SELECT 1 FROM document_links x WHERE x.company_id = ?1 AND x.document_id = d.id
                         AND x.target_type = 'VENDOR' AND x.target_id = ?6) AS isLinked
         FROM json_each(?5) j CROSS JOIN documents d ON d.id = j.value AND +d.company_id = ?1 AND d.deleted_at IS NULL`,
      ...readableParams(actor),
      JSON.stringify(documentIds),
      vendorId,
    ),
  )

const auditOf = (context: StaffContext, vendor: { id: string; name: string }, names: string[], added: boolean) => ({
  changeKey: `vendor-documents:${vendor.id}:${context.newId()}`,
  action: added ? 'vendor.documents-added' : 'vendor.documents-removed',
  targetType: 'VENDOR' as const,
  targetId: vendor.id,
  message: `${added ? 'Added' : 'Took off'} ${names.join(', ')}`,
  changeData: added ? { after: { documents: names } } : { before: { documents: names } },
})

/** Errors: INVALID beside `documentIds` for one that the person may not read. Linking what is linked changes nothing. */
export const addDocuments = command({
  id: 'vendors.add-documents',
  access: 'vendors.use',
  input,
  run: async (context, { vendorId, documentIds }) => {
    const { db, actor, clock } = context
    const { vendor } = await requireChangeable(context, vendorId)
    const wanted = [...new Set(documentIds)]
    const documents = await found(context, vendorId, wanted)
    if (documents.filter((d) => d.isReadable === 1 || d.isLinked === 1).length < wanted.length) {
      throw invalidField('documentIds', 'One of the documents does not exist')
    }
    const added = documents.filter(({ isLinked }) => isLinked === 0)
    return commit(context, {
      subject: 'The vendor',
      statements: added.map((document) =>
        db.sql(
          `INSERT OR IGNORE INTO document_links (company_id, document_id, target_type, target_id, created_at,
             created_by_user_id) VALUES (?, ?, 'VENDOR', ?, ?, ?)`,
          actor.companyId,
          document.id,
          vendorId,
          clock.now(),
          actor.userId,
        ),
      ),
      audit:
        added.length > 0
          ? [
              auditOf(
                context,
                vendor,
                added.map((d) => d.displayName),
                true,
              ),
            ]
          : [],
      result: { id: vendorId },
    })
  },
})

/** The documents stay where else they belong. Errors: INVALID beside `documentIds` for one that is not the vendor's. */
export const removeDocuments = command({
  id: 'vendors.remove-documents',
  access: 'vendors.use',
  input,
  run: async (context, { vendorId, documentIds }) => {
    const { db, actor } = context
    const { vendor } = await requireChangeable(context, vendorId)
    const wanted = [...new Set(documentIds)]
    const documents = (await found(context, vendorId, wanted)).filter(({ isLinked }) => isLinked === 1)
    if (documents.length < wanted.length)
      throw invalidField('documentIds', 'One of the documents is not of this vendor')
    return commit(context, {
      subject: 'The vendor',
      statements: [
        db.sql(
          `DELETE FROM document_links WHERE company_id = ?1 AND target_type = 'VENDOR' AND target_id = ?2
              AND document_id IN (SELECT value FROM json_each(?3))`,
          actor.companyId,
          vendorId,
          JSON.stringify(wanted),
        ),
      ],
      audit: [
        auditOf(
          context,
          vendor,
          documents.map((d) => d.displayName),
          false,
        ),
      ],
      result: { id: vendorId },
    })
  },
})
