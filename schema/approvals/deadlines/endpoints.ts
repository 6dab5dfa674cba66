import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

/** How long a company's approvers have: off, with a reminder, or with a reminder and their managers afterwards. */

export const DEADLINE_MODES = ['OFF', 'NUDGE', 'ESCALATE'] as const
export type DeadlineMode = (typeof DEADLINE_MODES)[number]

const terms = {
  mode: z.enum(DEADLINE_MODES),
  /** Business hours of the company, where the approver is. */
  hours: z.number().int('A whole number').min(1, 'At least 1 hour').max(400, 'At most 400 hours').default(16),
  /** After which share of them the approver is reminded. */
  nudgePercent: z.number().int('A whole number').min(10, 'At least 10%').max(100, 'At most 100%').default(75),
}

export const deadlineSettings = z.object({ ...terms, version: z.number().int() })
export type DeadlineSettings = z.infer<typeof deadlineSettings>

export const getDeadlineSettings = endpoint({
  id: 'approvals.get-deadlines',
  method: 'GET',
  path: '/api/settings/approval-deadlines',
  summary: 'How long approvers have',
  response: deadlineSettings,
})

export const saveDeadlineSettings = endpoint({
  id: 'approvals.save-deadlines',
  method: 'PUT',
  path: '/api/settings/approval-deadlines',
  summary: 'Set how long approvers have; requests in progress keep their deadlines',
  /** Without a version the last change wins. */
  body: z.object({ ...terms, version: z.number().int().optional() }),
  response: deadlineSettings,
})
