import { isAmount } from '../../requests/forms/validation.ts'
import { allQuestions } from '../../requests/forms/visibility.ts'
import { type ConditionNames, explainConditions, type ReadValue } from '../../shared/conditions.ts'
import { comparable, currencyProblem, missingRate } from '../../shared/exchange.ts'
import { money } from '../../shared/money.ts'
import type {
  ApproverType,
  Quorum,
  RuleSettings,
  RuleType,
  WorkflowDefinition,
  WorkflowLevel,
  WorkflowRule,
} from '../workflows/definition.ts'
import { isAutomatic } from '../workflows/rule-kinds.ts'
import { type Approver, type ResolvedApprovers, resolveApprovers, resolveWatchers } from './approvers.ts'
import type { PlanFacts } from './facts.ts'

/**
 * Planning: turns a definition and facts into a plan, with a reason for everything. It is pure, because preview,
 * simulator and submission share it.
 */

/** The workflow chosen for a request, kept with the run so that later edits don't change it. */
export interface WorkflowSnapshot {
  id: string
  label: string
  version: number
  definition: WorkflowDefinition
}
export interface WorkflowCandidate extends WorkflowSnapshot {
  ordinal: number
}

export interface PlanBlock {
  ruleId: string
  ruleType: RuleType
  label: string
  ordinal: number
  /** Why the rule applies: "Amount is $10,000 or more ($12,000.00)", or "Always" without conditions. */
  reason: string
  approverType: ApproverType
  approvers: Approver[]
  /** Why other people than those of the rule's mode approve. Null if there is nothing to explain. */
  approversNote: string | null
  watchers: Approver[]
  quorum: Quorum
  settings: RuleSettings
}
export interface PlanLevel {
  /** The level's number in the definition. Levels without blocks are dropped, so numbers can have gaps. */
  number: number
  blocks: PlanBlock[]
}
export interface SkippedRule {
  ruleId: string
  ruleType: RuleType
  label: string
  level: number
  /** Why the rule doesn't apply: "Amount is less than $10,000 ($5,000.00)". */
  reason: string
}
export interface Plan {
  levels: PlanLevel[]
  skipped: SkippedRule[]
  /** Sentences that people can read. A plan with problems must not be submitted. */
  problems: { ruleId: string; label: string; message: string }[]
}

/** Names of questions and ids: loaded labels first, then the form's own options. */
export const namesFrom = ({ form, labels }: Pick<PlanFacts, 'form' | 'labels'>): ConditionNames => {
  const questions = new Map(form.steps.flatMap((step) => step.questions.map((question) => [question.id, question])))
  const options = new Map<string, Map<string, string>>()
  /** Created on first use, because most questions aren't in any condition. */
  const optionsOf = (questionId: string): Map<string, string> => {
    const known = options.get(questionId)
    if (known) return known
    const made = new Map(questions.get(questionId)?.options.map((option) => [option.id, option.label]))
    options.set(questionId, made)
    return made
  }
  return {
    question: (questionId) => questions.get(questionId)?.label ?? 'A question that was removed',
    value: (questionId, id) => labels[questionId]?.[id] || optionsOf(questionId).get(id) || id,
  }
}

/** Amounts are compared in the company's currency. */
const reader =
  ({ form, answers }: PlanFacts): ReadValue =>
  (questionId) =>
    comparable(answers[questionId], form.exchange)

/** Why the amounts couldn't be submitted as they are, or null if they could. For people who only view a plan. */
export const amountProblem = ({ form, answers }: Pick<PlanFacts, 'form' | 'answers'>): string | null => {
  for (const question of allQuestions(form).filter(isAmount)) {
    const value = money.safeParse(answers[question.id])
    const problem = value.success ? currencyProblem(value.data, form.exchange) : null
    if (problem) return `${question.label}: ${problem}`
  }
  return null
}

