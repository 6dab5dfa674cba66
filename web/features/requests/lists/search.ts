import { z } from 'zod'
import { listStatusFilter } from '../../../../schema/requests/lists/values.ts'
import { isCalendarDate, requestStatus } from '../../../../schema/shared/values.ts'

const flag = z.literal('true').optional().catch(undefined)
const text = z.string().optional().catch(undefined)
const date = z.string().refine(isCalendarDate).optional().catch(undefined)
const pairs = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string()))
  .transform((list) => (list.length % 2 === 0 ? list : list.slice(0, -1)))
  .optional()
  .catch(undefined)

/** The list's state in the address. */
export const listSearch = z.object({
  filter: listStatusFilter.default('ACTIVE').catch('ACTIVE'),
  status: requestStatus.optional().catch(undefined),
  intakeCategoryId: text,
  vendorId: text,
  requestorUserId: text,
  assigneeUserId: text,
  createdFrom: date,
  createdTo: date,
  submittedFrom: date,
  submittedTo: date,
  decidedFrom: date,
  decidedTo: date,
  dueFrom: date,
  dueTo: date,
  /** Labels of questions, each followed by a value. */
  answers: pairs,
  search: text,
  mine: flag,
  drafts: flag,
  attention: z.enum(['approver', 'watcher', 'recently-completed']).optional().catch(undefined),
  cursor: z.unknown().optional(),
})
