import type { Kind } from '../../../../schema/shared/kinds.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { actingFor, withinDelegation } from '../../../core/actor.ts'
import { lineReadable } from '../../platform/accounting/index.ts'

/** Who reads the files of objects that are owned by a later wing. `l` is the link. */
interface LinkReaders {
  /** What they are attached to. */
  of: Kind
  /** SQL condition that the person reads it, with the parameters of `readableDocument`. */
  readable: string
  /** The same for member `m` of company ?1. ?5 is the time. */
  readers: string
}

const others: LinkReaders[] = []

/** Called once, by the kind's owner. */
export const registerLinkReaders = (readers: LinkReaders): void => {
  others.push(readers)
}

/** SQL condition that member `m` reads what link `l` is to, if a later wing owns that. */
export const linkReaders = (): string =>
  others.map(({ of, readers }) => `(l.target_type = '${of}' AND ${readers})`).join(' OR ') || '0'

/**
 * SQL condition "the person may read document d": they uploaded it, they see every request, or it is attached to
 * something everyone reads (a vendor, a service), to a request that involves them or someone they act for as a
 * delegate, to a purchase order or a transaction that they see, or to an invoice or a bill, for people who work with payments. Parameters:
 * ?1 company, ?2 user, ?3 sees all (1 or 0), ?4 JSON list of the user and those they act for. It starts from what the document is attached to, because starting from the person would read everything that involves
 * them. The links are asked in a table of their own, because SQLite limits the depth of expressions.
 */
export const readableDocument = (): string => `d.company_id = ?1 AND d.deleted_at IS NULL AND (
  ?3 = 1 OR d.open_count > 0 OR d.uploaded_by_user_id = ?2 OR EXISTS (
    SELECT 1 FROM (SELECT 1 FROM document_links l WHERE l.company_id = d.company_id AND l.document_id = d.id AND (
      EXISTS (SELECT 1 FROM request_participants p
               WHERE p.company_id = l.company_id AND p.target_type = l.target_type AND p.target_id = l.target_id
                 AND p.user_id IN (SELECT value FROM json_each(?4)) AND ${withinDelegation('?2')})
      OR ((l.target_type = 'INTAKE_SUBMISSION' AND EXISTS (
        SELECT 1 FROM intake_submissions s CROSS JOIN intake_category_owners o
            ON o.company_id = s.company_id AND o.intake_category_id = s.intake_category_id AND o.user_id = ?2
         WHERE s.id = l.target_id AND s.is_draft = 0))
      OR (l.target_type IN ('BILL', 'INVOICE') AND EXISTS (
        SELECT 1 FROM company_memberships lm WHERE lm.company_id = ?1 AND lm.user_id = ?2 AND lm.has_payments_access = 1))
      ${others.map(({ of, readable }) => `OR (l.target_type = '${of}' AND ${readable})`).join(' ')}
      OR (l.target_type = 'TRANSACTION' AND EXISTS (
        SELECT 1 FROM transactions lt WHERE lt.id = l.target_id AND lt.company_id = ?1 AND ${lineReadable('lt')})))))))`

export const readableParams = (actor: StaffActor): [string, string, number, string] => [
  actor.companyId,
  actor.userId,
  can(actor.policy, 'requests.see-all') ? 1 : 0,
  JSON.stringify(actingFor(actor)),
]
