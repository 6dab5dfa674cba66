import type { DecisionFacts } from '../../../../schema/approvals/decision-links/endpoints.ts'
import { type Block, isDecided } from '../../../../schema/approvals/engine/model.ts'
import { formatMoney, type Money } from '../../../../schema/shared/money.ts'
import type { Database } from '../../../core/database.ts'
import {
  currentRun,
  type Detail,
  detailStatements,
  detailsOf,
  type NamedFile,
  type SubjectFacts,
} from '../subject-facts/index.ts'

/** What someone needs to decide a step, in emails and on the page that their links open. */

type Row = Record<string, unknown>

interface Target {
  targetType: string
  id: string
  /** The steps of its current run, if missing. */
  run?: number | undefined
}

const blocksStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  { targetType, id, run }: Target,
): D1PreparedStatement =>
  db.sql(
    `SELECT l.block FROM level_group_statuses l
      WHERE l.target_id = ?1 AND l.run = coalesce(?2, ${currentRun(targetType, '?1')}) AND l.company_id = ?3 AND l.target_type = ?4
      ORDER BY l.level, l.ordinal, l.id`,
    id,
    run ?? null,
    companyId,
    targetType,
  )

/** The steps first, then the details. */
export const decisionStatements = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  target: Target,
): D1PreparedStatement[] => [blocksStatement(db, companyId, target), ...detailStatements(db, companyId, target)]

export interface ReadDecision {
  blocks: Block[]
  details: Detail[]
  documents: NamedFile[]
}

/** @param results of `decisionStatements` */
export const readDecision = (
  { targetType }: Pick<Target, 'targetType'>,
  [blocks = [], ...details]: Row[][],
): ReadDecision => ({
  blocks: blocks.map(({ block }) => JSON.parse(String(block)) as Block),
  ...detailsOf(targetType, details),
})

const isoOf = (at: number): string => new Date(at).toISOString()

const withoutDecisions = ({ bypassedBy, bypassNote, bypassedAt }: Block) =>
  bypassedBy
    ? [{ name: bypassedBy.name, decision: 'APPROVED' as const, comment: bypassNote ?? '', at: isoOf(bypassedAt ?? 0) }]
    : []

/** Who decided what already, also on the step itself. */
const decidedIn = (blocks: readonly Block[]): DecisionFacts['decided'] =>
  blocks
    .map((block) => ({
      label: block.label,
      people: [
        ...block.decisions.map(({ name, decision, comment, at }) => ({ name, decision, comment, at: isoOf(at) })),
        ...withoutDecisions(block),
      ],
    }))
    .filter(({ people }) => people.length > 0)

/** The steps that come after it. */
const nextOf = (blocks: readonly Block[], { level }: Pick<Block, 'level'>): DecisionFacts['next'] =>
  blocks
    .filter((block) => block.level > level && !isDecided(block) && block.closedAt === null)
    .map(({ label, approvers }) => ({ label, people: approvers.map(({ name }) => name) }))

const amountOf = ({ amountValue, amountCurrency }: SubjectFacts): Money | null =>
  amountValue === null ? null : { value: amountValue, currency: amountCurrency ?? 'USD' }

/** Whether a detail only repeats the title or the amount. */
const isSaid = (facts: SubjectFacts, value: string): boolean => {
  const amount = amountOf(facts)
  return value === facts.title || (amount !== null && value === formatMoney(amount))
}

export const factsOf = (
  facts: SubjectFacts,
  { blocks, details, documents }: ReadDecision,
  block: Block | null,
): Omit<DecisionFacts, 'changes'> => ({
  targetType: facts.targetType,
  targetId: facts.id,
  reference: facts.reference,
  title: facts.title,
  requestorName: facts.requestorName,
  amount: amountOf(facts),
  details: details.filter(({ value }) => !isSaid(facts, value)),
  documents,
  decided: decidedIn(blocks),
  next: block ? nextOf(blocks, block) : [],
})
