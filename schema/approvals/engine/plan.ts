import { type ConditionNames, type ConditionValue, explainConditions, type ReadValue } from '../../shared/conditions.ts'
import { comparable, currencyProblem, missingRate, type UncomparableMoney } from '../../shared/exchange.ts'
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
import { type Approver, adminsIn, type ResolvedApprovers, resolveApprovers, resolveWatchers } from './approvers.ts'
import type { Facts, PlanFacts } from './facts.ts'

/**
 * Planning: turns a definition and facts into a plan, with a reason for everything. It is pure, because preview,
 * simulator and submission share it.
 */

/** A definition chosen for a run and kept with it, so that later edits don't change the run. */
export interface WorkflowSnapshot {
  id: string
  label: string
  version: number
  definition: WorkflowDefinition
  /** Set if its entry conditions are asked whenever the run is planned, and not only when it starts. */
  isConditional?: true
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
  /** Who decided an earlier step doesn't decide this one. */
  excludesEarlierDeciders?: true
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

/** Names of facts and of ids in them, for reasons that people read. */
export const namesFrom = (facts: Facts): ConditionNames => ({
  question: (key) => facts.get(key)?.label ?? 'A question that was removed',
  value: (key, id) => facts.get(key)?.nameOf?.(id) || id,
})

/** Amounts are compared in the company's currency. */
const reader =
  ({ known, exchange }: PlanFacts): ReadValue =>
  (key) =>
    comparable(known.get(key)?.value, exchange)

type Amounts = Pick<PlanFacts, 'known' | 'exchange'>

/** Why the amounts couldn't be submitted as they are, or null if they could. For people who only view a plan. */
export const amountProblem = ({ known, exchange }: Amounts): string | null => {
  for (const { label, type, value, repeats } of known.values()) {
    if (type !== 'AMOUNT' || repeats) continue
    const amount = money.safeParse(value)
    const problem = amount.success ? currencyProblem(amount.data, exchange) : null
    if (problem) return `${label}: ${problem}`
  }
  return null
}

/** Amounts without a usable rate. A plan with one must not be submitted, even if no rule uses the amount. */
export const rateProblems = ({ known, exchange }: Amounts): Plan['problems'] =>
  [...known.values()].flatMap(({ label, value: asked, repeats }) => {
    const value: ConditionValue | UncomparableMoney = repeats ? null : comparable(asked, exchange)
    if (typeof value !== 'object' || value === null || !('withoutRate' in value) || !exchange) return []
    const { currency } = (value as UncomparableMoney).withoutRate
    return [{ ruleId: RATE_PROBLEM, label, message: `${label}: ${missingRate(currency, exchange.currency)}` }]
  })
/** Used in place of a rule id. */
export const RATE_PROBLEM = ''

/** Never more than the number of people, because an unreachable quorum would block the request. */
export const capQuorum = (quorum: Quorum, approvers: number): Quorum =>
  quorum.kind === 'AT_LEAST' && quorum.count > approvers ? { kind: 'ALL' } : quorum

interface Needed {
  approvers: Approver[]
  note: string | null
  quorum: Quorum
}

/**
 * The same where fewer people can approve than a rule wants, in words. A rule can let the admins fill up.
 * @param approvers those who can
 * @param note what is to be said about them already
 * @param admins those who may approve
 */
export const meetQuorum = (
  quorum: Quorum,
  { approvers, note }: Omit<Needed, 'quorum'>,
  admins: () => Approver[],
): Needed => {
  if (quorum.kind !== 'AT_LEAST' || approvers.length === 0 || quorum.count <= approvers.length)
    return { approvers, note, quorum }
  const known = new Set(approvers.map(({ userId }) => userId))
  const more = quorum.adminsFillUp ? admins().filter(({ userId }) => !known.has(userId)) : []
  const asked = [...approvers, ...more]
  const can = (count: number) => `only ${count} ${count === 1 ? 'person' : 'people'} can approve`
  const said = [
    ...(note ? [note] : []),
    ...(more.length > 0
      ? [`Admins fill up: at least ${quorum.count} must approve, and otherwise ${can(known.size)}`]
      : []),
    ...(asked.length < quorum.count ? [`At least ${quorum.count} should approve, but ${can(asked.length)}`] : []),
  ]
  return { approvers: asked, note: said.join('. '), quorum: capQuorum(quorum, asked.length) }
}

/** NO_APPROVERS asks no one, but someone must handle an automatic task that fails: the admins. */
const approversOf = (rule: WorkflowRule, facts: PlanFacts): ResolvedApprovers =>
  rule.approverType === 'NO_APPROVERS' && !isAutomatic(rule.type)
    ? { approvers: [], note: 'Completes automatically', problem: null }
    : resolveApprovers(rule, facts, rule.label)

const byOrdinal = (a: { ordinal: number }, b: { ordinal: number }) => a.ordinal - b.ordinal

/** Rules that are planned together: those of one definition, or of all that apply. */
const planLevels = (levels: readonly WorkflowLevel[], facts: PlanFacts): Plan => {
  const read = reader(facts)
  const names = namesFrom(facts.known)
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
    const asked = meetQuorum(rule.quorum, resolved, () => adminsIn(facts))
    return [
      {
        ruleId,
        ruleType,
        label,
        ordinal: rule.ordinal,
        reason: conditions.text || 'Always',
        approverType: rule.approverType,
        approvers: asked.approvers,
        approversNote: asked.note,
        watchers: resolveWatchers(rule, facts),
        quorum: asked.quorum,
        ...(rule.excludesEarlierDeciders && { excludesEarlierDeciders: true as const }),
        settings: rule.settings,
      },
    ]
  }

