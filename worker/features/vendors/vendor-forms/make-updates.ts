import type { UpdateRow } from '../../../../schema/vendors/vendor-forms/update-endpoints.ts'
import { asShown, SKIP_WORDS } from '../../../../schema/vendors/vendor-forms/updates.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import type { StaffContext, SystemContext } from '../../../core/operation.ts'
import type { VendorFormUpdates } from '../../../core/outbox.ts'
import type { Effect, OutboxHandler } from '../../../core/outbox-registry.ts'
import { asSender } from './fill.ts'
import { OPEN_FORM, type OpenFormRow } from './form-row.ts'
import { type PlannedUpdates, planUpdates } from './plan-updates.ts'
import { type MadeUpdates, readForPlan, storedStatement } from './read-for-plan.ts'

/**
 * Answers of an approved form become values of the vendor, its service and the service's periods. Invariants: once for
 * each approval; a value that can't be written is left out and said, and holds up no other.
 */

/** The vendor's person gave the answers: the context has no rights beyond reading the files that they sent. */
const contextOf = (context: SystemContext, form: OpenFormRow, { answeredBy }: VendorFormUpdates): StaffContext =>
  asSender(context, form, { name: answeredBy, email: '', uploaderId: null })

const placeOf = ({ place, target, period }: UpdateRow): string => {
  if (place !== 'PERIOD') return ''
  return ` (${[target, period && `period ${period}`].filter(Boolean).join(', ')})`
}

const wordsOf = (rows: readonly UpdateRow[]): string => rows.map((row) => `${row.label}${placeOf(row)}`).join(', ')

const skippedWords = (rows: readonly UpdateRow[]): string[] =>
  rows.flatMap((row) =>
    row.skip ? [`${row.label}${placeOf(row)}: ${SKIP_WORDS[row.skip.reason](row.skip.detail)}`] : [],
  )

/** What the form's history says. */
const auditOf = (form: OpenFormRow, { rows }: PlannedUpdates, effectId: string, data: Record<string, unknown>) => {
  const made = rows.filter(({ skip }) => !skip)
  const skipped = skippedWords(rows)
  const changed = made.length > 0 ? `The approval changed ${form.vendorName}: ${wordsOf(made)}` : null
  const left =
    skipped.length > 0 ? `${changed ? 'Not changed' : 'The approval changed nothing'}: ${skipped.join('; ')}` : null
  return {
    changeKey: `vendor-form:${form.id}:made:${effectId}`,
    action: 'intake-submission.vendor-updated',
    targetType: 'INTAKE_SUBMISSION' as const,
    targetId: form.intakeSubmissionId,
    message: [changed, left].filter(Boolean).join('. '),
    changeData: {
      after: { ...data, ...(made.length > 0 && { changed: wordsOf(made) }), ...(left && { notChanged: skipped }) },
    },
  }
}

const make = async (
  system: SystemContext,
  { id: effectId, companyId, payload }: Effect<'vendor-form.update-vendor'>,
): Promise<void> => {
  const { db, clock } = system
  const [forms, stored] = await db.batch([
    db.sql(
      `${OPEN_FORM} WHERE i.company_id = ? AND i.intake_submission_id = ? AND i.deleted_at IS NULL`,
      companyId,
      payload.submissionId,
    ),
    storedStatement(system, companyId, payload.submissionId),
  ])
  const form = forms?.results[0] as unknown as OpenFormRow | undefined
  if (form?.status !== 'APPROVED') return
  const context = contextOf(system, form, payload)
  const read = await readForPlan(context, form, stored?.results[0])
  const plan = await planUpdates(context, form, read, asShown)
  if (!plan || plan.made?.effect === effectId) return
  const { approvedBy, answeredBy } = payload
  const by = approvedBy ? `, approved by ${approvedBy.name}` : ''
  const data = { form: form.categoryName, answeredBy, ...(approvedBy && { approvedBy: approvedBy.name }) }
  const { statements, audit } = plan.write({
    sentence: `the form ${form.categoryName} that ${answeredBy} filled in${by}`,
    data,
  })
  const made: MadeUpdates = { effect: effectId, at: clock.now(), rows: plan.rows }
  await commit(context, {
    subject: 'The vendor',
    as: { companyId, userId: approvedBy?.userId ?? null },
    statements: [
      ...statements,
      db.sql(
        `UPDATE vendor_form_invitations SET made_updates = ?3
          WHERE id = ?1 AND company_id = ?2 AND coalesce(made_updates ->> 'effect', '') <> ?4`,
        ...[form.id, companyId, JSON.stringify(made), effectId],
      ),
      guardOneRow(db),
    ],
    audit: [...audit, ...(plan.rows.length > 0 ? [auditOf(form, plan, effectId, data)] : [])],
    result: null,
  })
}

export const updateVendorFromForm: OutboxHandler<'vendor-form.update-vendor', SystemContext> = async (context) => {
  const again = lastWriteWins(
    (system: SystemContext, { effect }: { version?: number; effect: Effect<'vendor-form.update-vendor'> }) =>
      make(system, effect),
  )
  return (effect) => again(context, { effect })
}
