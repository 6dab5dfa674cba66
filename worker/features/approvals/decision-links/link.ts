import type { LinkEnd } from '../../../../schema/approvals/decision-links/endpoints.ts'
import type { BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import { type Block, isDecided } from '../../../../schema/approvals/engine/model.ts'
import { loadMember, type StaffActor } from '../../../core/actor.ts'
import { type AppError, notFound } from '../../../core/errors.ts'
import { type BaseContext, requireAccess, type StaffContext } from '../../../core/operation.ts'
import { readerOf, toBlockView } from '../blocks/index.ts'
import { factsStatement, runOfFacts, runStatement, type SubjectFacts, toFacts } from '../subject-facts/index.ts'
import { decisionStatements, type ReadDecision, readDecision } from './facts.ts'
import { asksToSignIn, settingsStatement, toSettings } from './settings.ts'
import { companyOfToken, hashOf } from './token.ts'

/**
 * A link from an email. Invariants: it acts as the person it was sent to, with the rights they have now; it decides one
 * step on the version that the email was about, once; opening it changes nothing.
 */

export interface LinkRow {
  hash: string
  companyId: string
  userId: string
  targetType: string
  targetId: string
  blockId: string
  run: number
  version: number
  expiresAt: number
  usedAt: number | null
  usedFor: string | null
}

/** A link that doesn't work says only that, whether it was ever one. */
const gone = (): AppError => notFound('The link')

export interface OpenLink {
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

const rowStatement = ({ db }: Pick<BaseContext, 'db'>, token: string): D1PreparedStatement =>
  db.sql(
    `SELECT token_hash AS hash, company_id AS companyId, user_id AS userId, target_type AS targetType,
            target_id AS targetId, block_id AS blockId, run, version, expires_at AS expiresAt, used_at AS usedAt,
            used_for AS usedFor
       FROM decision_links WHERE token_hash = ?1 AND company_id = ?2`,
    hashOf(token),
    companyOfToken(token),
  )

/** Throws NOT_FOUND if it is unknown, expired or ended by signing out, or the person can no longer decide anything. */
const personOf = async (context: BaseContext, row: LinkRow | null): Promise<StaffActor> => {
  const now = context.clock.now()
  if (!row || row.expiresAt <= now || (row.usedAt !== null && row.usedFor === null)) throw gone()
  const actor = await loadMember(context.env, context.db, row.companyId, row.userId, now)
  if (!actor) throw gone()
  try {
    requireAccess('approvals.take-part', { actor, vendor: null })
  } catch {
    throw gone()
  }
  return actor
}

const endOf = (row: LinkRow, facts: SubjectFacts, block: Block | null, canDecide: boolean): LinkEnd | null => {
  if (row.usedAt !== null || (block && isDecided(block))) return 'DECIDED'
  if (!block || facts.version !== row.version || facts.run !== row.run) return 'CHANGED'
  return canDecide ? null : 'CLOSED'
}

/** Throws NOT_FOUND for a link that opens nothing, or about something that the person can't see anymore. */
export const openLink = async (base: BaseContext, token: string): Promise<OpenLink> => {
  const row = await base.db.first<LinkRow>(rowStatement(base, token))
  const actor = await personOf(base, row)
  if (!row) throw gone()
  const context: StaffContext = { ...base, actor, vendor: null, guess: null }
  const { db } = context
  const reader = readerOf(row.targetType)
  if (!reader) throw gone()
  const access = await reader.requireReadable(context, row.targetId)
  const found = await db.first<Record<string, unknown>>(factsStatement(db, [row.targetId]))
  const facts = [...toFacts(found ? [found] : []).values()][0]
  if (!facts) throw gone()
  const [settings, plan, ...results] = await db.batch([
    settingsStatement(db, [row.companyId]),
    runStatement(db, row.companyId, facts),
    ...decisionStatements(db, row.companyId, facts),
  ])
  const read = readDecision(
    facts,
    results.map((result) => result.results),
  )
  const block = read.blocks.find(({ id }) => id === row.blockId) ?? null
  const run = runOfFacts(facts, plan?.results[0], read.blocks, actor)
  const view = block && toBlockView(block, actor, run, access)
  return {
    ...{ row, context, facts, read, block, view },
    end: endOf(row, facts, block, view?.canDecide ?? false),
    needsSignIn: asksToSignIn(toSettings(settings?.results[0]), facts),
  }
}
