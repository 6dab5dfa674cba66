import * as endpoints from '../../../../schema/platform/api-keys/endpoints.ts'
import { storedScopes } from '../../../../schema/platform/api-keys/scopes.ts'
import { ACCESS_FLAGS } from '../../../../schema/shared/permissions.ts'
import { secretOfCell } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'

/**
 * API keys, with which programs call the REST API for the company. A key acts for its creator, with the access flags
 * they had when it was made and still have. Only its hash is stored.
 */

/** Makes a key recognizable when it turns up in a log or a repository. */
const KEY_START = 'olk_'
const PREFIX_LENGTH = 10

interface Row {
  id: string
  name: string
  prefix: string
  createdAt: number
  lastUsedAt: number | null
  enabled: number
  expiresAt: number
  scopes: string | null
  userId: string
  firstName: string
  lastName: string
  email: string
  isCreatorEnabled: number
}

const instantOf = (ms: number): string => new Date(ms).toISOString()

const toApiKey = (row: Row): endpoints.ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  createdAt: instantOf(row.createdAt),
  lastUsed: row.lastUsedAt === null ? null : instantOf(row.lastUsedAt),
  enabled: row.enabled === 1,
  expiresAt: instantOf(row.expiresAt),
  scopes: storedScopes(row.scopes),
  createdByUser: {
    id: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    disabled: row.isCreatorEnabled !== 1,
  },
})

export const listApiKeys = query({
  id: 'settings.list-api-keys',
  access: 'api-keys.manage',
  input: inputOf(endpoints.listApiKeys),
  run: async ({ db, actor }) => {
    const rows = await db.all<Row>(
      db.sql(
        `SELECT k.id, k.name, k.prefix, k.created_at AS createdAt, k.last_used_at AS lastUsedAt, k.enabled,
                k.expires_at AS expiresAt, k.scopes,
                u.id AS userId, u.first_name AS firstName, u.last_name AS lastName, u.email,
                EXISTS (SELECT 1 FROM company_memberships m WHERE m.company_id = k.company_id AND m.user_id = u.id
                           AND m.disabled_at IS NULL) AS isCreatorEnabled
           FROM api_keys k CROSS JOIN users u ON u.id = k.created_by_user_id
          WHERE k.company_id = ? AND k.revoked_at IS NULL ORDER BY k.created_at DESC, k.id DESC`,
        actor.companyId,
      ),
    )
    return rows.map(toApiKey)
  },
})

/**
 * Can't be repeated by its command id, because the key isn't stored and a second answer couldn't contain it. If the
 * answer is lost, the creator finds the name taken and revokes that key. Throws INVALID for the name, RULE_BROKEN above
 * the maximum number of keys.
 */
export const createApiKey = command({
  id: 'settings.create-api-key',
  access: 'api-keys.manage',
  freshFactor: true,
  idempotency: 'none',
  input: inputOf(endpoints.createApiKey),
  run: async (context, { name, scopes, days }) => {
    const { db, actor } = context
    const counted = await db.first<{ count: number }>(
      db.sql('SELECT COUNT(*) AS count FROM api_keys WHERE company_id = ? AND revoked_at IS NULL', actor.companyId),
    )
    if (Number(counted?.count) >= endpoints.MOST_API_KEYS) {
      throw new AppError('RULE_BROKEN', `A company can have ${endpoints.MOST_API_KEYS} API keys. Revoke one first.`)
    }
    const id = context.newId()
    const key = `${KEY_START}${secretOfCell(context.env, newSecret())}`
    const prefix = key.slice(0, PREFIX_LENGTH)
    const now = context.clock.now()
    const expiresAt = endpoints.keyEndsAt(days, now)
    const flags = ACCESS_FLAGS.filter((flag) => actor.policy.flags[flag])
    return commit(context, {
      subject: 'The API key',
      statements: [
        db.sql(
          `INSERT INTO api_keys (id, company_id, name, prefix, key_hash, created_by_user_id, flags, scopes, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[id, actor.companyId, name, prefix, sha256Hex(key), actor.userId, JSON.stringify(flags)],
          JSON.stringify(scopes),
          now,
          expiresAt,
        ),
      ],
      audit: [audit(id, 'created', 1, `Created the API key ${name}`, { after: { name, prefix, flags, scopes, days } })],
      result: { id, name, key, expiresAt: instantOf(expiresAt) },
      onDuplicate: { api_keys_name: () => invalidField('name', 'Another API key has this name') },
    })
  },
})

const audit = (id: string, verb: string, version: number, message: string, changeData: object) => ({
  changeKey: `api-key:${id}:v${version}`,
  action: `api-key.${verb}`,
  targetType: 'API_KEY' as const,
  targetId: id,
  message,
  changeData,
})

const requireKey = async ({ db, actor }: StaffContext, id: string) => {
  const found = await db.first<{ name: string; enabled: number; version: number }>(
    db.sql(
      'SELECT name, enabled, version FROM api_keys WHERE id = ? AND company_id = ? AND revoked_at IS NULL',
      id,
      actor.companyId,
    ),
  )
  if (!found) throw notFound('The API key')
  return found
}

/** Takes effect with the next call. Throws NOT_FOUND. */
export const deleteApiKey = command({
  id: 'settings.delete-api-key',
  access: 'api-keys.manage',
  freshFactor: true,
  input: inputOf(endpoints.deleteApiKey),
  run: async (context, { apiKeyId }) => {
    const { db, actor } = context
    const { name, enabled, version } = await requireKey(context, apiKeyId)
    return commit(context, {
      subject: 'The API key',
      statements: [
        db.sql(
          `UPDATE api_keys SET revoked_at = ?, enabled = 0, version = version + 1
            WHERE id = ? AND company_id = ? AND version = ? AND revoked_at IS NULL`,
          ...[context.clock.now(), apiKeyId, actor.companyId, version],
        ),
        guardOneRow(db),
      ],
      audit: [
        audit(apiKeyId, 'revoked', version + 1, `Revoked the API key ${name}`, {
          before: { name, enabled: enabled === 1 },
        }),
      ],
      result: null,
    })
  },
})

/** Throws NOT_FOUND. */
export const setApiKeyEnabled = command({
  id: 'settings.set-api-key-enabled',
  access: 'api-keys.manage',
  freshFactor: true,
  input: inputOf(endpoints.setApiKeyEnabled),
  run: async (context, { apiKeyId, enabled }) => {
    const { db, actor } = context
    const before = await requireKey(context, apiKeyId)
    const wasEnabled = before.enabled === 1
    const words = enabled ? 'Enabled' : 'Disabled'
    return commit(context, {
      subject: 'The API key',
      statements: [
        db.sql(
          `UPDATE api_keys SET enabled = ?, version = version + 1
            WHERE id = ? AND company_id = ? AND version = ? AND revoked_at IS NULL`,
          ...[Number(enabled), apiKeyId, actor.companyId, before.version],
        ),
        guardOneRow(db),
      ],
      audit:
        enabled === wasEnabled
          ? []
          : [
              audit(apiKeyId, words.toLowerCase(), before.version + 1, `${words} the API key ${before.name}`, {
                before: { enabled: wasEnabled },
                after: { enabled },
              }),
            ],
      result: { id: apiKeyId, enabled },
    })
  },
})
