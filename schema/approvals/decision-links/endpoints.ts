import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { id, instant } from '../../shared/values.ts'

/** Deciding from an email, without signing in: one person, one step, one version. */

const linkParams = z.object({ token: z.string().min(20).max(200) })

/** Why a link no longer decides. Missing while it does. */
export const LINK_ENDS = ['DECIDED', 'CHANGED', 'CLOSED'] as const
export type LinkEnd = (typeof LINK_ENDS)[number]

const decided = z.object({
  label: z.string(),
  people: z.array(
    z.object({ name: z.string(), decision: z.enum(['APPROVED', 'REJECTED']), comment: z.string(), at: instant }),
  ),
})

const change = z.object({ label: z.string(), before: z.string(), after: z.string() })

/** What a decision needs, as the email says it too. */
export const decisionFacts = z.object({
  /** INTAKE_SUBMISSION, SPEND_REQUEST, BILL, … */
  targetType: z.string(),
  targetId: z.string(),
  /** "#12 · Software" */
  reference: z.string(),
  title: z.string(),
  requestorName: z.string(),
  amount: money.nullable(),
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  documents: z.array(z.object({ id: z.string(), name: z.string() })),
  decided: z.array(decided),
  /** Steps after this one, in order. */
  next: z.array(z.object({ label: z.string(), people: z.array(z.string()) })),
  /** What changed since the person decided on this step, if they did. */
  changes: z.array(change),
})
export type DecisionFacts = z.infer<typeof decisionFacts>

export const openedDecision = decisionFacts.extend({
  companyName: z.string(),
  /** Whose link it is. */
  person: z.object({ name: z.string(), email: z.string() }),
  step: z.object({ label: z.string(), reason: z.string() }),
  /** The approver for whom the person acts as a delegate. */
  onBehalfOf: z.string().nullable(),
  canSendBack: z.boolean(),
  /** The company asks to sign in for this amount, or always. Then nothing is said about what is asked. */
  needsSignIn: z.boolean(),
  end: z.enum(LINK_ENDS).nullable(),
  expiresAt: instant,
})
export type OpenedDecision = z.infer<typeof openedDecision>

export const openDecisionLink = endpoint({
  id: 'approvals.open-decision-link',
  method: 'GET',
  path: '/public-api/decisions/{token}',
  summary: 'What the link in an email is about; opening it changes nothing',
  params: linkParams,
  response: openedDecision,
})

export const openDecisionDocument = endpoint({
  id: 'approvals.open-decision-document',
  method: 'GET',
  path: '/public-api/decisions/{token}/documents/{documentId}',
  summary: 'A document of what the link in an email is about, as long as the link decides',
  params: linkParams.extend({ documentId: id }),
  response: z.null(),
  raw: 'the file',
})

export const LINK_ACTIONS = ['APPROVE', 'REJECT', 'SEND_BACK', 'ASK'] as const
export type LinkAction = (typeof LINK_ACTIONS)[number]

const TEXT_NEEDED: Record<Exclude<LinkAction, 'APPROVE'>, string> = {
  REJECT: 'Say why',
  SEND_BACK: 'Say what should change',
  ASK: 'Write your question',
}

export const decideByLink = endpoint({
  id: 'approvals.decide-by-link',
  method: 'POST',
  path: '/public-api/decisions/{token}',
  summary: 'Approve, reject or send back by the link in an email, or ask a question about it',
  params: linkParams,
  body: z
    .object({ action: z.enum(LINK_ACTIONS), text: z.string().trim().max(10_000).default('') })
    .superRefine(({ action, text }, context) => {
      if (action !== 'APPROVE' && text === '')
        context.addIssue({ code: 'custom', path: ['text'], message: TEXT_NEEDED[action] })
    }),
  response: z.object({ action: z.enum(LINK_ACTIONS) }),
})

const settings = {
  enabled: z.boolean(),
  /** In minor units of the company's currency. Null for any amount. */
  maxAmount: z.number().int('Amounts are whole minor units').min(1, 'More than 0').safe().nullable(),
}

export const decisionLinkSettings = z.object({
  ...settings,
  version: z.number().int(),
  /** The company requires a login method, so that links ask to sign in above 0, whatever is set here. */
  isLoginRequired: z.boolean(),
})
export type DecisionLinkSettings = z.infer<typeof decisionLinkSettings>

export const getDecisionLinkSettings = endpoint({
  id: 'approvals.get-decision-links',
  method: 'GET',
  path: '/api/settings/decision-links',
  summary: 'Whether people can decide from emails, and up to which amount',
  response: decisionLinkSettings,
})

export const saveDecisionLinkSettings = endpoint({
  id: 'approvals.save-decision-links',
  method: 'PUT',
  path: '/api/settings/decision-links',
  summary: 'Set whether people can decide from emails, and up to which amount; links that were sent follow at once',
  /** Without a version the last change wins. */
  body: z.object({ ...settings, version: z.number().int().optional() }),
  response: decisionLinkSettings,
})
