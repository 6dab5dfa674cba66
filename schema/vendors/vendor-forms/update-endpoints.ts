import { z } from 'zod'
import { answerValue } from '../../requests/forms/form.ts'
import { questionType } from '../../requests/forms/question-types.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, shownDate } from '../../shared/values.ts'
import { SKIP_REASONS, UPDATE_PLACES } from './updates.ts'

/** What the approval of a vendor form changes, and what it has changed. */

const shownValue = z.object({ value: answerValue, labels: z.array(z.string()) })

export const updateRow = z.object({
  /** The id of the form's question, or of the field that loses its value. */
  key: z.string(),
  place: z.enum(UPDATE_PLACES),
  /** The vendor or the service. */
  target: z.string(),
  /** Counted from 1. Null for fields of the vendor and the service. */
  period: z.number().int().nullable(),
  /** Null also if it was removed. */
  dates: z.object({ startDate: shownDate, endDate: shownDate.nullable() }).nullable(),
  label: z.string(),
  type: questionType,
  now: shownValue,
  answer: shownValue,
  /** The company changed the value after the vendor answered. */
  isChangedSince: z.boolean(),
  /** It loses its value, because another answer changes what its condition asks about. */
  isCleared: z.boolean(),
  /** Why it isn't changed. Null if it is. */
  skip: z.object({ reason: z.enum(SKIP_REASONS), detail: z.string() }).nullable(),
})
export type UpdateRow = z.infer<typeof updateRow>

export const formUpdates = z.object({
  /** WAITING: approved, and about to be written. */
  state: z.enum(['NONE', 'PREVIEW', 'WAITING', 'DONE']),
  rows: z.array(updateRow),
  /** Names what is shown, for the approval. */
  digest: z.string(),
  /** Whether the person can leave some out. */
  canChoose: z.boolean(),
  changedAt: instant.nullable(),
})
export type FormUpdates = z.infer<typeof formUpdates>

const params = z.object({ intakeSubmissionId: id })

export const getFormUpdates = endpoint({
  id: 'vendor-forms.updates',
  method: 'GET',
  path: '/api/vendor-forms/{intakeSubmissionId}/updates',
  summary: 'What the approval of a vendor form changes on the vendor, its service and the service’s periods',
  params,
  response: formUpdates,
})

export const chooseFormUpdates = endpoint({
  id: 'vendor-forms.choose-updates',
  method: 'POST',
  path: '/api/vendor-forms/{intakeSubmissionId}/updates/choose',
  summary: 'Leave fields out of what the approval of a vendor form changes',
  params,
  body: z.object({ leaveOut: z.array(z.string().min(1).max(64)).max(1000, 'At most 1,000') }),
  response: formUpdates,
})

export const confirmFormUpdates = endpoint({
  id: 'vendor-forms.confirm-updates',
  method: 'POST',
  path: '/api/vendor-forms/{intakeSubmissionId}/updates/confirm',
  summary: 'Say what an approver saw before their decision: only that is changed',
  params,
  body: z.object({ digest: z.string().min(1).max(64) }),
  response: z.object({ id: z.string() }),
})
