import * as endpoints from '../../../../schema/vendors/vendor-forms/update-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, forbidden } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { readApprovals } from '../../requests/submissions/index.ts'
import { mayChange } from '../vendors/index.ts'
import type { FormRow } from './form-row.ts'
import { requireFormAnd } from './manage.ts'
import { type PlannedUpdates, planUpdates } from './plan-updates.ts'
import { readForPlan, storedStatement } from './read-for-plan.ts'

/**
 * What the approval of a form changes, before it is approved and afterwards. Invariants: what an approver saw is what is
 * changed; only people who can change the vendor leave something out.
 */

const NOTHING: endpoints.FormUpdates = { state: 'NONE', rows: [], digest: '', canChoose: false, changedAt: null }

const digestOf = ({ rows, version }: PlannedUpdates): string =>
  sha256Hex(
    JSON.stringify([version, rows.map(({ key, now, answer, skip }) => [key, now.value, answer.value, skip?.reason])]),
  ).slice(0, 32)

const viewOf = ({ actor }: StaffContext, row: FormRow, plan: PlannedUpdates | null): endpoints.FormUpdates => {
  if (!plan) return NOTHING
  if (row.status === 'APPROVED') {
    const { made } = plan
    return made
      ? { ...NOTHING, state: 'DONE', rows: made.rows, changedAt: new Date(made.at).toISOString() }
      : { ...NOTHING, state: 'WAITING', rows: plan.rows }
  }
  if (row.status !== 'PENDING') return NOTHING
  const isOpen = row.archivedAt === null && plan.vendor !== null
  const canChoose = isOpen && mayChange(actor, plan.vendor?.owners.map(({ id }) => id) ?? [])
  return { state: 'PREVIEW', rows: plan.rows, digest: digestOf(plan), canChoose, changedAt: null }
}

const requireFormToPlan = async (context: StaffContext, submissionId: string) => {
  const { row, results } = await requireFormAnd(context, submissionId, [
    storedStatement(context, context.actor.companyId, submissionId),
  ])
  return { row, stored: results[0]?.[0] }
}

export const readUpdates = query({
  id: 'vendor-forms.updates',
  access: 'vendor-forms.use',
  readsFirst: true,
  input: inputOf(endpoints.getFormUpdates),
  run: async (context, { intakeSubmissionId }) => {
    const { row, stored } = await requireFormToPlan(context, intakeSubmissionId)
    return viewOf(context, row, await planUpdates(context, row, await readForPlan(context, row, stored)))
  },
})

const requireUndecided = (row: FormRow): void => {
  if (row.status !== 'PENDING' || row.archivedAt !== null)
    throw new AppError('CONFLICT', 'This form is no longer in review.', { reason: 'ALREADY_DECIDED' })
}

/** Throws FORBIDDEN for people who can't change the vendor, CONFLICT for a form that was decided. */
export const chooseUpdates = command({
  id: 'vendor-forms.choose-updates',
  access: 'vendor-forms.use',
  input: inputOf(endpoints.chooseFormUpdates),
  run: async (context, { intakeSubmissionId, leaveOut }) => {
    const { db, actor } = context
    const { row, stored } = await requireFormToPlan(context, intakeSubmissionId)
    requireUndecided(row)
    const read = await readForPlan(context, row, stored)
    const plan = await planUpdates(context, row, read)
    if (!plan || !viewOf(context, row, plan).canChoose) throw forbidden()
    const asked = new Set(leaveOut)
    // Each keeps the name of who left it out first.
    const chosen = Object.fromEntries(
      plan.rows.flatMap(({ key, isCleared }) =>
        !isCleared && asked.has(key) ? [[key, plan.leftOut[key] ?? { name: actor.name }]] : [],
      ),
    )
    const labels = (of: PlannedUpdates['leftOut']) =>
      plan.rows.flatMap(({ key, label }) => (of[key] ? [label] : [])).join(', ') || null
    const after = viewOf(context, row, await planUpdates(context, row, read, undefined, chosen))
    return commit(context, {
      subject: 'The form',
      statements: [
        db.sql(
          `UPDATE vendor_form_invitations SET left_out = ?3
            WHERE id = ?1 AND company_id = ?2 AND status = 'PENDING' AND deleted_at IS NULL`,
          ...[row.id, actor.companyId, JSON.stringify(chosen)],
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `vendor-form:${row.id}:left-out:${context.newId()}`,
          action: 'intake-submission.updates-chosen',
          targetType: 'INTAKE_SUBMISSION',
          targetId: row.intakeSubmissionId,
          message: `Chose what the approval changes on ${row.vendorName}`,
          changeData: { before: { leftOut: labels(plan.leftOut) }, after: { leftOut: labels(chosen) } },
        },
      ],
      result: after,
    })
  },
})

/** Throws FORBIDDEN for people whose decision isn't asked for. */
const requireDecider = async (context: StaffContext, id: string): Promise<void> => {
  const { levels } = await readApprovals.run(context, { id })
  if (!levels.some(({ blocks }) => blocks.some(({ canDecide, canComplete }) => canDecide || canComplete)))
    throw new AppError('FORBIDDEN', 'Only people whose approval is needed can do this.')
}

/** Throws CONFLICT with UPDATES_CHANGED if something else would be changed than the person saw. */
export const confirmUpdates = command({
  id: 'vendor-forms.confirm-updates',
  access: 'vendor-forms.use',
  input: inputOf(endpoints.confirmFormUpdates),
  run: async (context, { intakeSubmissionId, digest }) => {
    const { db, actor, clock } = context
    const { row, stored } = await requireFormToPlan(context, intakeSubmissionId)
    requireUndecided(row)
    await requireDecider(context, intakeSubmissionId)
    const plan = await planUpdates(context, row, await readForPlan(context, row, stored))
    if (!plan || digestOf(plan) !== digest)
      throw new AppError('CONFLICT', 'What your approval changes is different now. Review it, then decide again.', {
        reason: 'UPDATES_CHANGED',
      })
    const { version, values } = plan
    return commit(context, {
      subject: 'The form',
      statements: [
        db.sql(
          `UPDATE vendor_form_invitations SET shown_updates = ?3
            WHERE id = ?1 AND company_id = ?2 AND status = 'PENDING' AND deleted_at IS NULL`,
          ...[row.id, actor.companyId, JSON.stringify({ version, values, by: actor.userId, at: clock.now() })],
        ),
        guardOneRow(db),
      ],
      audit: [],
      result: { id: intakeSubmissionId },
    })
  },
})
