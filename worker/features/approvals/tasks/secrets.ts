import * as endpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { staleVersion } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { WEBHOOK_SIGNING } from '../../../integrations/webhook/signing-secret.ts'
import { replaceCredential } from '../../../objects/connection/client.ts'
import { type CredentialState, readCredential } from '../../../objects/connection/credentials.ts'

/**
 * The signing secrets of webhooks: one per company. The first one is derived from the Worker's own key. Those that
 * replace it are kept encrypted, and the one before stays valid for a day.
 */

const credentialOf = async ({ env, clock }: Pick<BaseContext, 'env' | 'clock'>, companyId: string) => {
  const found = await readCredential(env, { companyId, provider: WEBHOOK_SIGNING }, clock.now())
  if (!found) throw new Error('Every company has a signing secret')
  return found
}

/** The secrets that sign a webhook now: the current one, then the previous one while it is valid. */
export const signingSecrets = async (
  context: Pick<BaseContext, 'env' | 'clock'>,
  companyId: string,
): Promise<string[]> => (await credentialOf(context, companyId)).secrets

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const stateOf = ({ replacedAt, oldValidUntil }: CredentialState): endpoints.WebhookSecretState => ({
  rotatedAt: iso(replacedAt),
  oldValidUntil: iso(oldValidUntil),
})

export const readSecretState = query({
  id: 'workflow-tasks.webhook-secret',
  access: 'webhook-secret.manage',
  input: inputOf(endpoints.getWebhookSecret),
  run: async (context) => stateOf(await credentialOf(context, context.actor.companyId)),
})

/** Can't be repeated by its command id, because the secret would be stored with the answer. */
export const revealSecret = command({
  id: 'workflow-tasks.reveal-webhook-secret',
  access: 'webhook-secret.manage',
  idempotency: 'none',
  input: inputOf(endpoints.revealWebhookSecret),
  run: async (context) => {
    const { actor } = context
    const { secrets } = await credentialOf(context, actor.companyId)
    return commit(context, {
      subject: 'The signing secret',
      statements: [],
      audit: [
        {
          changeKey: `webhook-secret:${actor.companyId}:shown:${context.newId()}`,
          action: 'webhook-secret.shown',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: 'Viewed the webhook signing secret',
          changeData: null,
        },
      ],
      result: { secret: secrets[0] ?? '' },
    })
  },
})

/** Throws CONFLICT if someone else rotates it at the same moment. */
export const rotateSecret = command({
  id: 'workflow-tasks.rotate-webhook-secret',
  access: 'webhook-secret.manage',
  idempotency: 'object',
  input: inputOf(endpoints.rotateWebhookSecret),
  run: async (context) => {
    const { env, db, actor, commandId } = context
    const { companyId, userId, impersonator, apiKey } = actor
    const current = await credentialOf(context, companyId)
    if (commandId !== null && current.commandId === commandId) return stateOf(current)
    const replaced = await replaceCredential(env, {
      ...{ companyId, commandId, provider: WEBHOOK_SIGNING, seenVersion: current.version },
      audit: {
        actorUserId: userId,
        impersonatorUserId: impersonator?.userId ?? null,
        ...(apiKey && { apiKeyId: apiKey.id }),
        action: 'webhook-secret.rotated',
        targetType: 'COMPANY',
        targetId: companyId,
        message: 'Rotated the webhook signing secret',
        changeData: null,
      },
    })
    db.noteWriteElsewhere()
    if (!replaced.isMine) throw staleVersion('The signing secret')
    return stateOf(replaced)
  },
})