  const planned = new Map<number, PlanBlock[]>()
  for (const level of [...levels].sort((a, b) => a.number - b.number)) {
    const blocks = [...level.rules].sort(byOrdinal).flatMap((rule) => planRule(level, rule))
    const before = planned.get(level.number) ?? []
    // Definitions number their rules independently, so those of a later one come after those of an earlier one.
    const from = before.length === 0 ? 0 : Math.max(...before.map(({ ordinal }) => ordinal)) + 1
    planned.set(level.number, [...before, ...blocks.map((block) => ({ ...block, ordinal: block.ordinal + from }))])
  }
  return {
    levels: [...planned].flatMap(([number, blocks]) => (blocks.length > 0 ? [{ number, blocks }] : [])),
    skipped,
    problems,
  }
}

/** The blocks of the rules that apply, level by level, and why the other rules don't. */
export const planWorkflow = (definition: WorkflowDefinition, facts: PlanFacts): Plan =>
  planLevels(definition.levels, facts)

/** The same for all definitions of a run together. Their levels of one number open at the same time. */
export const planDefinitions = (definitions: readonly WorkflowSnapshot[], facts: PlanFacts): Plan => {
  const read = reader(facts)
  const names = namesFrom(facts.known)
  const holds = ({ definition, isConditional }: WorkflowSnapshot): boolean =>
    !isConditional || explainConditions(definition.entryPoints, read, names).holds
  return planLevels(
    definitions.filter(holds).flatMap(({ definition }) => definition.levels),
    facts,
  )
}

/** The definitions that ask for something: a conditional one only while a block comes from it. */
export const definitionsAsking = (
  definitions: readonly WorkflowSnapshot[],
  blocks: readonly { ruleId: string | null }[],
): WorkflowSnapshot[] => {
  const ruleIds = new Set(blocks.map(({ ruleId }) => ruleId))
  return definitions.filter(
    ({ isConditional, definition }) =>
      !isConditional || definition.levels.some(({ rules }) => rules.some(({ id }) => ruleIds.has(id))),
  )
}

/** A definition that was checked, and why it did or didn't match. */
export interface Considered {
  id: string
  label: string
  holds: boolean
  reason: string
}

export interface DefinitionChoice {
  /** Those that run, in order. Without any, no approval is needed. */
  definitions: WorkflowSnapshot[]
  considered: Considered[]
}

/**
 * Which definitions run: the first by ordinal whose entry conditions match (workflows), or every one that matches (rule
 * sets). One without entry conditions always matches.
 */
export const chooseDefinitions = (
  candidates: readonly WorkflowCandidate[],
  facts: PlanFacts,
  which: 'FIRST' | 'EVERY',
): DefinitionChoice => {
  const read = reader(facts)
  const names = namesFrom(facts.known)
  const considered: Considered[] = []
  const definitions: WorkflowSnapshot[] = []
  for (const { id, label, version, definition } of [...candidates].sort(byOrdinal)) {
    const entry = explainConditions(definition.entryPoints, read, names)
    considered.push({ id, label, holds: entry.holds, reason: entry.text || 'Always' })
    if (entry.holds) definitions.push({ id, label, version, definition })
    if (entry.holds && which === 'FIRST') break
  }
  return { definitions, considered }
}

export interface WorkflowChoice {
  /** Null if no workflow matches. The request then needs no approval. */
  workflow: WorkflowSnapshot | null
  /** Every workflow that was checked, in order, and why it did or didn't match. */
  considered: Considered[]
}

/** The one workflow that runs. */
export const chooseWorkflow = (workflows: readonly WorkflowCandidate[], facts: PlanFacts): WorkflowChoice => {
  const { definitions, considered } = chooseDefinitions(workflows, facts, 'FIRST')
  return { workflow: definitions[0] ?? null, considered }
}
