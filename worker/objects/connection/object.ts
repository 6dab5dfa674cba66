import { DurableObject } from 'cloudflare:workers'
import { type AuditEntry, auditStatement } from '../../core/audit.ts'
import { envOfCell, FIRST_CELL } from '../../core/cells.ts'
import { type Clock, newId, systemClock } from '../../core/clock.ts'
import { credentialProvider } from '../../core/credential-providers.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { type Sealed, seal } from '../../core/vault.ts'
import type { Env } from '../../env.ts'
import { type CredentialName, type CredentialState, readCredential } from './credentials.ts'

export interface Replacement extends CredentialName {
  /** The caller's cell, which is the company's. */
  cell?: number
  /** The version that the caller used. If there is a newer one, nothing is replaced. */
  seenVersion: number
  commandId: string | null
  audit: Omit<AuditEntry, 'occurredAt' | 'changeKey' | 'companyId'> | null
  /** The new secret, if a person or the provider has just given it. Otherwise the provider's adapter renews it. */
  given?: string
}

/** Why it failed, since errors lose their class on their way out of an object. */
export interface Failed {
  failed: string
  /** Set if it was the provider that refused. */
  provider?: Pick<ProviderError, 'isFinal' | 'retryAfterMs' | 'reason'>
}

const failure = (error: unknown): Failed => ({
  failed: error instanceof Error ? error.message : String(error),
  ...(error instanceof ProviderError && {
    provider: { isFinal: error.isFinal, retryAfterMs: error.retryAfterMs, reason: error.reason },
  }),
})

const MINUTE_MS = 60_000
/** Calls end within a minute. A place whose caller died is free after this long. */
const PLACE_MS = 90_000
/** When a caller asks again while all places are taken. */
const TAKEN_MS = 250

/** How long to wait, and the place that the caller has meanwhile. Without one it asks again after the wait. */
export interface Permit {
  waitMs: number
  place: string | null
}

/** A provider's limits: calls in a minute, and at the same time. */
export interface CallLimits {
  perMinute: number
  atOnce: number
}

export interface Replaced extends CredentialState {
  /** Whether this call replaced it, now or when it was first made. Otherwise another one was faster. */
  isMine: boolean
}

/** A new credential on its way to the database, encrypted. */
interface Made extends CredentialName {
  version: number
  sealed: Sealed
  /** The one it replaces, which stays valid for a while. */
  before: Sealed | null
  validUntil: number
  at: number
  commandId: string | null
  audit: Replacement['audit']
}
const MADE = 'made'

/**
 * The lock of one company's credential of one provider. Providers that rotate tokens accept each refresh token once, so
 * two refreshes at the same moment would end the connection. Here the second one waits, and gets what the first one got. A
 * new token is stored here first, because a failing database must not lose the only copy.
 */
export class ConnectionObject extends DurableObject<Env> {
  protected clock: Clock = systemClock
  #last: Promise<unknown> = Promise.resolve()
  #nextCall = 0
  /** The calls that run, by when they must have ended. */
  readonly #places = new Map<string, number>()

  /** Answers why it failed instead of rejecting, because the runtime reports a rejection that leaves an object. */
  replace(input: Replacement): Promise<Replaced | Failed> {
    const mine = this.#last.then(() => this.#replace(input)).catch(failure)
    this.#last = mine
    return mine
  }

  /**
   * Keeps calls of the connection under the provider's limits, all runners together. Calls are spread over a tenth of a
   * minute, so that a pause doesn't let a whole minute's calls through at once.
   */
  permit({ perMinute, atOnce }: CallLimits): Permit {
    const now = this.clock.now()
    for (const [place, until] of this.#places) if (until <= now) this.#places.delete(place)
    if (this.#places.size >= atOnce) return { waitMs: TAKEN_MS, place: null }
    const spacing = MINUTE_MS / perMinute
    this.#nextCall = Math.max(this.#nextCall, now - MINUTE_MS / 10) + spacing
    const waitMs = Math.max(0, Math.ceil(this.#nextCall - now))
    const place = newId()
    this.#places.set(place, now + waitMs + PLACE_MS)
    return { waitMs, place }
  }

  /** The call has ended. */
  free(place: string): void {
    this.#places.delete(place)
  }

  async #replace(input: Replacement): Promise<Replaced> {
    const { companyId, provider, seenVersion, commandId, audit, given } = input
    const { ctx } = this
    const env = envOfCell(this.env, input.cell ?? FIRST_CELL)
    // The provider has given this one out, but it isn't in the database yet.
    const unwritten = await ctx.storage.get<Made>(MADE)
    if (unwritten) await this.#write(env, unwritten)
    const now = this.clock.now()
    const current = await readCredential(env, { companyId, provider }, now)
    const { version = 0, secrets: [before = null] = [] } = current ?? {}
    if (current && version > seenVersion) {
      const { replacedAt, oldValidUntil } = current
      return { version, replacedAt, oldValidUntil, isMine: commandId !== null && current.commandId === commandId }
    }
    const { renew, overlapMs } = credentialProvider(provider)
    const next = version + 1
    const made: Made = {
      ...{ companyId, provider, commandId, audit },
      version: next,
      sealed: await seal(env, given ?? (await renew(env, before)), [companyId, provider, next]),
      before: before === null ? null : await seal(env, before, [companyId, provider, version]),
      validUntil: now + overlapMs,
      at: now,
    }
    await ctx.storage.put(MADE, made)
    await this.#write(env, made)
    const oldValidUntil = made.before && overlapMs > 0 ? made.validUntil : null
    return { version: next, replacedAt: now, oldValidUntil, isMine: true }
  }

  /** All or nothing. Repeating it changes nothing. */
  async #write(
    { DB }: Env,
    { companyId, provider, version, sealed, before, validUntil, at, commandId, audit }: Made,
  ): Promise<void> {
    const row = (number: number, { keyId, sealed: text }: Sealed, until: number | null, command: string | null) =>
      DB.prepare(
        `INSERT INTO connection_credentials
           (company_id, provider, version, key_id, sealed, valid_until, replaced_at, command_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (company_id, provider, version) DO UPDATE SET valid_until = ?6`,
      ).bind(companyId, provider, number, keyId, text, until, at, command)
    const change = { changeKey: `credential:${provider}:${companyId}:v${version}`, companyId, occurredAt: at }
    await DB.batch([
      DB.prepare('DELETE FROM connection_credentials WHERE company_id = ? AND provider = ? AND version < ?').bind(
        ...[companyId, provider, version - 1],
      ),
      // The first one may not have a row yet.
      ...(before ? [row(version - 1, before, validUntil, null)] : []),
      row(version, sealed, null, commandId),
      ...(audit ? [auditStatement(DB, [{ ...audit, ...change }], 'ignore')] : []),
    ])
    await this.ctx.storage.delete(MADE)
  }
}
