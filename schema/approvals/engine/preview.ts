import { z } from 'zod'
import { ruleType } from '../workflows/rule-types.ts'
import type { PlanFacts } from './facts.ts'
import { amountProblem, type Plan } from './plan.ts'

/** A plan for people to read, before anything is submitted. */

const approverView = z.object({ userId: z.string(), name: z.string(), via: z.string() })

export const blockPreview = z.object({
  ruleId: z.string(),
  label: z.string(),
  ruleType,
  reason: z.string(),
  approvers: z.array(approverView),
  watchers: z.array(approverView),
  completesAtOnce: z.boolean(),
  /** Who decided an earlier step doesn't decide this one. */
  excludesEarlierDeciders: z.boolean(),
  /** How long the rule's steps usually take, in milliseconds. Null if too few were decided. */
  usualMs: z.number().nullable(),
})

/** Who is asked at which level and why, and which rules don't apply. */
export const approvalsPreview = z.object({
  levels: z.array(z.object({ number: z.number().int(), blocks: z.array(blockPreview) })),
  /** Rules that don't apply, with the reason. */
  skipped: z.array(z.object({ ruleId: z.string(), label: z.string(), level: z.number().int(), reason: z.string() })),
  /** Set if the plan can't run, for example because no one could approve. */
  problem: z.string().nullable(),
})

/** A plan as requesters and admins see it, with anything that would prevent submitting. */
export const previewOf = (plan: Plan, facts: PlanFacts): z.output<typeof approvalsPreview> => ({
  levels: plan.levels.map((level) => ({
    number: level.number,
    blocks: level.blocks.map((block) => ({
      ruleId: block.ruleId,
      label: block.label,
      ruleType: block.ruleType,
      reason: [block.reason, block.approversNote].filter(Boolean).join('. '),
      approvers: block.approvers.map(({ userId, name, via }) => ({ userId, name, via })),
      watchers: block.watchers.map(({ userId, name, via }) => ({ userId, name, via })),
      // A block that should ask someone but finds no one doesn't complete. The plan's problem says so.
      completesAtOnce: block.approvers.length === 0 && block.approverType === 'NO_APPROVERS',
      excludesEarlierDeciders: block.excludesEarlierDeciders === true,
      usualMs: null,
    })),
  })),
  skipped: plan.skipped.map(({ ruleId, label, level, reason }) => ({ ruleId, label, level, reason })),
  problem: amountProblem(facts) ?? plan.problems[0]?.message ?? null,
})
