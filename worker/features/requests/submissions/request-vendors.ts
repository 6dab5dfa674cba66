import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { isProposedVendorId } from '../../../../schema/requests/proposed-vendors/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { refuseArchived, requireUnarchived } from '../../../core/kinds/archived.ts'
import { PROPOSED_NAME } from '../../../core/object-names.ts'
import { type BaseContext, command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { announce } from './announce.ts'
import { isStillDraft, mayManage, requireReadableSubmission, type SubmissionAccess } from './visibility.ts'

/** Vendors of a request (specification 2 §2): those in its answers, and those that people link to it. */

interface VendorRow {
  id: string
  name: string
  /** 1 for one that the request proposes. */
  isProposed: number
  /** Null for a vendor in the answers. */
  linkedBy: string | null
}

/** ?1 is the request, ?2 the company. Values of answers are looked up one by one. +company_id keeps SQLite doing so. */
const VENDORS_SQL = `
SELECT v.id, v.name, 0 AS isProposed, NULL AS linkedBy
  FROM intake_submissions s
 CROSS JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version, json_each(a.value) j
 CROSS JOIN vendors v ON v.id = j.value AND +v.company_id = s.company_id
 WHERE s.id = ?1 AND s.company_id = ?2 AND j.type = 'text'
 UNION
SELECT p.id, ${PROPOSED_NAME}, 1, NULL
  FROM intake_submissions s
 CROSS JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version, json_each(a.value) j
 CROSS JOIN proposed_vendors p ON p.id = j.value AND +p.company_id = s.company_id
 WHERE s.id = ?1 AND s.company_id = ?2 AND j.type = 'text' AND j.value LIKE 'pv-%'
   AND NOT EXISTS (SELECT 1 FROM vendors v WHERE v.id = p.id)
 UNION
SELECT v.id, v.name, 0, l.created_by_user_id
  FROM intake_submission_vendors l CROSS JOIN vendors v ON v.id = l.vendor_id
 WHERE l.company_id = ?2 AND l.intake_submission_id = ?1`

export const vendorsStatement = (
  { db, actor }: { db: Pick<BaseContext['db'], 'sql'>; actor: StaffActor },
  submissionId: string,
): D1PreparedStatement => db.sql(VENDORS_SQL, submissionId, actor.companyId)

const mayUnlink = (access: SubmissionAccess, actor: StaffActor, linkedBy: string): boolean =>
  linkedBy === actor.userId || mayManage(access, actor) || actor.ownedCategoryIds.includes(access.intakeCategoryId)

const byName = (a: VendorRow, b: VendorRow): number => a.name.localeCompare(b.name)

/** A vendor in the answers stays there, even if someone also linked it. */
export const vendorsOf = (
  results: Record<string, unknown>[],
  access: SubmissionAccess,
  actor: StaffActor,
): Pick<endpoints.IntakeSubmission, 'answerVendors' | 'proposedVendors' | 'associatedVendors'> => {
  const rows = (results as unknown as VendorRow[]).toSorted(byName)
  const answered = rows.filter(({ linkedBy }) => linkedBy === null)
  const ids = new Set(answered.map(({ id }) => id))
  return {
    answerVendors: answered.flatMap(({ id, name, isProposed }) => (isProposed === 1 ? [] : [{ id, name }])),
    proposedVendors: answered.flatMap(({ id, name, isProposed }) => (isProposed === 1 ? [{ id, name }] : [])),
    associatedVendors: rows.flatMap(({ id, name, linkedBy }) =>
      linkedBy === null || ids.has(id) ? [] : [{ id, name, canRemove: mayUnlink(access, actor, linkedBy) }],
    ),
  }
}

interface Found {
  id: string
  name: string
  isArchived: number
  isLinked: number
}

/** Linking again changes nothing. Throws INVALID for unknown and archived `vendorIds`. */
export const addVendors = command({
  id: 'intake.add-vendors',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.addIntakeVendors),
  run: async (context, { id, vendorIds }) => {
    const { db, actor, clock } = context
    const access = await requireReadableSubmission(context, id)
    if (access.isDraft) throw isStillDraft()
    const wanted = [...new Set(vendorIds)]
    const found = await db.all<Found>(
      db.sql(
        `SELECT v.id, v.name, v.archived_at IS NOT NULL AS isArchived,
                EXISTS (SELECT 1 FROM intake_submission_vendors l
                         WHERE l.company_id = ?1 AND l.intake_submission_id = ?2 AND l.vendor_id = v.id) AS isLinked
           FROM json_each(?3) w CROSS JOIN vendors v ON v.id = w.value AND +v.company_id = ?1`,
        actor.companyId,
        id,
        JSON.stringify(wanted),
      ),
    )
    if (found.length < wanted.length) throw invalidField('vendorIds', 'One of the vendors does not exist')
    const added = found.filter(({ isLinked }) => isLinked === 0)
    refuseArchived('vendorIds', added)
    if (added.length === 0) {
      return commit(context, { subject: 'The request', statements: [], audit: [], result: { id } })
    }
    await requireUnarchived(context, [{ kind: 'INTAKE_SUBMISSION', id }])
    const vendors = added.map((vendor) => ({ id: vendor.id, name: vendor.name }))
    const result = await commit(context, {
      subject: 'The request',
      statements: [
        db.sql(
          `INSERT INTO intake_submission_vendors
             (company_id, intake_submission_id, vendor_id, created_by_user_id, created_at)
           SELECT ?1, ?2, value, ?3, ?4 FROM json_each(?5) WHERE 1 ON CONFLICT DO NOTHING`,
          actor.companyId,
          id,
          actor.userId,
          clock.now(),
          JSON.stringify(vendors.map((vendor) => vendor.id)),
        ),
      ],
      audit: [
        {
          changeKey: `intake-vendors:${id}:${context.newId()}`,
          action: 'intake-submission.vendors-linked',
          targetType: 'INTAKE_SUBMISSION',
          targetId: id,
          message: `${actor.name} linked ${vendors.map(({ name }) => name).join(', ')}`,
          changeData: { vendors },
        },
      ],
      result: { id },
    })
    announce(context, id)
    return result
  },
})

