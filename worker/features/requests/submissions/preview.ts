import type { z } from 'zod'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { amountProblem, type Plan } from '../../../../schema/approvals/engine/plan.ts'
import type { approvalsPreview } from '../../../../schema/requests/endpoints.ts'

/** A plan as requesters and workflow editors see it, with anything that would prevent submitting. */
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
    })),
  })),
  skipped: plan.skipped.map(({ ruleId, label, level, reason }) => ({ ruleId, label, level, reason })),
  problem: amountProblem(facts) ?? plan.problems[0]?.message ?? null,
})
