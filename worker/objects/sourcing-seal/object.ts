import { DurableObject } from 'cloudflare:workers'
import { auditStatement } from '../../core/audit.ts'
import { envOfCompany } from '../../core/cells.ts'
import { type Clock, newId, systemClock } from '../../core/clock.ts'
import { sha256Hex } from '../../core/hash.ts'
import { currentKeyId, type Sealed, seal, unseal } from '../../core/vault.ts'
import type { Env } from '../../env.ts'
import { decryptText, encryptText, newKey, ofBase64, toBase64 } from './cipher.ts'

/** What of a bidder's is sealed: the submitted bid, the draft of it, or a file's details with its key. */
export type Part = 'bid' | 'draft' | `file:${string}`

export interface SealedPart {
  bidderId: string
  part: Part
  sealed: string
}

/** Who asks for bids. Null for the job that opens them when it is time. */
export interface Asker {
  userId: string
  impersonatorUserId: string | null
  apiKeyId: string | null
}

/** Refusals are answers, because the runtime reports a rejection that leaves an object. */
export type Refusal = 'NO_SEAL' | 'CLOSED' | 'NOT_ADMITTED' | 'STILL_SEALED' | 'NOT_LATER'
export type Answer<T> = ({ refused: null } & T) | { refused: Refusal }

interface Seal {
  companyId: string
  eventId: string
  title: string
  deadline: number
  /** The event's key, encrypted with the Worker's. */
  key: Sealed
}

const SEAL = 'seal'
const bidderKey = (bidderId: string) => `bidder:${bidderId}`
const MINUTE_MS = 60_000
const refuse = (refused: Refusal) => ({ refused })

/**
 * Keeps the bids of one sourcing event closed until its deadline. The key is made here, never leaves, and is destroyed
 * after the bids were opened. Everything outside, the database and file storage included, has ciphertext only.
 *
 * - Nothing is decrypted for the company before the deadline by this object's clock and its own copy of the deadline,
 *   which can only move later. Changing rows of the database changes neither. Each attempt is in the audit log.
 * - A bidder reads and replaces their own bid with the secret of their link, of which only a hash is kept.
 * - A part is bound to its company, event, bidder and kind. One that was copied to another bidder, or changed, can't be
 *   opened, and the event says so.
 * - Protected against: readers of the database, its backups, file storage or this object's storage (its key is
 *   encrypted with the Worker's), and admins, who have no operation that gets around this.
 * - Not protected against: someone who can deploy other code to the Worker, someone who reads a bidder's mailbox, and
 *   deleted rows: the log shows only that a bid was submitted. Who bid, when, and how long a bid is isn't secret.
 */
export class SealObject extends DurableObject<Env> {
  protected clock: Clock = systemClock

  /** Makes the key. Repeating it for the same event moves nothing. */
  async begin(input: {
    companyId: string
    eventId: string
    title: string
    deadline: number
  }): Promise<Answer<{ keyId: string }>> {
    const known = await this.#seal()
    if (known) return { refused: null, keyId: known.key.keyId }
    if (input.deadline <= this.clock.now()) return refuse('CLOSED')
    const key = await seal(this.env, toBase64(newKey()), placeOf(input))
    await this.ctx.storage.put<Seal>(SEAL, { ...input, key })
    return { refused: null, keyId: key.keyId }
  }

  /** Refused once the deadline has passed, and for an earlier one. The same one again is a retry. */
  async postpone(deadline: number): Promise<Answer<object>> {
    const known = await this.#seal()
    if (!known) return refuse('NO_SEAL')
    if (known.deadline === deadline) return { refused: null }
    if (known.deadline <= this.clock.now()) return refuse('CLOSED')
    if (deadline < known.deadline) return refuse('NOT_LATER')
    await this.ctx.storage.put<Seal>(SEAL, { ...known, deadline })
    return { refused: null }
  }

