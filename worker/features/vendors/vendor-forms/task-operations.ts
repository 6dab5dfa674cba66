import * as endpoints from '../../../../schema/vendors/vendor-forms/task-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { factsInProgress } from '../../../objects/approval/subject.ts'
import { announce, objectOf, requireReadableBlock } from '../../approvals/blocks/index.ts'
import { requireKind, requireTaskByHand } from '../../approvals/tasks/index.ts'
import { limitRate } from '../../platform/session/index.ts'
import { formToSend, formToSendStatement } from './form-version.ts'
import { blockFormsStatement, type StaffFormRow, toSent } from './manage.ts'
import { addresseeOf, peopleOfVendor } from './recipients.ts'
import { newFormRows } from './send.ts'
import { countingForm, isOpen, type TaskForm, taskFormsStatement } from './task-forms.ts'
import { followSteps } from './task-jobs.ts'
import { CannotSend, targetOf, vendorToAsk } from './task-recipient.ts'
import { closeForm, settingsOf } from './task-step.ts'

/** What staff see and do at a step that sends forms to a vendor. */

const NOUN = 'task'
const HOUR_MS = 60 * 60 * 1000
/** They go to addresses outside. */
const MOST_AN_HOUR = 60

/** For everyone who can see the request. Answers are behind `canOpen`. */
export const listTaskForms = query({
  id: 'workflow-tasks.vendor-forms',
  access: 'vendor-forms.use',
  input: inputOf(endpoints.listTaskForms),
  run: async (context, { id: blockId }) => {
    const { block, results } = await requireReadableBlock(context, blockId, [blockFormsStatement(context, blockId)])
    requireKind(block, 'SEND_VENDOR_FORM', NOUN)
    const rows = (results[0] ?? []) as unknown as (StaffFormRow & { canOpen: number })[]
    return rows.map((row) => ({ ...toSent(context, row), canOpen: row.canOpen === 1 }))
  },
})

type Asked = Parameters<typeof addresseeOf>[2] & { vendorId?: string | undefined }
type Task = Awaited<ReturnType<typeof requireTaskByHand>>

/** Throws INVALID for `vendorId`. */
const vendorOf = async (context: StaffContext, { target, state, block }: Task, { vendorId }: Asked) => {
  const { companyId } = context.actor
  try {
    if (vendorId) return await vendorToAsk(context, companyId, vendorId)
    const base = await objectOf(context, target).planningBase(companyId)
    const facts = base ? factsInProgress(state, base) : new Map()
    // Only the vendor counts, not the address that the task would use.
    const { vendor } = settingsOf(block)
    if (vendor.source === 'VENDOR') return await vendorToAsk(context, companyId, vendor.vendorId)
    return (
      await targetOf(context, state, { ...settingsOf(block), recipient: { source: 'EMAIL', email: ANYONE } }, facts)
    ).vendor
  } catch (error) {
    throw error instanceof CannotSend ? invalidField('vendorId', `${error.message}.`) : error
  }
}
/** Stands in for an address, which finding the vendor doesn't need. */
const ANYONE = 'nobody@example.com'

const unanswered = (forms: readonly TaskForm[], categoryIds: readonly string[]): string[] =>
  categoryIds.filter((id) => {
    const form = countingForm(forms.filter(({ categoryId }) => categoryId === id))
    return !form || isOpen(form)
  })

/**
 * For people who can complete the task by hand. Throws INVALID beside the field, CONFLICT if every form was submitted,
 * LIMITED, and the same as `requireTaskByHand`.
 */
export const sendTaskForms = command({
  id: 'workflow-tasks.send-vendor-forms',
  access: 'vendor-forms.use',
  input: inputOf(endpoints.sendTaskForms),
  run: async (context, { id: blockId, intakeCategoryIds, message, ...asked }) => {
    const { db, actor, clock } = context
    const { companyId, userId, name } = actor
    const task = await requireTaskByHand(context, blockId, {
      ruleType: 'SEND_VENDOR_FORM',
      noun: NOUN,
      running: 'The forms are being sent right now.',
    })
    const { block, state, target } = task
    const settings = settingsOf(block)
    const forms = await db.all<TaskForm>(taskFormsStatement(db, companyId, [blockId]))
    const configured = new Set(settings.intakeCategoryIds)
    if (intakeCategoryIds?.some((id) => !configured.has(id)))
      throw invalidField('intakeCategoryIds', 'Choose forms of this task')
    const chosen = intakeCategoryIds ?? unanswered(forms, settings.intakeCategoryIds)
    if (chosen.length === 0)
      throw new AppError('CONFLICT', 'The vendor has already submitted the forms of this task.', {
        reason: 'ALREADY_SUBMITTED',
      })
    const vendor = await vendorOf(context, task, asked)
    const to = addresseeOf(await peopleOfVendor(context, companyId, vendor.id), vendor.name, asked)
    const found = await db.batch(chosen.map((id) => formToSendStatement(db, companyId, id, null)))
    await limitRate(context, HOUR_MS, [{ key: `send-task-forms:${companyId}:${userId}`, max: MOST_AN_HOUR }])
    const sent = chosen.map((categoryId, at) => {
      const row = found[at]?.results[0] as unknown as Parameters<typeof formToSend>[1]
      const form = formToSend(context, row, { companyId, userId, categoryId })
      const submissionId = context.newId()
      const rows = newFormRows(
        context,
        { companyId, userId, name },
        {
          ...{ vendor: { id: vendor.id, name: vendor.name }, categoryId, form, to, serviceId: null },
          ...{ message: message ?? settings.emailCopy, id: context.newId(), submissionId },
          source: { targetId: state.targetId, blockId, isByHand: true },
        },
      )
      return { submissionId, rows }
    })
    const replaced = forms.filter((form) => isOpen(form) && chosen.includes(form.categoryId))
    const [first] = sent
    const intakeSubmissionIds = sent.map(({ submissionId }) => submissionId)
    const result = await commit(context, {
      subject: 'The form',
      statements: [
        ...replaced.map((form) => closeForm(db, form, clock.now(), false)),
        ...sent.flatMap(({ rows }) => rows.statements),
      ],
      audit: sent.flatMap(({ rows }) => rows.audit),
      outbox: [
        ...sent.flatMap(({ rows }) => rows.outbox),
        { topic: 'vendor-form.changed', payload: { submissionId: first?.submissionId ?? '' } },
      ],
      result: { status: state.status, intakeSubmissionIds },
    })
    // The outbox tells the step too. Doing it now shows it at once.
    await followSteps(
      context,
      { companyId, targetType: target.targetType, targetId: target.id },
      `by-hand:${intakeSubmissionIds.join()}`,
      ({ id }) => id === blockId,
    ).catch((error) => context.log.error('vendor-form.step-not-told', { blockId, error: String(error) }))
    context.db.noteWriteElsewhere()
    announce(context, target)
    return result
  },
})
