import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { severalResults } from '../../shared/list.ts'
import { id, instant } from '../../shared/values.ts'

/** What is in progress when a workflow, a rule set or an approver matrix changes, and moving it to the new version. */

export const CHANGED_KINDS = ['WORKFLOW', 'RULE_SET', 'MATRIX'] as const
/** What has changed. */
const changed = z.object({ kind: z.enum(CHANGED_KINDS), id })
export type Changed = z.infer<typeof changed>

/** How many are looked at for a page, so that its people are read with few rows. Only those that would change are in it. */
export const LOOKED_AT_ONCE = 5
export const MOVED_AT_ONCE = 20

const approval = z.object({ userId: z.string(), name: z.string(), label: z.string() })

export const runningDifference = z.object({
  targetType: z.string(),
  id: z.string(),
  title: z.string(),
  href: z.string(),
  requestorName: z.string(),
  submittedAt: instant,
  /** The last event that the difference includes. Moving it is refused if anything has happened since. */
  sequence: z.number().int(),
  /** Who would be asked on open steps, and who no longer. */
  gains: z.array(approval),
  loses: z.array(approval),
  /** Steps that would be asked again, with who has decided. */
  restarts: z.array(z.object({ id: z.string(), label: z.string(), people: z.array(z.string()) })),
  /** Whether any of its steps would change. Otherwise only later edits follow the new version. */
  changesSteps: z.boolean(),
  /** Why it can't be moved. */
  problem: z.string().nullable(),
})
export type RunningDifference = z.infer<typeof runningDifference>

export const findRunning = endpoint({
  id: 'approvals.find-running',
  method: 'POST',
  path: '/api/approvals/running',
  summary: 'Requests in progress that today’s version would change, with the difference of each',
  body: z.object({ changed, after: z.string().max(100).optional() }),
  response: z.object({ looked: z.number().int(), requests: z.array(runningDifference), next: z.string().nullable() }),
})

export const moveRunning = endpoint({
  id: 'approvals.move-running',
  method: 'POST',
  path: '/api/approvals/running/move',
  summary: 'Move requests in progress to today’s version; decisions stay where the step is the same',
  body: z.object({
    changed,
    requests: z
      .array(z.object({ targetType: z.string().min(1).max(64), id, sequence: z.number().int().min(1).optional() }))
      .min(1, 'Choose at least one request')
      .max(MOVED_AT_ONCE, `At most ${MOVED_AT_ONCE} requests at a time`),
  }),
  response: severalResults,
})
