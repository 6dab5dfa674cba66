import { webDomainOf } from '../../../../schema/requests/proposed-vendors/values.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import { commit } from '../../../core/commit.ts'
import type { SystemContext } from '../../../core/operation.ts'
import type { Effect, OutboxHandler } from '../../../core/outbox-registry.ts'
import {
  PROPOSED_COLUMNS,
  type ProposedRow,
  proposedRows,
  type SimilarRow,
  similarStatement,
} from '../../requests/proposed-vendors/index.ts'
import { type ForRequest, followStatements, type Making, makeVendor, waitForAnswer } from './make.ts'

/**
 * What an approved request proposed becomes vendors. Invariants: each is made once, whatever runs twice; one that may be
 * a vendor that was added since isn't made until someone says so.
 */

type Settle = Effect<'proposed-vendor.settle'>

/**
 * Those that the person who proposed it couldn't know: of the same name or domain, and added since. One of exactly the
 * same name can't be doubled anyway.
 */
const addedSince = (row: ProposedRow, found: readonly SimilarRow[]): SimilarRow[] => {
  const [key, domain] = [matchKeyOf(row.name), webDomainOf(row.website)]
  return found.filter(({ name, website, matchKey, createdAt }) => {
    const isSame = matchKey === key || (domain !== '' && webDomainOf(website) === domain)
    return isSame && (createdAt >= row.createdAt || name.toLowerCase() === row.name.toLowerCase())
  })
}

/** The category's owners, or the requester where it has none: those who are still members. */
const OWNERS = `SELECT m.user_id AS userId FROM company_memberships m
  WHERE m.company_id = ?1 AND m.disabled_at IS NULL AND m.user_id IN (
    SELECT user_id FROM intake_category_owners WHERE company_id = ?1 AND intake_category_id = ?2)
  ORDER BY m.user_id`
const REQUESTER = `SELECT m.user_id AS userId FROM company_memberships m
  WHERE m.company_id = ?1 AND m.user_id = ?2 AND m.disabled_at IS NULL`

/**
 * Whether the request is approved, or only its tasks are left. It is asked when the decision can't be undone any more, and
 * what was undone or withdrawn meanwhile makes nothing.
 */
const IS_APPROVED = `WITH r (status) AS MATERIALIZED (
    SELECT status FROM intake_submissions WHERE id = ?2 AND company_id = ?1 AND deleted_at IS NULL
    UNION ALL SELECT status FROM spend_requests WHERE id = ?2 AND company_id = ?1 AND deleted_at IS NULL)
  SELECT r.status = 'APPROVED' OR (r.status = 'PENDING' AND NOT EXISTS (
    SELECT 1 FROM level_group_statuses b WHERE b.target_id = ?2 AND b.company_id = ?1 AND b.rule_type = 'APPROVAL'
       AND b.status <> 'APPROVED' AND b.run = (SELECT max(run) FROM level_group_statuses WHERE target_id = ?2)))
    AS isApproved FROM r`

const settle = async (context: SystemContext, { companyId, payload }: Settle): Promise<void> => {
  const { db, clock } = context
  const [found, owners, requester, approved, files] = await db.batch([
    db.sql(
      `SELECT ${PROPOSED_COLUMNS} FROM json_each(?2) j
        CROSS JOIN proposed_vendors p ON p.id = j.value AND +p.company_id = ?1`,
      companyId,
      JSON.stringify(payload.proposedVendorIds),
    ),
    db.sql(OWNERS, companyId, payload.categoryId),
    db.sql(REQUESTER, companyId, payload.requestorUserId),
    db.sql(IS_APPROVED, companyId, payload.targetId),
    // Those of a spend request are no answers of it.
    db.sql(
      `SELECT document_id AS id FROM document_links
        WHERE company_id = ?1 AND target_type = 'SPEND_REQUEST' AND target_id = ?2 LIMIT 200`,
      companyId,
      payload.targetId,
    ),
  ])
  if (approved?.results[0]?.isApproved !== 1) return
  const members = owners?.results.length ? owners.results : (requester?.results ?? [])
  const { targetType, targetId, title, documentIds } = payload
  const request: ForRequest = {
    ...{ targetType, targetId, title },
    documentIds: [...documentIds, ...(files?.results ?? []).map(({ id }) => String(id))],
    ownerIds: members.map(({ userId }) => String(userId)),
  }
  for (const row of proposedRows(found?.results ?? [])) {
    const making: Making = { db, clock, actor: { companyId, userId: row.proposedByUserId } }
    if (row.settledAt !== null) {
      // Another request that names it was approved before.
      const statements = row.vendorId ? followStatements(making, row.id, row.vendorId, request.documentIds) : []
      if (statements.length > 0) await db.batch(statements)
      continue
    }
    if (row.waiting) continue
    const similar = await db.all<SimilarRow>(similarStatement(db, companyId, { ...row, exceptId: row.id }))
    const doubles = addedSince(row, similar)
    const { statements, audit, outbox } =
      doubles.length > 0 ? waitForAnswer(making, row, doubles, request) : makeVendor(making, row, request)
    // A vendor of this name that someone adds in this moment makes it fail, and the next try finds that one.
    await commit(context, {
      ...{ subject: 'The vendor', as: { companyId, userId: null }, statements, audit, outbox, result: null },
    })
  }
}

export const settleProposed: OutboxHandler<'proposed-vendor.settle', SystemContext> = async (context) => (effect) =>
  settle(context, effect)
