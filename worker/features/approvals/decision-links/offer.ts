import type { DecisionFacts } from '../../../../schema/approvals/decision-links/endpoints.ts'
import { type Block, isDecided } from '../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { keyOf } from '../../platform/notifications/index.ts'
import type { SubjectFacts } from '../subject-facts/index.ts'
import { changesSinceDecided } from './changes.ts'
import { decisionStatements, factsOf, type ReadDecision, readDecision } from './facts.ts'
import { asksToSignIn, ruleOf, settingsStatement } from './settings.ts'
import { hashOf, LINK_MS, tokenOf } from './token.ts'

/** What emails offer to people who are asked to decide. */

type Context = Pick<OutboxContext, 'env' | 'db' | 'clock'>

/** An email that asks someone to decide. */
export interface Asking {
  /** What sends it. Sending it again gives the same link. */
  effectId: string
  companyId: string
  facts: SubjectFacts
  userId: string
  /** The steps that ask. */
  askedIds: readonly string[]
  /** Approvers for whom the person acts. */
  absentIds: readonly string[]
}

type Row = Record<string, unknown>

interface Prepared extends ReadDecision {
  withLink: boolean
}

/** What may be asked about. */
interface AskedAbout {
  companyId: string
  targetType: string
  id: string
}

/** What was read for each, by company and id: see `keyOf`. Its `take` gets the results of its `statements`. */
interface OfferReads {
  statements: D1PreparedStatement[]
  take(results: readonly Row[][], factsBy: ReadonlyMap<string, SubjectFacts>): Map<string, Prepared>
}

/** The reads behind what emails offer about these objects, for the round trip of the emails' own reads. */
export const offerReads = (db: Pick<Context['db'], 'sql'>, asked: readonly AskedAbout[]): OfferReads => {
  const each = [...new Map(asked.map((one) => [keyOf(one.companyId, one.id), one])).entries()]
  if (each.length === 0) return { statements: [], take: () => new Map() }
  const statements = each.map(([, { companyId, ...target }]) => decisionStatements(db, companyId, target))
  const settings = settingsStatement(
    db,
    each.map(([, { companyId }]) => companyId),
  )
  return {
    statements: [settings, ...statements.flat()],
    take: ([settingsRows = [], ...results], factsBy) => {
      const settingsBy = new Map(settingsRows.map((row) => [String(row.companyId), row]))
      let at = 0
      const read = each.flatMap(([key, { companyId }], index): [string, Prepared][] => {
        const count = statements[index]?.length ?? 0
        const rows = results.slice(at, at + count)
        at += count
        const facts = factsBy.get(key)
        if (!facts) return []
        const withLink = !asksToSignIn(ruleOf(settingsBy.get(companyId)), facts)
        return [[key, { ...readDecision(facts, [...rows]), withLink }]]
      })
      return new Map(read)
    },
  }
}

/** A step that one of these people can decide by hand. */
const openStep = ({ facts, askedIds, userId, absentIds }: Asking, blocks: readonly Block[]): Block | undefined => {
  if (facts.status !== 'PENDING' || facts.archivedAt !== null) return undefined
  const principals = new Set([userId, ...absentIds])
  return blocks.find(
    (block) =>
      askedIds.includes(block.id) &&
      !isTask(block.ruleType) &&
      !isDecided(block) &&
      block.closedAt === null &&
      (block.approvers.some((approver) => principals.has(approver.userId)) ||
        (block.escalations ?? []).some(({ manager }) => manager?.userId === userId)),
  )
}

export interface Offer {
  facts: DecisionFacts
  /** Missing if the company asks to sign in. */
  url?: string
}

const linkStatement = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
  { companyId, userId, facts }: Asking,
  block: Block,
): D1PreparedStatement =>
  db.sql(
    `INSERT OR IGNORE INTO decision_links (token_hash, company_id, user_id, target_type, target_id, block_id, run,
       version, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    hashOf(token),
    companyId,
    userId,
    facts.targetType,
    facts.id,
    block.id,
    facts.run,
    facts.version,
    clock.now(),
    clock.now() + LINK_MS,
  )

interface Offers<A> {
  /** Emails without a step that asks their reader are missing. */
  offers: Map<A, Offer>
  /** Store the links. They must be written before the emails leave. */
  statements: D1PreparedStatement[]
}

/**
 * What each email says about the step that asks its reader, with their own link. Reads nothing, except that who decided
 * before costs a call of the object.
 */
export const composeOffers = async <A extends Asking>(
  context: Context,
  emails: readonly A[],
  prepared: ReadonlyMap<string, Prepared>,
): Promise<Offers<A>> => {
  const offers = new Map<A, Offer>()
  const links: D1PreparedStatement[] = []
  for (const one of emails.filter(({ askedIds }) => askedIds.length > 0)) {
    const read = prepared.get(keyOf(one.companyId, one.facts.id))
    const block = read && openStep(one, read.blocks)
    if (!block) continue
    const asked = { facts: one.facts, block, people: [one.userId, ...one.absentIds] }
    const facts = {
      ...factsOf(one.facts, read, block),
      changes: await changesSinceDecided(context, one.companyId, asked),
    }
    const token = read.withLink && (await tokenOf(context.env, one))
    if (token) links.push(linkStatement(context, token, one, block))
    offers.set(one, { facts, ...(token && { url: `${context.env.OUTLAY_ORIGIN}/public/decision/${token}` }) })
  }
  return { offers, statements: links }
}

/**
 * The same, read and stored. The links are stored when this returns, before the emails leave. Two round trips, or none if
 * nothing asks.
 */
export const offerDecisions = async <A extends Asking>(
  context: Context,
  emails: readonly A[],
): Promise<Map<A, Offer>> => {
  const asking = emails.filter(({ askedIds }) => askedIds.length > 0)
  if (asking.length === 0) return new Map()
  const reads = offerReads(
    context.db,
    asking.map(({ companyId, facts: { targetType, id } }) => ({ companyId, targetType, id })),
  )
  const results = (await context.db.batch(reads.statements)).map((result) => result.results)
  const factsBy = new Map(asking.map(({ companyId, facts }) => [keyOf(companyId, facts.id), facts]))
  const { offers, statements } = await composeOffers(context, asking, reads.take(results, factsBy))
  if (statements.length > 0) await context.db.batch(statements)
  return offers
}
