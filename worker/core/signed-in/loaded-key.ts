import { storedScopes } from '../../../schema/platform/api-keys/scopes.ts'
import { ACCESS_FLAGS, type AccessFlag } from '../../../schema/shared/permissions.ts'
import type { Env } from '../../env.ts'
import { KEY_AND_COMMAND_SQL, KEY_SQL, type KnownCommand, list, type StaffActor, toActor } from '../actor.ts'
import type { CountedKey } from '../api-key-limit.ts'
import type { Database } from '../database.ts'
import { sha256Hex } from '../hash.ts'

/** A day on which no delegation is active, because a key acts only for its creator. */
const NO_DAY = '0000-00-00'

interface LoadedKey {
  actor: StaffActor
  known: KnownCommand | null
  counted: CountedKey
  movedTo: number | null
}

/**
 * The member an API key acts for, with no more rights than the creator had when they made it. Null if the key is
 * unknown, disabled, revoked or over, or its creator is disabled.
 */
export const loadApiKey = async (
  env: Env,
  db: Database,
  key: string,
  now: number,
  commandId?: string,
): Promise<LoadedKey | null> => {
  const keyHash = sha256Hex(key)
  const row = await db.first<Record<string, unknown>>(
    commandId ? db.sql(KEY_AND_COMMAND_SQL, keyHash, NO_DAY, commandId) : db.sql(KEY_SQL, keyHash, NO_DAY),
  )
  if (!row || Number(row.endsAt) <= now) return null
  const actor = toActor(row, '', env)
  const given = list<AccessFlag>(row.keyFlags)
  const flags = Object.fromEntries(
    ACCESS_FLAGS.map((flag) => [flag, actor.policy.flags[flag] && given.includes(flag)]),
  ) as Record<AccessFlag, boolean>
  const id = String(row.keyId)
  return {
    actor: {
      ...actor,
      apiKey: { id, name: String(row.keyName), scopes: storedScopes(row.scopes as string | null) },
      delegatorIds: [],
      delegationLimits: {},
      delegationSetBy: {},
      policy: { ...actor.policy, flags, isInternalStaff: false, isApiKey: true },
    },
    known: row.known ? (JSON.parse(String(row.known)) as KnownCommand) : null,
    counted: {
      id,
      windowStart: Number(row.windowStart),
      windowCount: Number(row.windowCount),
      lastUsedAt: row.lastUsedAt as number | null,
    },
    movedTo: row.lockState === 'GONE' ? Number(row.movedTo) : null,
  }
}
