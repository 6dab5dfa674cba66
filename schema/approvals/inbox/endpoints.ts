import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { pageInfo } from '../../shared/paging.ts'
import { instant } from '../../shared/values.ts'
import { ruleType } from '../workflows/rule-types.ts'

/** Everything that waits for one person, whatever it is. */

const nameRef = z.object({ id: z.string(), name: z.string() })

export const inboxItem = z.object({
  /** What it is: INTAKE_SUBMISSION, SPEND_REQUEST, … */
  targetType: z.string(),
  id: z.string(),
  /** How people call it: "#12 · Software". */
  reference: z.string(),
  title: z.string(),
  requestorName: z.string(),
  amount: money.nullable(),
  /** When it started waiting for this person. */
  since: z.string(),
  actions: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      ruleType,
      since: z.string(),
      /** The approver for whom the person acts as a delegate. */
      onBehalfOf: nameRef.nullable(),
      /** Set if an approver sent the person’s own request back. */
      sentBack: z.literal(true).optional(),
      /** Until when the person should decide. Missing without a deadline, null while it is paused. */
      dueAt: instant.nullable().optional(),
    }),
  ),
})
export type InboxItem = z.infer<typeof inboxItem>

export const INBOX_PAGE = 25
/** So many are looked at for the most urgent ones. */
export const URGENT_OF = 50

export const getInbox = endpoint({
  id: 'approvals.inbox',
  method: 'GET',
  path: '/api/approvals/inbox',
  summary: 'Everything that waits for the person, longest first, or the most urgent of it',
  query: z.object({
    /** From the previous page. */
    cursor: z.string().max(200).optional(),
    /**
     * `urgent`: of what has waited longest, overdue first, then what is due within two days. One page, which says
     * whether more waits, and goes on nowhere.
     */
    order: z.enum(['longest', 'urgent']).default('longest'),
  }),
  response: z.object({
    items: z.array(inboxItem),
    pageInfo,
  }),
})
