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
  /** Those that apply, as a run keeps them. Without any, no approval is needed. */
  definitions: WorkflowSnapshot[]
  /** Every rule set, and why it applies or doesn't. */
  considered: Considered[]
  plan: Plan
}

/** What the rule sets ask for, given the facts of a request. */
export const planOfRuleSets = (sets: readonly RuleSet[], facts: PlanFacts): RuleSetPlan => {
  const { definitions, considered } = chooseDefinitions(sets.map(compileRuleSet), facts, 'EVERY')
  return { definitions, considered, plan: planDefinitions(definitions, facts) }
}
