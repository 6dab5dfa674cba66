import type { Plan } from './plan.ts'

/** One person's role in one block, which they gain or lose when another definition plans the request. */
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
 * The people that only one of the two plans asks, and for what. Blocks are matched by label, so another workflow that
 * asks the same people for the same thing makes no difference.
 */
export const planDifference = (before: Plan, after: Plan): PlanDifference => {
  const [was, is] = [approvalsOf(before), approvalsOf(after)]
  const only = (of: Map<string, PlannedApproval>, other: Map<string, PlannedApproval>) =>
    [...of].filter(([key]) => !other.has(key)).map(([, approval]) => approval)
  return { gains: only(is, was), loses: only(was, is) }
}
