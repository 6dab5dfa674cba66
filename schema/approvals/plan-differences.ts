import type { Plan } from './plan.ts'

/** One person's part in one block: what somebody gains or loses when a request is planned by another definition. */
export interface PlannedApproval {
  userId: string
  name: string
  /** The block's label. */
  label: string
}

export interface PlanDifference {
  gains: PlannedApproval[]
  loses: PlannedApproval[]
}

const approvalsOf = (plan: Plan): Map<string, PlannedApproval> => {
  const found = new Map<string, PlannedApproval>()
  for (const { blocks } of plan.levels)
    for (const { label, approvers } of blocks)
      for (const { userId, name } of approvers) found.set(`${userId}\n${label}`, { userId, name, label })
  return found
}

/**
 * Who is asked for what by one plan and not by the other. A block is known by its label, so that another workflow
 * which asks the same people for the same thing counts as no difference.
 */
export const planDifference = (before: Plan, after: Plan): PlanDifference => {
  const [was, is] = [approvalsOf(before), approvalsOf(after)]
  const only = (of: Map<string, PlannedApproval>, other: Map<string, PlannedApproval>) =>
    [...of].filter(([key]) => !other.has(key)).map(([, approval]) => approval)
  return { gains: only(is, was), loses: only(was, is) }
}