/** Throws NOT_FOUND if it isn't linked, FORBIDDEN for what someone else linked. */
export const removeVendor = command({
  id: 'intake.unlink-vendor',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.removeIntakeVendor),
  run: async (context: StaffContext, { id, vendorId }) => {
    const { db, actor } = context
    const access = await requireReadableSubmission(context, id)
    const link = await db.first<{ name: string; linkedBy: string }>(
      db.sql(
        `SELECT v.name, l.created_by_user_id AS linkedBy
           FROM intake_submission_vendors l CROSS JOIN vendors v ON v.id = l.vendor_id
          WHERE l.company_id = ? AND l.intake_submission_id = ? AND l.vendor_id = ?`,
        actor.companyId,
        id,
        vendorId,
      ),
    )
    if (access.isDraft || !link) throw notFound('The linked vendor')
    if (!mayUnlink(access, actor, link.linkedBy))
      throw new AppError('FORBIDDEN', 'Only the requester, admins and the person who linked the vendor can remove it.')
    await commit(context, {
      subject: 'The request',
      statements: [
        db.sql(
          'DELETE FROM intake_submission_vendors WHERE company_id = ? AND intake_submission_id = ? AND vendor_id = ?',
          actor.companyId,
          id,
          vendorId,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `intake-vendors:${id}:${context.newId()}`,
          action: 'intake-submission.vendor-unlinked',
          targetType: 'INTAKE_SUBMISSION',
          targetId: id,
          message: `${actor.name} removed ${link.name}`,
          changeData: { before: { id: vendorId, name: link.name } },
        },
      ],
      result: null,
    })
    announce(context, id)
    return null
  },
})

/** A vendor that a request proposed, and since when the company has it. */
export interface Brought {
  id: string
  since: number | null
}

export const vendorsBrought = (db: StaffContext['db'], companyId: string, candidates: readonly string[]) =>
  db.sql(
    `SELECT value AS id, coalesce(
         (SELECT p.settled_at FROM proposed_vendors p WHERE p.id = value AND +p.company_id = ?1),
         (SELECT v.created_at FROM vendors v WHERE v.id = value AND +v.company_id = ?1)) AS since FROM json_each(?2)`,
    companyId,
    JSON.stringify(candidates.filter(isProposedVendorId)),
  )

/** Those that the company didn't have when the request was filed, or doesn't have yet. */
export const newVendors = (brought: readonly Brought[], filedAt: number | undefined): string[] =>
  brought.flatMap(({ id, since }) => (since === null || (filedAt !== undefined && filedAt < since) ? [id] : []))