  /** @param tokenHashes of the bidders' links. Null ends what a bidder may do. */
  async admit(tokenHashes: Record<string, string | null>): Promise<Answer<object>> {
    if (!(await this.#seal())) return refuse('NO_SEAL')
    for (const [bidderId, hash] of Object.entries(tokenHashes)) {
      if (hash) await this.ctx.storage.put(bidderKey(bidderId), hash)
      else await this.ctx.storage.delete(bidderKey(bidderId))
    }
    return { refused: null }
  }

  /** For the bidder with this link, before the deadline. */
  async close(
    bidderId: string,
    token: string,
    parts: { part: Part; text: string }[],
  ): Promise<Answer<{ sealed: string[] }>> {
    const opened = await this.#own(bidderId, token)
    if (opened.refused) return opened
    const { known, key } = opened
    if (known.deadline <= this.clock.now()) return refuse('CLOSED')
    const sealed = await Promise.all(
      parts.map(({ part, text }) => encryptText(key, text, partPlace(known, bidderId, part))),
    )
    return { refused: null, sealed }
  }

  /** For the bidder with this link: their own parts. Null for one that can't be opened. */
  async readOwn(
    bidderId: string,
    token: string,
    parts: Omit<SealedPart, 'bidderId'>[],
  ): Promise<Answer<{ texts: (string | null)[] }>> {
    const opened = await this.#own(bidderId, token)
    if (opened.refused) return opened
    const { known, key } = opened
    const texts = parts.map(({ part, sealed }) => this.#text(key, known, { bidderId, part, sealed }))
    return { refused: null, texts: await Promise.all(texts) }
  }

  /** For the company, after the deadline. Before, it is refused and in the audit log, once a minute for each asker. */
  async open(asker: Asker | null, parts: SealedPart[]): Promise<Answer<{ texts: (string | null)[] }>> {
    const known = await this.#seal()
    if (!known) return refuse('NO_SEAL')
    if (this.clock.now() < known.deadline) {
      if (asker) await this.#record(known, asker)
      return refuse('STILL_SEALED')
    }
    const key = await this.#key(known)
    return { refused: null, texts: await Promise.all(parts.map((part) => this.#text(key, known, part))) }
  }

  /** The deadline that counts. Null without a key. */
  async deadline(): Promise<number | null> {
    return (await this.#seal())?.deadline ?? null
  }

  /** Encrypts the key with the Worker's current one. */
  async reseal(): Promise<Answer<{ keyId: string }>> {
    const known = await this.#seal()
    if (!known) return refuse('NO_SEAL')
    if (known.key.keyId === currentKeyId(this.env)) return { refused: null, keyId: known.key.keyId }
    const key = await seal(this.env, await unseal(this.env, known.key, placeOf(known)), placeOf(known))
    await this.ctx.storage.put<Seal>(SEAL, { ...known, key })
    return { refused: null, keyId: key.keyId }
  }

  /** Destroys the key. What was never submitted, or belongs to a canceled event, can't be read by anyone then. */
  async destroy(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }

  #seal(): Promise<Seal | undefined> {
    return this.ctx.storage.get<Seal>(SEAL)
  }

  async #key(known: Seal) {
    return ofBase64(await unseal(this.env, known.key, placeOf(known)))
  }

  async #own(bidderId: string, token: string) {
    const [known, hash] = await Promise.all([this.#seal(), this.ctx.storage.get<string>(bidderKey(bidderId))])
    if (!known) return { refused: 'NO_SEAL' as const }
    if (!hash || hash !== sha256Hex(token)) return { refused: 'NOT_ADMITTED' as const }
    return { refused: null, known, key: await this.#key(known) }
  }

  #text(key: Awaited<ReturnType<typeof ofBase64>>, known: Seal, { bidderId, part, sealed }: SealedPart) {
    return decryptText(key, sealed, partPlace(known, bidderId, part)).catch(() => null)
  }

  /** Written before the answer goes out. */
  async #record({ companyId, eventId, title }: Seal, asker: Asker): Promise<void> {
    const now = this.clock.now()
    const { DB } = await envOfCompany(this.env, companyId)
    const minute = Math.floor(now / MINUTE_MS)
    await auditStatement(
      DB,
      [
        {
          changeKey: `sourcing-event:${eventId}:early:${asker.userId}:${asker.impersonatorUserId ?? ''}:${minute}`,
          companyId,
          actorUserId: asker.userId,
          impersonatorUserId: asker.impersonatorUserId,
          ...(asker.apiKeyId && { apiKeyId: asker.apiKeyId }),
          action: 'sourcing-event.early-read-refused',
          targetType: 'SOURCING_EVENT',
          targetId: eventId,
          message: `Tried to read the bids of ${title} before the deadline. This was refused`,
          changeData: { attempt: newId(now) },
          occurredAt: now,
        },
      ],
      'ignore',
    ).run()
  }
}

const placeOf = ({ companyId, eventId }: { companyId: string; eventId: string }) =>
  [companyId, 'sourcing-event', eventId] as const
const partPlace = ({ companyId, eventId }: Seal, bidderId: string, part: Part) => [companyId, eventId, bidderId, part]
