import { z } from 'zod'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { livesHere } from '../../../core/cells.ts'
import type { Database } from '../../../core/database.ts'
import { canonicalJson } from '../../../core/hash.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import type { Env } from '../../../env.ts'
import { hashText } from './chain.ts'
import type { CheckedHead } from './chain-report.ts'
import { type Signer, signerOf, verifierOf } from './head-keys.ts'

/**
 * The head of a chain, signed once a day: the number of entries and the hash of them all. Invariant: before it is
 * written to the database, it is stored where the database's owner can't rewrite it (a bucket with a retention lock,
 * and the auditors' mailboxes).
 */
const signedHead = z.object({
  companyId: z.string(),
  /** UTC. */
  day: z.string(),
  sequence: z.coerce.number().int(),
  auditId: z.coerce.number().int(),
  hash: z.string(),
  signedAt: z.string(),
  keyId: z.string(),
  signature: z.string(),
})
export type SignedHead = z.infer<typeof signedHead>

/** The signed text. Never change it, because old heads would no longer verify. */
export const signedText = ({ signature: _, ...head }: Omit<SignedHead, 'signature'> & { signature?: string }): string =>
  canonicalJson({ what: 'outlay-audit-head', ...head })

const keyOf = (companyId: string, day: string): string => `heads/${companyId}/${day}.json`

const AT_ONCE = 50

interface Due {
  companyId: string
  sequence: number
  auditId: number
  hash: string
  recipients: number
}

/** Signs the heads of the day, some companies at a time. Called every minute, with work to do after midnight (UTC). */
export const signHeads = async (context: OutboxContext): Promise<number> => {
  const { db, env, clock } = context
  const signer = await signerOf(env.OUTLAY_AUDIT_KEYS)
  if (!signer) return 0
  const signedAt = new Date(clock.now()).toISOString()
  const day = utcDayOf(clock.now())
  const due = await db.all<Due>(
    db.sql(
      `SELECT c.id AS companyId, s.sequence, s.audit_id AS auditId, ${hashText('s.hash')} AS hash, c.recipients
         FROM (SELECT id, json_array_length(audit_recipients) AS recipients FROM companies
               UNION ALL SELECT id, 0 FROM vendor_companies) c
         JOIN audit_seals s ON s.company_id = c.id
          AND s.sequence = (SELECT MAX(sequence) FROM audit_seals WHERE company_id = c.id)
        WHERE NOT EXISTS (SELECT 1 FROM audit_heads h WHERE h.company_id = c.id AND h.day = ?1)
          AND ${livesHere('c.id')} LIMIT ${AT_ONCE}`,
      day,
    ),
  )
  for (const { recipients, ...chain } of due) {
    const head = await keep(env, signer, { ...chain, day, signedAt })
    const mail = {
      id: `audit-head:${head.companyId}:${day}`,
      companyId: head.companyId,
      topic: 'audit.head-mail' as const,
      payload: { day },
      createdAt: clock.now(),
    }
    await db.batch([headStatement(db, head), ...(recipients > 0 ? [outboxStatement(db, [mail])] : [])])
    if (recipients > 0) await nudgeOutbox(env, [mail])
  }
  return due.length
}

/** Puts a head into the bucket. If there already is one for that day, it stays and counts. */
const keep = async (env: Env, signer: Signer, chain: Omit<SignedHead, 'keyId' | 'signature'>): Promise<SignedHead> => {
  const unsigned = { ...chain, keyId: signer.keyId }
  const head = { ...unsigned, signature: await signer.sign(signedText(unsigned)) }
  if (!env.AUDIT_HEADS) return head
  const key = keyOf(chain.companyId, chain.day)
  const stored = await env.AUDIT_HEADS.put(key, `${JSON.stringify(head, null, 2)}\n`, {
    httpMetadata: { contentType: 'application/json' },
    // Listed without opening each one.
    customMetadata: { head: JSON.stringify(head) },
    onlyIf: new Headers({ 'If-None-Match': '*' }),
  })
  if (stored) return head
  const there = await env.AUDIT_HEADS.get(key)
  return there ? signedHead.parse(await there.json()) : head
}

const headStatement = (db: Pick<Database, 'sql'>, head: SignedHead): D1PreparedStatement =>
  db.sql(
    `INSERT OR IGNORE INTO audit_heads (company_id, day, sequence, audit_id, hash, signed_at, key_id, signature)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    head.companyId,
    head.day,
    head.sequence,
    head.auditId,
    head.hash,
    head.signedAt,
    head.keyId,
    head.signature,
  )

/** The heads in the database. */
export const storedHeads = (db: Pick<Database, 'all' | 'sql'>, companyId: string): Promise<SignedHead[]> =>
  db.all<SignedHead>(
    db.sql(
      `SELECT company_id AS companyId, day, sequence, audit_id AS auditId, hash, signed_at AS signedAt,
              key_id AS keyId, signature
         FROM audit_heads WHERE company_id = ? ORDER BY day`,
      companyId,
    ),
  )

/** A head that someone kept. Null if the text isn't one. */
export const readHead = (text: string): SignedHead | null => {
  try {
    return signedHead.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The heads in the bucket, which can be more than the database still has. */
export const keptHeads = async (env: Pick<Env, 'AUDIT_HEADS'>, companyId: string): Promise<SignedHead[]> => {
  const heads: SignedHead[] = []
  if (!env.AUDIT_HEADS) return heads
  for (let cursor: string | undefined; ; ) {
    const page = await env.AUDIT_HEADS.list({
      prefix: `heads/${companyId}/`,
      include: ['customMetadata'],
      ...(cursor && { cursor }),
    })
    for (const { customMetadata } of page.objects) {
      const head = readHead(customMetadata?.head ?? '')
      if (head) heads.push(head)
    }
    if (!page.truncated) return heads
    cursor = page.cursor
  }
}

/** Heads from the database and from where they are kept, each once, and whether their signatures are valid. */
export const checkHeads = async (
  keys: string | undefined,
  stored: readonly SignedHead[],
  kept: readonly SignedHead[],
): Promise<CheckedHead[]> => {
  const verify = await verifierOf(keys)
  const keptSignatures = new Set(kept.map(({ signature }) => signature))
  const all = [...kept, ...stored.filter(({ signature }) => !keptSignatures.has(signature))]
  return Promise.all(
    all.map(async (head) => ({
      ...head,
      isKeptElsewhere: keptSignatures.has(head.signature),
      verdict: await verify(head.keyId, signedText(head), head.signature),
    })),
  )
}
