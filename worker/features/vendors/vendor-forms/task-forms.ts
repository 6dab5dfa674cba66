import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import type { VendorFormStatus } from '../../../../schema/vendors/vendor-forms/values.ts'
import type { BaseContext } from '../../../core/operation.ts'

/** The forms that were sent for steps of a request, and what a step needs of them. */

export interface TaskForm {
  id: string
  submissionId: string
  blockId: string
  categoryId: string
  name: string
  vendorId: string
  email: string | null
  recipientName: string
  recipient: string
  status: VendorFormStatus
  sentBackAt: number | null
  sentAt: number
  createdAt: number
  submittedAt: number | null
  revokedAt: number | null
  deletedAt: number | null
  closedByTask: number
  chosenByHand: number
  /** How often it changed, before it was submitted and since. */
  changes: number
}

/** ?2 are the ids of blocks, as JSON. */
export const taskFormsStatement = (
  db: Pick<BaseContext['db'], 'sql'>,
  companyId: string,
  blockIds: readonly string[],
): D1PreparedStatement =>
  db.sql(
    `SELECT i.id, i.intake_submission_id AS submissionId, i.source_block_id AS blockId,
            i.intake_category_id AS categoryId, c.name, i.vendor_id AS vendorId, i.email,
            i.recipient_name AS recipientName, i.recipient, i.status, i.sent_back_at AS sentBackAt,
            i.sent_at AS sentAt, i.created_at AS createdAt, i.submitted_at AS submittedAt, i.revoked_at AS revokedAt,
            i.deleted_at AS deletedAt, i.closed_by_task AS closedByTask, i.chosen_by_hand AS chosenByHand,
            i.changes + coalesce(s.projected_sequence, 0) AS changes
       FROM json_each(?2) b
      CROSS JOIN vendor_form_invitations i INDEXED BY vendor_form_invitations_block
         ON i.company_id = ?1 AND i.source_block_id = b.value AND i.source_block_id IS NOT NULL
      CROSS JOIN intake_categories c ON c.id = i.intake_category_id
       LEFT JOIN intake_submissions s ON s.id = i.intake_submission_id
      ORDER BY i.created_at DESC, i.id DESC`,
    companyId,
    JSON.stringify(blockIds),
  )

/** Who gets a form for a step. An address counts only if the step names it. */
export interface Addressee {
  vendorId: string
  /** Null if the vendor decides who answers. */
  email: string | null
}

/** The people of a step. They read the answers, even if others approve them. */
export const reviewersIn = ({
  approverType,
  approvers,
  assignee,
}: Pick<Block, 'approverType' | 'approvers' | 'assignee'>): PersonRef[] =>
  [...(approverType === 'NO_APPROVERS' ? [] : approvers), ...(assignee ? [assignee] : [])].map(({ userId, name }) => ({
    userId,
    name,
  }))

export const isLive = ({ deletedAt, revokedAt }: TaskForm): boolean => deletedAt === null && revokedAt === null
export const isOpen = (form: TaskForm): boolean => isLive(form) && form.status === 'UNSUBMITTED'
/** The vendor has to do something. */
export const isWaiting = (form: TaskForm): boolean => isLive(form) && (isOpen(form) || form.sentBackAt !== null)

const isFor = (form: TaskForm, { vendorId, email }: Addressee): boolean =>
  form.vendorId === vendorId && (email === null || form.email === email || form.status !== 'UNSUBMITTED')

/** What brings the forms of one category in line with what its step needs. */
export interface Steps {
  close: TaskForm[]
  reopen: TaskForm[]
  /** A form of a step that no longer needs it, such as one of an earlier run. */
  takeOver: TaskForm | null
  send: boolean
}

const NOTHING: Steps = { close: [], reopen: [], takeOver: null, send: false }

/**
 * @param own the step's forms of this category, newest first
 * @param free those of steps that no longer need them
 * @param to null if the step can't tell who gets it
 */
export const stepsFor = (own: readonly TaskForm[], free: readonly TaskForm[], to: Addressee | null): Steps => {
  const automatic = own.filter(({ chosenByHand }) => chosenByHand === 0)
  const open = automatic.filter(isOpen)
  // What a person sent replaces what the step would send.
  if (own.some((form) => form.chosenByHand === 1 && isLive(form))) return { ...NOTHING, close: open }
  if (!to) return { ...NOTHING, close: open }
  const fitting = automatic.filter((form) => isFor(form, to))
  const close = open.filter((form) => !fitting.includes(form))
  if (fitting.some(isLive)) return { ...NOTHING, close }
  const closed = fitting.find((form) => form.deletedAt === null && form.closedByTask === 1)
  if (closed) return { ...NOTHING, close, reopen: [closed] }
  // Someone closed or deleted it, so it isn't sent again automatically.
  if (fitting.length > 0) return { ...NOTHING, close }
  const kept = free.filter(
    (form) => isFor(form, to) && form.deletedAt === null && (form.revokedAt === null || form.closedByTask === 1),
  )
  const takeOver = kept.find(({ status }) => status !== 'UNSUBMITTED') ?? kept[0] ?? null
  if (!takeOver) return { ...NOTHING, close, send: true }
  return { ...NOTHING, close, takeOver, reopen: takeOver.revokedAt === null ? [] : [takeOver] }
}

/** The one that counts of a step's forms of one category: sent by hand first, then the newest. */
export const countingForm = (own: readonly TaskForm[]): TaskForm | null => {
  const live = own.filter(isLive)
  return live.find(({ chosenByHand }) => chosenByHand === 1) ?? live[0] ?? null
}

/** Grows with everything that happens to the forms of a step. */
export const revisionOf = (own: readonly TaskForm[]): number => own.reduce((sum, { changes }) => sum + changes, 0)

export type Progress = { state: 'SENT' | 'ANSWERED' | 'REVIEWED' | 'DONE' } | { problem: string }

/**
 * How far a step is with its forms.
 * @param problems why the form of a category couldn't be sent, by category
 * @param hasReviewer whether people look at the answers. Without them the forms' own approvals complete the step.
 */
export const progressOf = (
  categories: readonly { id: string; name: string }[],
  own: readonly TaskForm[],
  problems: ReadonlyMap<string, string>,
  hasReviewer: boolean,
): Progress => {
  const counting = categories.map(({ id, name }) => {
    const ofCategory = own.filter(({ categoryId }) => categoryId === id)
    const form = countingForm(ofCategory)
    const last = ofCategory[0]
    const ended = last && (last.deletedAt === null ? 'closed' : 'deleted')
    const problem = form
      ? null
      : (problems.get(id) ??
        (ended ? `“${name}” was ${ended} before the vendor answered` : `“${name}” hasn’t been sent`))
    return { form, name, problem }
  })
  const missing = counting.find(({ problem }) => problem !== null)?.problem
  if (missing) return { problem: missing }
  const forms = counting.flatMap(({ form }) => form ?? [])
  if (forms.some(isWaiting)) return { state: 'SENT' }
  if (hasReviewer) return { state: 'ANSWERED' }
  const rejected = forms.find(({ status }) => status === 'REJECTED')
  if (rejected) return { problem: `“${rejected.name}” was rejected` }
  return { state: forms.every(({ status }) => status === 'APPROVED') ? 'DONE' : 'REVIEWED' }
}
