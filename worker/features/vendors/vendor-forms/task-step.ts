import type { Facts } from '../../../../schema/approvals/engine/facts.ts'
import type { ApprovalView, Block } from '../../../../schema/approvals/engine/model.ts'
import { isContact } from '../../../../schema/approvals/engine/send-back.ts'
import type { SendVendorFormSettings } from '../../../../schema/approvals/workflows/definition.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { type AuditEntry, auditStatement } from '../../../core/audit.ts'
import { type Database, guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { type OutboxRow, outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { TaskEnd } from '../../approvals/tasks/index.ts'
import { formToSend, formToSendStatement } from './form-version.ts'
import { newLink } from './link-token.ts'
import { newFormRows } from './send.ts'
import {
  isOpen,
  progressOf,
  revisionOf,
  type Steps,
  stepsFor,
  type TaskForm,
  taskFormsStatement,
} from './task-forms.ts'
import { CannotSend, type FormTarget, targetOf } from './task-recipient.ts'

/**
 * A step of a request that waits for a vendor's forms. Invariants: each form is sent once for a step, however often this
 * runs; what the step no longer needs is closed, unless the vendor has submitted it; the step follows what is stored of
 * the forms, and never something older.
 */

export type Following = Pick<BaseContext, 'db' | 'env' | 'clock' | 'directory'>

export interface StepAt {
  state: ApprovalView
  block: Block
  facts: Facts
}

const NO_SETTINGS: SendVendorFormSettings = {
  ...{ intakeCategoryIds: [], emailCopy: '' },
  vendor: { source: 'REQUEST' },
  recipient: { source: 'VENDOR' },
}

export const settingsOf = ({ settings }: Pick<Block, 'settings'>): SendVendorFormSettings =>
  settings.sendVendorForm ?? NO_SETTINGS

/** Whether the step could still need its forms, now or when its turn comes again. */
export const isAlive = (state: ApprovalView, block: Block): boolean =>
  state.status === 'PENDING' &&
  state.archivedAt === null &&
  block.run === state.run &&
  block.status === 'PENDING' &&
  block.closedAt === null

/** Its turn has come, and the forms are on their way. */
export const isStarted = ({ openedAt, automatic }: Block): boolean =>
  openedAt !== null && automatic !== null && automatic.state !== 'WAITING' && automatic.state !== 'QUEUED'

const blockIdsOf = ({ blocks, removedBlocks }: ApprovalView): string[] => [
  ...blocks.flatMap(({ id, ruleType }) => (ruleType === 'SEND_VENDOR_FORM' ? [id] : [])),
  ...removedBlocks.map(({ id }) => id),
]

export const formsOf = ({ db }: Pick<Following, 'db'>, state: ApprovalView): Promise<TaskForm[]> =>
  db.all<TaskForm>(taskFormsStatement(db, state.companyId, blockIdsOf(state)))

/** Who the vendor can turn to: who added the step, its first reviewer, or the requester. */
export const senderOf = (
  state: Pick<ApprovalView, 'requestor'>,
  { createdBy, approverType, approvers }: Pick<Block, 'createdBy' | 'approverType' | 'approvers'>,
): string => {
  const reviewer = approverType === 'NO_APPROVERS' ? undefined : approvers[0]?.userId
  const requester = isContact(state.requestor.userId) ? undefined : state.requestor.userId
  return createdBy?.userId ?? reviewer ?? requester ?? approvers[0]?.userId ?? state.requestor.userId
}

/** What one look at the forms writes. */
class Writes {
  readonly statements: D1PreparedStatement[] = []
  readonly audit: AuditEntry[] = []
  readonly outbox: OutboxRow[] = []
  readonly #companyId: string
  readonly #now: number

  constructor(companyId: string, now: number) {
    this.#companyId = companyId
    this.#now = now
  }

  say(
    entries: readonly Pick<AuditEntry, 'changeKey' | 'action' | 'targetType' | 'targetId' | 'message' | 'changeData'>[],
  ) {
    const nobody = { companyId: this.#companyId, actorUserId: null, impersonatorUserId: null, occurredAt: this.#now }
    this.audit.push(...entries.map((entry) => ({ ...entry, ...nobody })))
  }

  mail(id: string, payload: OutboxRow<'vendor-form.send'>['payload']) {
    this.outbox.push({ id, companyId: this.#companyId, topic: 'vendor-form.send', payload, createdAt: this.#now })
  }

  async commit({ db, env }: Pick<Following, 'db' | 'env'>): Promise<void> {
    const { statements, audit, outbox } = this
    if (statements.length === 0) return
    await db.batch([
      ...statements,
      ...(audit.length > 0 ? [auditStatement(db, audit, 'ignore')] : []),
      ...(outbox.length > 0 ? [outboxStatement(db, outbox)] : []),
    ])
    // The rows are what counts, and the sweep finds them.
    if (outbox.length > 0) await nudgeOutbox(env, outbox).catch(() => undefined)
  }
}

const said = (form: TaskForm, action: string, message: string) => ({
  changeKey: `vendor-form:${form.id}:${action}:${form.changes}`,
  action: `vendor-form.${action}`,
  targetType: 'VENDOR' as const,
  targetId: form.vendorId,
  message,
  changeData: { form: form.name },
})

const whom = ({ email, recipientName }: TaskForm): string => email ?? recipientName.replace(/^Everyone/, 'everyone')

/** @param isByTask whether the step may open it again */
export const closeForm = (
  db: Database,
  form: Pick<TaskForm, 'id' | 'blockId'>,
  now: number,
  isByTask: boolean,
): D1PreparedStatement =>
  db.sql(
    `UPDATE vendor_form_invitations SET revoked_at = ?, closed_by_task = ?, changes = changes + 1
      WHERE id = ? AND source_block_id = ? AND status = 'UNSUBMITTED' AND revoked_at IS NULL AND deleted_at IS NULL`,
    ...[now, isByTask ? 1 : 0, form.id, form.blockId],
  )

const close = (writes: Writes, { db, clock }: Following, form: TaskForm): void => {
  writes.statements.push(closeForm(db, form, clock.now(), true))
  writes.say([
    said(form, 'closed', `Outlay closed the form ${form.name} for ${whom(form)}, because it is no longer needed`),
  ])
}

const reopen = (writes: Writes, context: Following, form: TaskForm): void => {
  const { db, clock } = context
  const link = form.recipient === 'EMAIL' ? newLink(context) : null
  writes.statements.push(
    db.sql(
      `UPDATE vendor_form_invitations SET sent_at = ?, revoked_at = NULL, closed_by_task = false, changes = changes + 1,
              token_hash = coalesce(?, token_hash), expires_at = coalesce(?, expires_at)
        WHERE id = ? AND revoked_at IS NOT NULL AND closed_by_task = 1 AND deleted_at IS NULL`,
      ...[clock.now(), link?.hash ?? null, link?.expiresAt ?? null, form.id],
    ),
    guardOneRow(db),
  )
  writes.say([said(form, 'sent-again', `Outlay sent the form ${form.name} to ${whom(form)} again`)])
  writes.mail(`vendor-form:${form.id}:${form.changes}`, {
    ...{ invitationId: form.id, token: link?.token ?? null, isAgain: true },
  })
}

const takeOver = (writes: Writes, { db }: Following, form: TaskForm, blockId: string): void => {
  writes.statements.push(
    db.sql(
      `UPDATE vendor_form_invitations SET source_block_id = ?, changes = changes + 1
        WHERE id = ? AND source_block_id = ? AND revoked_at IS ?`,
      ...[blockId, form.id, form.blockId, form.revokedAt],
    ),
    guardOneRow(db),
  )
}

interface CategoryForm {
  id: string
  name: string
  row: Parameters<typeof formToSend>[1]
}

const send = (
  writes: Writes,
  context: Following,
  { state, block }: StepAt,
  target: FormTarget,
  { id: categoryId, row }: CategoryForm,
): void => {
  const { companyId, targetId } = state
  const ownerId = senderOf(state, block)
  const form = formToSend(context, row, { companyId, categoryId, userId: ownerId })
  const whoGets = [target.to.recipient, target.to.vendorUserId, target.to.email]
  const id = sha256Hex(JSON.stringify([block.id, categoryId, target.vendorId, ...whoGets])).slice(0, 32)
  const rows = newFormRows(
    context,
    { companyId, userId: ownerId, name: 'Outlay' },
    {
      ...{ vendor: target.vendor, categoryId, form, to: target.to, message: settingsOf(block).emailCopy },
      ...{ serviceId: null, source: { targetId, blockId: block.id, isByHand: false } },
      ...{ id, submissionId: sha256Hex(`submission of ${id}`).slice(0, 32) },
    },
  )
  writes.statements.push(...rows.statements)
  writes.say(rows.audit)
  for (const { payload } of rows.outbox) writes.mail(`vendor-form:${id}:sent`, payload)
}

const categoriesOf = async ({ db }: Following, companyId: string, ids: readonly string[]): Promise<CategoryForm[]> => {
  if (ids.length === 0) return []
  const results = await db.batch(ids.map((id) => formToSendStatement(db, companyId, id, null)))
  return ids.map((id, at) => {
    const row = results[at]?.results[0] as unknown as CategoryForm['row']
    return { id, row, name: row?.name ?? 'A removed form' }
  })
}

const requireOn = async ({ db }: Following, companyId: string): Promise<void> => {
  const row = await db.first<{ flags: string }>(db.sql('SELECT flags FROM companies WHERE id = ?', companyId))
  const flags = row && readCompanyFlags(row.flags)
  if (!flags?.enableVendorIntake || !flags.enableIntakeRequests)
    throw new CannotSend('Vendor forms are turned off for your company')
}

/** Who gets the forms, or why no one does. */
const targetOrProblem = async (context: Following, { state, block, facts }: StepAt): Promise<FormTarget | string> => {
  try {
    await requireOn(context, state.companyId)
    return await targetOf(context, state, settingsOf(block), facts)
  } catch (error) {
    if (error instanceof CannotSend) return error.message
    throw error
  }
}

/** Writes what a step's categories need. Returns why a form can't be sent, by category. */
const writeSteps = (
  writes: Writes,
  context: Following,
  at: StepAt,
  { target, steps }: { target: FormTarget | string; steps: { category: CategoryForm; of: Steps }[] },
): Map<string, string> => {
  const problems = new Map<string, string>()
  for (const { category, of } of steps) {
    for (const form of of.close) close(writes, context, form)
    if (of.takeOver) takeOver(writes, context, of.takeOver, at.block.id)
    for (const form of of.reopen) reopen(writes, context, form)
    if (typeof target === 'string') problems.set(category.id, target)
    else if (of.send)
      try {
        send(writes, context, at, target, category)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'INVALID') throw error
        const reason = Object.values(error.fields ?? {})[0] ?? error.message
        problems.set(category.id, category.row ? `“${category.name}” can’t be sent: ${reason}` : 'A form was removed')
      }
  }
  return problems
}

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** What a step shows of its forms (specification 2 §3). */
const resultOf = (
  block: Block,
  categories: readonly CategoryForm[],
  own: readonly TaskForm[],
  target: FormTarget | string,
) => {
  const live = own.filter(({ deletedAt }) => deletedAt === null)
  const first = live.find(({ revokedAt }) => revokedAt === null) ?? live[0]
  const known = typeof target === 'string' ? null : target
  return {
    toVendorId: first?.vendorId ?? known?.vendorId ?? null,
    pocEmail: first ? first.email : (known?.to.email ?? null),
    emailCopy: settingsOf(block).emailCopy,
    formsToSend: categories.map(({ id, name }) => ({ id, name })),
    submissions: live.map((form) => ({
      intakeSubmissionId: form.submissionId,
      intakeCategory: { id: form.categoryId, name: form.name },
      status: form.status,
      recipientName: form.recipientName,
      isClosed: form.revokedAt !== null,
      isSentBack: form.sentBackAt !== null,
      sentAt: new Date(form.sentAt).toISOString(),
      submittedAt: isoOrNull(form.submittedAt),
    })),
  }
}

const ADVICE = 'Choose who gets it and send it, or complete the task without it.'

/** Brings the forms in line with what the step needs now, and says how far it is. */
export const followStep = async (context: Following, at: StepAt): Promise<TaskEnd> => {
  const { state, block } = at
  const settings = settingsOf(block)
  const { companyId } = state
  const [forms, categories] = await Promise.all([
    formsOf(context, state),
    categoriesOf(context, companyId, settings.intakeCategoryIds),
  ])
  const own = forms.filter(({ blockId }) => blockId === block.id)
  const alive = new Set(state.blocks.filter((one) => isAlive(state, one)).map(({ id }) => id))
  const free = forms.filter(({ blockId }) => !alive.has(blockId))
  const target = await targetOrProblem(context, at)
  const steps = categories.map((category) => {
    const mine = own.filter(({ categoryId }) => categoryId === category.id)
    const theirs = free.filter(({ categoryId }) => categoryId === category.id)
    return { category, of: stepsFor(mine, theirs, typeof target === 'string' ? null : target) }
  })
  const writes = new Writes(companyId, context.clock.now())
  const problems = writeSteps(writes, context, at, { target, steps })
  await writes.commit(context)
  const now = writes.statements.length > 0 ? await formsOf(context, state) : forms
  const mine = now.filter(({ blockId }) => blockId === block.id)
  const result = resultOf(block, categories, mine, target)
  const revision = revisionOf(mine)
  const progress = progressOf(categories, mine, problems, block.approverType !== 'NO_APPROVERS')
  if ('problem' in progress) return { failed: `${progress.problem}. ${ADVICE}`, revision, result }
  return progress.state === 'DONE' ? { done: result, revision } : { waits: progress.state, revision, result }
}

/** Whether a step is about to look for forms that it can take over. */
const isAboutToStart = ({ automatic }: Block): boolean =>
  automatic?.state === 'QUEUED' || automatic?.state === 'RUNNING'

/** The forms of steps that are gone, or have nothing to wait for. Those that the vendor submitted stay. */
export const closeForms = async (
  context: Following,
  state: ApprovalView,
  startingId: string | null = null,
): Promise<void> => {
  const alive = state.blocks.filter((block) => block.ruleType === 'SEND_VENDOR_FORM' && isAlive(state, block))
  // It closes what it doesn't take over.
  if (alive.some((block) => block.id !== startingId && isAboutToStart(block))) return
  const ids = new Set(alive.map(({ id }) => id))
  const forms = await formsOf(context, state)
  await closeUnneeded(
    context,
    state.companyId,
    forms.filter(({ blockId }) => !ids.has(blockId)),
  )
}

/** Closes the forms of steps that no longer need them. */
export const closeUnneeded = async (
  context: Following,
  companyId: string,
  forms: readonly TaskForm[],
): Promise<void> => {
  const writes = new Writes(companyId, context.clock.now())
  for (const form of forms.filter(isOpen)) close(writes, context, form)
  await writes.commit(context)
}
