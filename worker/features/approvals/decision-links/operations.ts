import * as endpoints from '../../../../schema/approvals/decision-links/endpoints.ts'
import type { ApprovalCommandInput } from '../../../../schema/approvals/engine/commands.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { commandLedger } from '../../../core/command-ledger.ts'
import { commit, resultOfTwin } from '../../../core/commit.ts'
import { AppError, companyMoves } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { startThread } from '../../documents/threads/index.ts'
import { limitRate } from '../../platform/session/index.ts'
import { readerOf, tellObject } from '../blocks/index.ts'
import { changesSinceDecided } from './changes.ts'
import { factsOf } from './facts.ts'
import { type OpenLink, openLink } from './link.ts'

const placeOfToken = ({ token }: { token: string }) => ({ secret: token })

const HOUR_MS = 60 * 60 * 1000
/** From one network address, whatever links they have. */
const CALLS_AN_HOUR = 300

const limitCalls = (context: BaseContext): Promise<void> => {
  const { clientAddress } = context
  const max = clientAddress === 'local' ? 100 * CALLS_AN_HOUR : CALLS_AN_HOUR
  return limitRate(context, HOUR_MS, [{ key: `decision-link-from:${clientAddress}`, max }])
}

/** Whose decisions count as the reader's own. */
const peopleOf = ({ row, view }: OpenLink): string[] => [
  row.userId,
  ...(view?.onBehalfOf ? [view.onBehalfOf.userId] : []),
]

/** What is said to a reader who has to sign in: that there is something, and where. */
const UNSAID = {
  reference: '',
  title: '',
  requestorName: '',
  amount: null,
  step: { label: '', reason: '' },
  onBehalfOf: null,
  details: [],
  documents: [],
  decided: [],
  next: [],
  changes: [],
} satisfies Partial<endpoints.OpenedDecision>

/** What the decision needs, as long as the company lets it be read without a sign-in. */
const saidIn = async (base: BaseContext, open: OpenLink) => {
  const { row, facts, read, block, view, needsSignIn } = open
  if (needsSignIn) return { targetType: facts.targetType, targetId: facts.id, ...UNSAID }
  return {
    ...factsOf(facts, read, block),
    changes: await changesSinceDecided(base, row.companyId, { facts, block, people: peopleOf(open) }),
    step: { label: block?.label ?? '', reason: block?.reason ?? '' },
    onBehalfOf: view?.onBehalfOf?.name ?? null,
  }
}

/** Changes nothing, no matter how often it is opened. Throws NOT_FOUND for a link that doesn't work. */
export const openDecisionLink = query({
  id: 'approvals.open-decision-link',
  access: 'public',
  input: inputOf(endpoints.openDecisionLink),
  place: placeOfToken,
  run: async (base, { token }): Promise<endpoints.OpenedDecision> => {
    const open = await openLink(base, token)
    const { row, view, end, needsSignIn } = open
    const { actor } = open.context
    return {
      ...(await saidIn(base, open)),
      companyName: actor.company.name,
      person: { name: fullName(actor), email: actor.email },
      canSendBack: end === null && (view?.canSendBack ?? false),
      needsSignIn,
      end,
      expiresAt: new Date(row.endsAt).toISOString(),
    }
  },
})

const ENDED: Record<endpoints.LinkEnd, string> = {
  DECIDED: 'This step is already decided.',
  CHANGED: 'What you were asked about has changed since the email. Open the newest email, or sign in.',
  CLOSED: 'You can’t decide on this step right now. Sign in to see why.',
}

type Input = { action: endpoints.LinkAction; text: string }

const commandOf = ({ row }: OpenLink, { action, text }: Input): ApprovalCommandInput => {
  const { blockId, version: seenVersion } = row
  if (action === 'SEND_BACK') return { type: 'sendBack', blockId, message: text }
  const decision = action === 'APPROVE' ? 'APPROVED' : 'REJECTED'
  return { type: 'decide', blockId, decision, comment: text, seenVersion, allMyNonTaskBlocks: false }
}

const DONE = { APPROVE: 'approved', REJECT: 'rejected', SEND_BACK: 'sent back' } as const

/**
 * Throws NOT_FOUND for a link that doesn't work, CONFLICT with LINK_DECIDED, LINK_CHANGED or LINK_CLOSED for one that no
 * longer decides, RULE_BROKEN with SIGN_IN_NEEDED above the company's limit, and the refusals of a decision.
 */
export const decideByLink = command({
  id: 'approvals.decide-by-link',
  access: 'public',
  // The link itself makes a repeated decision harmless, so no key is needed.
  idempotency: 'none',
  input: inputOf(endpoints.decideByLink),
  place: placeOfToken,
  run: async (base, { token, ...input }) => {
    await limitCalls(base)
    const open = await openLink(base, token)
    const { row, facts, block, end, needsSignIn } = open
    if (open.context.actor.company.isMoving) throw companyMoves()
    // The same decision again is the same command, even if its answer was lost.
    const commandId = idFrom(`${open.hash}\n${input.action}\n${input.text}`)
    const context = { ...open.context, commandId }
    if (row.usedFor === commandId) return { action: input.action }
    // Kept with the decision itself. So a repeat knows that it was made if the link’s own mark was lost.
    const kept = { ...context, ledger: { operation: 'approvals.decide-by-link', inputHash: open.hash } }
    const isMade = end !== null && (await resultOfTwin(kept)) !== null
    if (end && !isMade) throw new AppError('CONFLICT', ENDED[end], { reason: `LINK_${end}` })
    if (needsSignIn && !isMade)
      throw new AppError('RULE_BROKEN', 'Your company asks you to sign in to decide on this.', {
        reason: 'SIGN_IN_NEEDED',
      })
    if (input.action === 'ASK') {
      // Asked again, because its answer was lost, it is the same question.
      await commandLedger(context, 'approvals.ask-by-link', input, () =>
        startThread(context, facts.targetType, facts.id, { commentBody: input.text, documentIds: [] }),
      )
      return { action: input.action }
    }
    const target = { targetType: facts.targetType, id: facts.id }
    const told = { command: commandOf(open, input), categoryId: null, answer: { action: input.action } }
    await tellObject(kept, target, told, async () => readerOf(facts.targetType)?.requireReadable(context, facts.id))
    await commit(context, {
      subject: 'The link',
      statements: [
        context.db.sql(
          'UPDATE decision_links SET used_at = ?, used_for = ? WHERE token_hash = ? AND used_at IS NULL',
          context.clock.now(),
          commandId,
          open.hash,
        ),
      ],
      audit: [
        {
          changeKey: `decision-link:${open.hash}`,
          action: 'approvals.decided-from-email',
          targetType: facts.targetType,
          targetId: facts.id,
          message: `${context.actor.name} ${DONE[input.action]} “${block?.label ?? ''}” from an email, without signing in`,
          changeData: { blockId: row.blockId, action: input.action },
        },
      ],
      result: null,
    })
    return { action: input.action }
  },
})
