import { newSecret } from '../../core/clock.ts'
import { registerCredential } from '../../core/credential-providers.ts'
import { hmacHex } from '../../core/hash.ts'

/** The credential that signs a company's webhooks. */
export const WEBHOOK_SIGNING = 'WEBHOOK_SIGNING'

/** Gives targets time to change theirs. */
const OVERLAP_MS = 24 * 60 * 60 * 1000

const derived = (signingKey: string, companyId: string, version: number): Promise<string> =>
  hmacHex(signingKey, version === 0 ? `webhook\n${companyId}` : `webhook\n${companyId}\n${version}`)

registerCredential(WEBHOOK_SIGNING, {
  /** The first one is made from the Worker's own key. So were those that replaced it before credentials were kept. */
  initial: async ({ DB, OUTLAY_SIGNING_KEY: key }, companyId) => {
    const sql = 'SELECT version, rotated_at AS replacedAt FROM webhook_secrets WHERE company_id = ?'
    const row = await DB.prepare(sql).bind(companyId).first<{ version: number; replacedAt: number }>()
    const { version, replacedAt } = row ?? { version: 0, replacedAt: null }
    const before = replacedAt === null ? null : await derived(key, companyId, version - 1)
    return {
      version,
      replacedAt,
      secret: await derived(key, companyId, version),
      before: before === null || replacedAt === null ? null : { secret: before, validUntil: replacedAt + OVERLAP_MS },
    }
  },
  renew: async () => newSecret(),
  overlapMs: OVERLAP_MS,
})