/** Amounts without a usable rate. A plan with one must not be submitted, even if no rule uses the amount. */
export const rateProblems = ({ form, answers }: Pick<PlanFacts, 'form' | 'answers'>): Plan['problems'] =>
  allQuestions(form).flatMap(({ id, label }) => {
    const value = comparable(answers[id], form.exchange)
    if (typeof value !== 'object' || value === null || !('withoutRate' in value) || !form.exchange) return []
    const { currency } = value.withoutRate
    return [{ ruleId: RATE_PROBLEM, label, message: `${label}: ${missingRate(currency, form.exchange.currency)}` }]
  })
/** Used in place of a rule id. */
export const RATE_PROBLEM = ''

/** Never more than the number of people, because an unreachable quorum would block the request. */
export const capQuorum = (quorum: Quorum, approvers: number): Quorum =>
  quorum.kind === 'AT_LEAST' && quorum.count > approvers ? { kind: 'ALL' } : quorum

/** NO_APPROVERS asks no one, but someone must handle an automatic task that fails: the admins. */
const approversOf = (rule: WorkflowRule, facts: PlanFacts): ResolvedApprovers =>
  rule.approverType === 'NO_APPROVERS' && !isAutomatic(rule.type)
    ? { approvers: [], note: 'Completes automatically', problem: null }
    : resolveApprovers(rule, facts, rule.label)

const byOrdinal = (a: { ordinal: number }, b: { ordinal: number }) => a.ordinal - b.ordinal

/** The blocks of the rules that apply, level by level, and why the other rules don't. */
export const planWorkflow = (definition: WorkflowDefinition, facts: PlanFacts): Plan => {
  const read = reader(facts)
  const names = namesFrom(facts)
  const skipped: SkippedRule[] = []
  const problems: Plan['problems'] = rateProblems(facts)

  const planRule = (level: WorkflowLevel, rule: WorkflowRule): PlanBlock[] => {
    const { id: ruleId, type: ruleType, label } = rule
    const conditions = explainConditions(rule, read, names)
    if (!conditions.holds) {
      skipped.push({ ruleId, ruleType, label, level: level.number, reason: conditions.text })
      return []
    }
    const resolved = approversOf(rule, facts)
    if (resolved.problem) problems.push({ ruleId, label, message: resolved.problem })
    return [
      {
        ruleId,
        ruleType,
        label,
        ordinal: rule.ordinal,
        reason: conditions.text || 'Always',
        approverType: rule.approverType,
        approvers: resolved.approvers,
        approversNote: resolved.note,
        watchers: resolveWatchers(rule, facts),
        quorum: capQuorum(rule.quorum, resolved.approvers.length),
        settings: rule.settings,
      },
    ]
  }

  const levels = [...definition.levels]
    .sort((a, b) => a.number - b.number)
    .map((level) => ({
      number: level.number,
      blocks: [...level.rules].sort(byOrdinal).flatMap((rule) => planRule(level, rule)),
    }))
    .filter((level) => level.blocks.length > 0)
  return { levels, skipped, problems }
}

export interface WorkflowChoice {
  /** Null if no workflow matches. The request then needs no approval. */
  workflow: WorkflowSnapshot | null
  /** Every workflow that was checked, in order, and why it did or didn't match. */
  considered: { id: string; label: string; holds: boolean; reason: string }[]
}

/** The first workflow by ordinal whose entry conditions match. One without entry conditions always matches. */
export const chooseWorkflow = (workflows: readonly WorkflowCandidate[], facts: PlanFacts): WorkflowChoice => {
  const read = reader(facts)
  const names = namesFrom(facts)
  const considered: WorkflowChoice['considered'] = []
  for (const { id, label, version, definition } of [...workflows].sort(byOrdinal)) {
    const entry = explainConditions(definition.entryPoints, read, names)
    considered.push({ id, label, holds: entry.holds, reason: entry.text || 'Always' })
    if (entry.holds) return { workflow: { id, label, version, definition }, considered }
  }
  return { workflow: null, considered }
}
