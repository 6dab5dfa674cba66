import type { LinkEnd } from '../../../../schema/approvals/decision-links/endpoints.ts'
import type { BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import { type Block, isDecided } from '../../../../schema/approvals/engine/model.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { type AppError, notFound } from '../../../core/errors.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'
import { keyOf } from '../../platform/notifications/index.ts'
import { readerOf, toBlockView } from '../blocks/index.ts'
import { factsStatement, runOfFacts, runStatement, type SubjectFacts, toFacts } from '../subject-facts/index.ts'
import { decisionStatements, type ReadDecision, readDecision } from './facts.ts'
import { loadDecisionLink } from './loaded-link.ts'
import { asksToSignIn, ruleOf, settingsStatement } from './settings.ts'
import { hashOf } from './token.ts'

/**
 * A link from an email. Invariants: it acts as the person it was sent to, with the rights they have now; it decides one
 * step on the version that the email was about, once; opening it changes nothing.
 */

interface LinkRow {
  companyId: string
  userId: string
  targetType: string
  targetId: string
  blockId: string
  run: number
  version: number
  endsAt: number
  usedAt: number | null
  usedFor: string | null
}

/** A link that doesn't work says only that, whether it was ever one. */
const gone = (): AppError => notFound('The link')

export interface OpenLink {
  hash: string
  row: LinkRow
  context: StaffContext
  facts: SubjectFacts
  read: ReadDecision
  /** Null if another run has begun. */
  block: Block | null
  view: Pick<BlockView, 'canDecide' | 'canSendBack' | 'onBehalfOf'> | null
  end: LinkEnd | null
  needsSignIn: boolean
}

/** Throws NOT_FOUND if it is unknown, expired or ended by signing out, or the person can no longer decide anything. */
const requireLink = async (context: BaseContext, token: string): Promise<{ actor: StaffActor; row: LinkRow }> => {
  const now = context.clock.now()
  const found = await loadDecisionLink(context.env, context.db, hashOf(token), now)
  const row = found?.row as LinkRow | undefined
  if (!found || !row) throw gone()
  if (row.endsAt <= now || (row.usedAt !== null && row.usedFor === null)) throw gone()
  if (!can(found.actor.policy, 'approvals.take-part')) throw gone()
  return { actor: found.actor, row }
}

const endOf = (row: LinkRow, facts: SubjectFacts, block: Block | null, canDecide: boolean): LinkEnd | null => {
  if (row.usedAt !== null || (block && isDecided(block))) return 'DECIDED'
  if (!block || facts.version !== row.version || facts.run !== row.run) return 'CHANGED'
  return canDecide ? null : 'CLOSED'
}

/**
 * What is read besides comes in the same round trip. Throws NOT_FOUND for a link that opens nothing, or about
 * something that the person can't see anymore.
 */
export const openLink = async (
  base: BaseContext,
  token: string,
  more: (context: StaffContext) => D1PreparedStatement[] = () => [],
): Promise<OpenLink & { more: Record<string, unknown>[][] }> => {
  const { actor, row } = await requireLink(base, token)
  const context: StaffContext = { ...base, actor, vendor: null, guess: null }
  const { db } = context
  const { companyId, targetType, targetId: id, blockId } = row
  const target = { targetType, id, run: row.run }
  const reader = readerOf(targetType)
  if (!reader) throw gone()
  const others = more(context)
  const [found, accessRow, settings, plan, ...rest] = await db.batch([
    factsStatement(db, [id]),
    reader.ofBlock(context, blockId),
    settingsStatement(db, [companyId]),
    runStatement(db, companyId, target),
    ...decisionStatements(db, companyId, target),
    ...others,
  ])
  const results = rest.map((result) => result.results)
  const own = results.length - others.length
  const access = reader.toReadable(accessRow?.results[0], actor)
  const facts = toFacts(found?.results).get(keyOf(companyId, id))
  if (!facts) throw gone()
  const read = readDecision(target, results.slice(0, own))
  const block = read.blocks.find((one) => one.id === blockId) ?? null
  const view = block && toBlockView(block, actor, runOfFacts(facts, plan?.results[0], read.blocks, actor), access)
  return {
    ...{ hash: hashOf(token), row, context, facts, read, block, view, more: results.slice(own) },
    end: endOf(row, facts, block, view?.canDecide ?? false),
    needsSignIn: asksToSignIn(ruleOf(settings?.results[0]), facts),
  }
}
