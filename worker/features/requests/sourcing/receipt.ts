import * as endpoints from '../../../../schema/requests/sourcing/endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { logoUrl } from './operations.ts'
import { submissionOfReceipt } from './receipt-address.ts'

/**
 * What the sender of a form is told afterwards. The address names the request and proves that Outlay mailed it. It shows
 * nothing of the company but what became of the form.
 */

interface Row {
  title: string
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
  archivedAt: number | null
  submittedAt: number
  completedAt: number | null
  categoryId: string
  category: string
  companyName: string
  lightLogoKey: string | null
  darkLogoKey: string | null
  documents: string
}

const stateOf = ({ status, archivedAt }: Row): (typeof endpoints.RECEIPT_STATES)[number] => {
  if (status === 'APPROVED') return 'ACCEPTED'
  if (status === 'REJECTED') return 'DECLINED'
  return status === 'WITHDRAWN' || archivedAt !== null ? 'CLOSED' : 'IN_REVIEW'
}

/** Throws the same NOT_FOUND for an address that Outlay didn't make, and for a request that was deleted. */
export const readReceipt = query({
  id: 'public.receipt',
  access: 'public',
  input: inputOf(endpoints.getReceipt),
  place: ({ companyId }) => ({ companyId }),
  run: async ({ db, env }, { token, companyId }) => {
    const submissionId = await submissionOfReceipt(env, companyId, token)
    const row = submissionId
      ? await db.first<Row>(
          db.sql(
            `SELECT s.title, s.status, s.archived_at AS archivedAt, s.submitted_at AS submittedAt,
                    s.completed_at AS completedAt, c.id AS categoryId, c.name AS category, o.name AS companyName,
                    o.light_logo_key AS lightLogoKey, o.dark_logo_key AS darkLogoKey,
                    (SELECT json_group_array(d.display_name) FROM document_links k CROSS JOIN documents d ON d.id = k.document_id
                      WHERE k.company_id = s.company_id AND k.target_type = 'INTAKE_SUBMISSION' AND k.target_id = s.id
                        AND d.uploaded_by_user_id = s.requestor_user_id AND d.deleted_at IS NULL) AS documents
               FROM intake_submissions s
               JOIN intake_categories c ON c.id = s.intake_category_id
               JOIN companies o ON o.id = s.company_id
              WHERE s.id = ?1 AND s.company_id = ?2 AND s.is_draft = 0 AND s.deleted_at IS NULL
                AND s.contact_email IS NOT NULL`,
            submissionId,
            companyId,
          ),
        )
      : null
    if (!row) throw notFound('The form')
    return {
      title: row.title,
      category: row.category,
      companyName: row.companyName,
      lightLogoUrl: row.lightLogoKey && logoUrl(companyId, row.categoryId, 'light'),
      darkLogoUrl: row.darkLogoKey && logoUrl(companyId, row.categoryId, 'dark'),
      sentAt: new Date(row.submittedAt).toISOString(),
      state: stateOf(row),
      decidedAt: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
      documents: JSON.parse(row.documents) as string[],
    }
  },
})
