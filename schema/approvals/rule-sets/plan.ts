import type { ApprovalMode } from '../../platform/company/approval-modes.ts'
import type { PlanFacts } from '../engine/facts.ts'
import {
  type Considered,
  chooseDefinitions,
  type Plan,
  planDefinitions,
  type WorkflowSnapshot,
} from '../engine/plan.ts'
import { compileRuleSet } from './compile.ts'
import type { RuleSet } from './rule-set.ts'

export interface RuleSetPlan {
  /** All of them, as a run keeps them: an edit can make another one apply. */
  definitions: WorkflowSnapshot[]
  /** Every rule set, and why it applies or doesn't. */
  considered: Considered[]
  plan: Plan
}

/**
 * When the approvers of a bill are notified: each rule set that applies says it, or leaves it to the company. Level by
 * level wins, because no one is then asked for what an earlier level may still reject.
 */
export const modeOfRuleSets = (
  sets: readonly RuleSet[],
  considered: readonly Pick<Considered, 'id' | 'holds'>[],
  companyMode: ApprovalMode,
): ApprovalMode => {
  const applying = new Set(considered.flatMap(({ id, holds }) => (holds ? [id] : [])))
  const modes = sets.filter(({ id }) => applying.has(id)).map(({ approvalMode }) => approvalMode ?? companyMode)
  if (modes.length === 0) return companyMode
  return modes.includes('EACH_LEVEL_GROUP') ? 'EACH_LEVEL_GROUP' : 'ALL_AT_ONCE'
}

/** What the rule sets ask for, given the facts of a request. */
export const planOfRuleSets = (sets: readonly RuleSet[], facts: PlanFacts): RuleSetPlan => {
  const candidates = sets.map(compileRuleSet).sort((a, b) => a.ordinal - b.ordinal)
  const { considered } = chooseDefinitions(candidates, facts, 'EVERY')
  const definitions = candidates.map(
    ({ id, label, version, definition }): WorkflowSnapshot => ({ id, label, version, definition, isConditional: true }),
  )
  return { definitions, considered, plan: planDefinitions(definitions, facts) }
}
