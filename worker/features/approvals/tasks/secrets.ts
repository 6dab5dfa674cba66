import * as endpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { hmacHex } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'

/** The signing secrets of webhooks: one per company, derived from the Worker's own key and never stored. */

/** After a rotation webhooks carry the signatures of both secrets, which gives targets time to change theirs. */
const BOTH_VALID_MS = 24 * 60 * 60 * 1000

const secretOf = (signingKey: string, companyId: string, version: number): Promise<string> =>
  hmacHex(signingKey, version === 0 ? `webhook\n${companyId}` : `webhook\n${companyId}\n${version}`)

interface Rotation {
  version: number
  rotatedAt: number | null
}

const rotationOf = async ({ db }: Pick<BaseContext, 'db'>, companyId: string): Promise<Rotation> =>
  (await db.first<{ version: number; rotatedAt: number }>(
    db.sql('SELECT version, rotated_at AS rotatedAt FROM webhook_secrets WHERE company_id = ?', companyId),
  )) ?? { version: 0, rotatedAt: null }

const bothUntil = ({ rotatedAt }: Rotation, now: number): number | null =>
  rotatedAt !== null && rotatedAt + BOTH_VALID_MS > now ? rotatedAt + BOTH_VALID_MS : null

/** The secrets that sign a webhook now: the current one, then the previous one while it is valid. */
export const signingSecrets = async (
  { env, db, clock }: Pick<BaseContext, 'env' | 'db' | 'clock'>,
  companyId: string,
): Promise<string[]> => {
  const rotation = await rotationOf({ db }, companyId)
  const { version } = rotation
  const versions = bothUntil(rotation, clock.now()) === null ? [version] : [version, version - 1]
  return Promise.all(versions.map((each) => secretOf(env.OUTLAY_SIGNING_KEY, companyId, each)))
}

const stateOf = (rotation: Rotation, now: number): endpoints.WebhookSecretState => {
  const until = bothUntil(rotation, now)
  return {
    rotatedAt: rotation.rotatedAt === null ? null : new Date(rotation.rotatedAt).toISOString(),
    oldValidUntil: until === null ? null : new Date(until).toISOString(),
  }
}

export const readSecretState = query({
  id: 'workflow-tasks.webhook-secret',
  access: 'webhook-secret.manage',
  input: inputOf(endpoints.getWebhookSecret),
  run: async (context) => stateOf(await rotationOf(context, context.actor.companyId), context.clock.now()),
})

/** Can't be repeated by its command id, because the secret would be stored with the answer. */
export const revealSecret = command({
  id: 'workflow-tasks.reveal-webhook-secret',
  access: 'webhook-secret.manage',
  idempotency: 'none',
  input: inputOf(endpoints.revealWebhookSecret),
  run: async (context) => {
    const { env, actor } = context
    const { version } = await rotationOf(context, actor.companyId)
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
      result: { secret: await secretOf(env.OUTLAY_SIGNING_KEY, actor.companyId, version) },
    })
  },
})

/** Throws CONFLICT if someone else rotates it at the same moment. */
export const rotateSecret = command({
  id: 'workflow-tasks.rotate-webhook-secret',
  access: 'webhook-secret.manage',
  input: inputOf(endpoints.rotateWebhookSecret),
  run: async (context) => {
    const { db, actor, clock } = context
    const { version } = await rotationOf(context, actor.companyId)
    const next = { version: version + 1, rotatedAt: clock.now() }
    return commit(context, {
      subject: 'The signing secret',
      statements: [
        db.sql(
          `INSERT INTO webhook_secrets (company_id, version, rotated_at, rotated_by_user_id) VALUES (?1, ?2, ?3, ?4)
           ON CONFLICT (company_id) DO UPDATE SET version = ?2, rotated_at = ?3, rotated_by_user_id = ?4
            WHERE version = ?2 - 1`,
          actor.companyId,
          next.version,
          next.rotatedAt,
          actor.userId,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `webhook-secret:${actor.companyId}:v${next.version}`,
          action: 'webhook-secret.rotated',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: 'Rotated the webhook signing secret',
          changeData: null,
        },
      ],
      result: stateOf(next, clock.now()),
    })
  },
})
