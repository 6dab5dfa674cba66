import type { InUseReason } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { answersFollow } from '../../../core/kinds/named-in-answers.ts'
import { type ReferenceHolder, referred, registerReferences } from '../../../core/references.ts'
import { readableRequest, readableRequestParams } from '../../requests/submissions/index.ts'

/** What prevents deleting a vendor, each with a condition and its message. */

export interface VendorUseSource {
  kind: InUseReason['kind']
  /** Rows that name vendor ?1 of company ?2: `id`, `name`. */
  rows: string
  text: (name: string, others: number) => string
  href: (id: string, vendorId: string) => string
  /**
   * For rows that not everyone can read: the condition that the person can read row `n`. Otherwise it is only counted.
   */
  readable?: { sql: string; params: (actor: StaffActor) => unknown[]; unread: (count: number) => string; href: string }
}

const andMore = (others: number): string => (others > 0 ? ` and ${others} more` : '')

const SOURCES: VendorUseSource[] = [
  {
    kind: 'SERVICE',
    rows: 'SELECT s.id, s.name FROM services s WHERE s.company_id = ?2 AND s.vendor_id = ?1',
    text: (name, others) => `The service ${name}${andMore(others)} ${others ? 'are' : 'is'} bought from it`,
    href: (id) => hrefOf('SERVICE', id),
  },
  {
    kind: 'REQUEST',
    rows: `SELECT s.id, s.title AS name FROM intake_submissions s
            WHERE s.company_id = ?2 AND s.vendor_id = ?1 AND s.deleted_at IS NULL
            UNION SELECT s.id, s.title FROM intake_submission_vendors l CROSS JOIN intake_submissions s
               ON s.id = l.intake_submission_id AND s.deleted_at IS NULL
            WHERE l.company_id = ?2 AND l.vendor_id = ?1`,
    text: (name, others) => `The request ${name}${andMore(others)} ${others ? 'name' : 'names'} it`,
    href: (id) => hrefOf('INTAKE_SUBMISSION', id),
    readable: {
      sql: `EXISTS (SELECT 1 FROM intake_submissions s WHERE s.id = n.id
             AND ((${readableRequest(3)}) OR (s.is_draft = 1 AND s.created_by_user_id = ?3)))`,
      params: readableRequestParams,
      unread: (count) =>
        count > 1
          ? `${count} requests or drafts that you can’t see use it`
          : 'A request or draft that you can’t see uses it',
      href: '/intake-requests',
    },
  },
  {
    kind: 'DOCUMENT',
    rows: `SELECT d.id, d.display_name AS name FROM document_links l
            CROSS JOIN documents d ON d.id = l.document_id AND d.deleted_at IS NULL
            WHERE l.company_id = ?2 AND l.target_type = 'VENDOR' AND l.target_id = ?1`,
    text: (name, others) => `The document ${name}${andMore(others)} ${others ? 'belong' : 'belongs'} to it`,
    href: (_, vendorId) => `${hrefOf('VENDOR', vendorId)}/documents`,
  },
  {
    kind: 'CONVERSATION',
    rows: `SELECT t.id, '' AS name FROM threads t WHERE t.company_id = ?2 AND t.target_type = 'VENDOR' AND t.target_id = ?1`,
    text: (_, others) => (others ? `${others + 1} conversations are about it` : 'A conversation is about it'),
    href: (_, vendorId) => hrefOf('VENDOR', vendorId, 'threads'),
  },
  {
    kind: 'PORTAL',
    rows: `SELECT vc.id, vc.name FROM vendor_company_customers c CROSS JOIN vendor_companies vc ON vc.id = c.vendor_company_id
            WHERE c.company_id = ?2 AND c.vendor_id = ?1`,
    text: (name) => `${name} signs in to the vendor portal for it`,
    href: (_, vendorId) => hrefOf('VENDOR', vendorId),
  },
]

/** Vendors, as those who refer to one need them. */
export const VENDOR_REFERRED = referred('VENDOR', 'vendor')

/** The first row that names the vendor, and how many more do. */
const holderOf = ({ kind, rows, text, href, readable }: VendorUseSource): ReferenceHolder => ({
  order: 100,
  uses: ({ db, actor }, { auditTarget }, { id }, _, besides) => {
    if (auditTarget !== 'VENDOR') return null
    const params = [id, actor.companyId, ...(readable?.params(actor) ?? [])]
    return {
      statements: [
        db.sql(
          `SELECT r.*, COUNT(*) OVER () AS total, SUM(r.isReadable) OVER () AS seen
             FROM (SELECT n.id, n.name, ${readable?.sql ?? '1'} AS isReadable FROM (${rows}) n
                    WHERE n.id NOT IN (SELECT value FROM json_each(?${params.length + 1}))) r
            ORDER BY r.isReadable DESC, lower(r.name), r.id LIMIT 1`,
          ...params,
          JSON.stringify(besides),
        ),
      ],
      reasons: ([row]) => {
        if (!row) return []
        const [total, seen] = [Number(row.total), Number(row.seen)]
        const told = seen > 0 ? [{ kind, text: text(String(row.name), seen - 1), href: href(String(row.id), id) }] : []
        const untold =
          readable && total > seen ? [{ kind, text: readable.unread(total - seen), href: readable.href }] : []
        return [...told, ...untold]
      },
    }
  },
  unusedSql: ({ auditTarget }) => (auditTarget === 'VENDOR' ? `NOT EXISTS (${rows})` : null),
})

/** An area that names vendors registers where. */
export const registerVendorUse = (source: VendorUseSource): void => registerReferences(holderOf(source))

SOURCES.forEach(registerVendorUse)

registerReferences(
  answersFollow(61, { table: 'vendor_answer_values', owner: 'vendor_id' }, [{ name: 'vendors', owner: 'id' }], false),
)
