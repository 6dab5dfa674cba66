import type { DecisionFacts } from '../../../../schema/approvals/decision-links/endpoints.ts'
import { type Block, isDecided } from '../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { keyOf } from '../../platform/notifications/index.ts'
import type { SubjectFacts } from '../subject-facts/index.ts'
import { changesSinceDecided } from './changes.ts'
import { decisionStatements, factsOf, type ReadDecision, readDecision } from './facts.ts'
import { asksToSignIn, settingsStatement, toSettings } from './settings.ts'
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

interface Prepared extends ReadDecision {
  withLink: boolean
}

/** What everything that is asked about needs, in one round trip. By company and id: see `keyOf`. */
const prepare = async ({ db }: Pick<Context, 'db'>, asked: readonly Asking[]): Promise<Map<string, Prepared>> => {
  const each = [...new Map(asked.map((one) => [keyOf(one.companyId, one.facts.id), one])).entries()]
  if (each.length === 0) return new Map()
  const statements = each.map(([, { companyId, facts }]) => decisionStatements(db, companyId, facts))
  const [settings, ...results] = await db.batch([
    settingsStatement(
      db,
      each.map(([, { companyId }]) => companyId),
    ),
    ...statements.flat(),
  ])
  const settingsBy = new Map((settings?.results ?? []).map((row) => [String(row.companyId), row]))
  let at = 0
  return new Map(
    each.map(([key, { companyId, facts }], index) => {
      const count = statements[index]?.length ?? 0
      const rows = results.slice(at, at + count).map((result) => result.results)
      at += count
      const withLink = !asksToSignIn(toSettings(settingsBy.get(companyId)), facts)
      return [key, { ...readDecision(facts, rows), withLink }]
    }),
  )
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

/**
 * What each email says about the step that asks its reader, with their own link. Emails without such a step are missing.
 * The links are stored when this returns, before the emails leave. Two round trips, or none if nothing asks; who
 * decided before costs a call of the object more.
 */
export const offerDecisions = async <A extends Asking>(
  context: Context,
  emails: readonly A[],
): Promise<Map<A, Offer>> => {
  const asking = emails.filter(({ askedIds }) => askedIds.length > 0)
  const prepared = await prepare(context, asking)
  const offers = new Map<A, Offer>()
  const links: D1PreparedStatement[] = []
  for (const one of asking) {
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
  if (links.length > 0) await context.db.batch(links)
  return offers
}
