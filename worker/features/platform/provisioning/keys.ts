import * as endpoints from '../../../../schema/platform/provisioning/endpoints.ts'
import { provisioningKeys } from '../../../../schema/platform/provisioning/tables.ts'
import { secretOfCell } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { commit } from '../../../core/commit.ts'
import { notFound } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { columns, computed, insertRow, select, typed, updateRow } from '../../../core/record.ts'
import { joiningStatement, memberNameSql } from '../members/index.ts'
import { newPeopleOf } from './new-people.ts'
import { SCIM_PATH } from './scim/path-of-scim.ts'

/**
 * Provisioning keys. One works at a time; the one before it goes on for some days, so that the provider can be told
 * meanwhile. A key is no one's: it keeps working when the admin who made it leaves.
 */

/** Makes a key recognizable when it turns up in a log or a repository. */
const KEY_START = 'olp_'
const PREFIX_LENGTH = 10
const DAY_MS = 24 * 60 * 60 * 1000

const instantOf = (ms: number): string => new Date(ms).toISOString()
const endpointOf = ({ origin }: StaffContext): string => `${origin}${SCIM_PATH}`

/** Those that work, and some that ended lately. */
const MOST_SHOWN = 10
const KEY = columns(
  select(provisioningKeys, 'k', [
    'id',
    'prefix',
    'createdAt',
    'lastUsedAt',
    'endsAt',
    'lastError',
    'lastErrorAt',
    'version',
  ]),
  computed<{ createdBy: string | null }>({
    createdBy: memberNameSql('k.company_id', 'k.created_by_user_id'),
  }),
)
const WORKING = typed`SELECT ${KEY} FROM provisioning_keys k WHERE k.company_id = ?1 AND k.revoked_at IS NULL
   AND coalesce(k.ends_at, ?2 + 1) > ?2 ORDER BY k.created_at DESC LIMIT ${MOST_SHOWN}`

export const readProvisioning = query({
  id: 'provisioning.get',
  access: 'api-keys.manage',
  input: inputOf(endpoints.getProvisioning),
  run: async (context) => {
    const { db, actor, clock } = context
    const [{ results: rows }, { results: joining }] = await db.readBatch([
      db.sql(WORKING, actor.companyId, clock.now()),
      joiningStatement(db, actor.companyId),
    ])
    return {
      newPeople: newPeopleOf(joining[0]),
      endpoint: endpointOf(context),
      keys: rows.map((row) => ({
        id: row.id,
        prefix: row.prefix,
        createdAt: instantOf(row.createdAt),
        createdBy: row.createdBy ?? '',
        lastUsed: row.lastUsedAt === null ? null : instantOf(row.lastUsedAt),
        endsAt: row.endsAt === null ? null : instantOf(row.endsAt),
        lastError:
          row.lastError === null || row.lastErrorAt === null
            ? null
            : { text: row.lastError, at: instantOf(row.lastErrorAt) },
      })),
    }
  },
})

const audit = (
  { actor }: StaffContext,
  id: string,
  version: number,
  verb: string,
  message: string,
  changeData: object,
) => ({
  changeKey: `provisioning-key:${id}:v${version}`,
  action: `company.provisioning-key-${verb}`,
  targetType: 'COMPANY' as const,
  targetId: actor.companyId,
  message,
  changeData,
})

/** Can't be repeated by its command id, because the key isn't stored and a second answer couldn't contain it. */
export const createKey = command({
  id: 'provisioning.create-key',
  access: 'api-keys.manage',
  freshFactor: true,
  idempotency: 'none',
  input: inputOf(endpoints.createProvisioningKey),
  run: async (context, { overlapDays }) => {
    const { db, actor, env, clock } = context
    const id = context.newId()
    const key = `${KEY_START}${secretOfCell(env, newSecret())}`
    const prefix = key.slice(0, PREFIX_LENGTH)
    const now = clock.now()
    return commit(context, {
      subject: 'The provisioning key',
      statements: [
        db.sql(
          `UPDATE provisioning_keys SET ends_at = min(coalesce(ends_at, ?2), ?2), version = version + 1
            WHERE company_id = ?1 AND revoked_at IS NULL`,
          actor.companyId,
          now + overlapDays * DAY_MS,
        ),
        insertRow(db, provisioningKeys, {
          id,
          companyId: actor.companyId,
          prefix,
          keyHash: sha256Hex(key),
          createdByUserId: actor.userId,
          createdAt: now,
        }),
      ],
      audit: [
        audit(context, id, 1, 'created', 'Created a key for provisioning by an identity provider', {
          after: { prefix, overlapDays },
        }),
      ],
      result: { id, key, endpoint: endpointOf(context) },
    })
  },
})

const ONE = typed`SELECT ${select(provisioningKeys, 'k', ['prefix', 'version'])} FROM provisioning_keys k
  WHERE k.id = ? AND k.company_id = ? AND k.revoked_at IS NULL`

/** Takes effect with the next call. Throws NOT_FOUND. */
export const revokeKey = command({
  id: 'provisioning.revoke-key',
  access: 'api-keys.manage',
  freshFactor: true,
  input: inputOf(endpoints.revokeProvisioningKey),
  run: async (context, { keyId }) => {
    const { db, actor, clock } = context
    const found = await db.first(db.sql(ONE, keyId, actor.companyId))
    if (!found) throw notFound('The provisioning key')
    return commit(context, {
      subject: 'The provisioning key',
      statements: [
        ...updateRow(
          db,
          provisioningKeys,
          { id: keyId, companyId: actor.companyId, version: found.version },
          { revokedAt: clock.now() },
        ),
      ],
      audit: [
        audit(context, keyId, found.version + 1, 'revoked', `Revoked the provisioning key ${found.prefix}…`, {
          before: { prefix: found.prefix },
        }),
      ],
      result: null,
    })
  },
})
