import { REPLY_TAG } from '../../../../schema/documents/inbound-mail/values.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import { cellOfSecret, cellsOf, inCell, livesHere, secretOfCell } from '../../../core/cells.ts'
import { hmacHex, sha256Hex } from '../../../core/hash.ts'
import type { BaseContext } from '../../../core/operation.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import type { Env } from '../../../env.ts'

/**
 * The addresses that emails give for answers. Each belongs to one person and one thread, or to one object as long as
 * there is no thread. It is computed, so that further emails about the same have the same one.
 */

const KEPT_MS = 60 * 24 * 60 * 60 * 1000
/** 160 bits, so that the address stays below the 64 characters that come before the @. */
const SECRET_LENGTH = 40

/** An email that can be answered. */
export interface Answerable {
  companyId: string
  userId: string
  target: { type: Kind; id: string }
  threadId: string | null
}

const secretFor = async (env: Env, { companyId, userId, target, threadId }: Answerable): Promise<string> => {
  const about = [companyId, userId, target.type, target.id, threadId ?? ''].join('\n')
  return (await hmacHex(env.OUTLAY_SIGNING_KEY, `reply-address\n${about}`)).slice(0, SECRET_LENGTH)
}

const STORE = `INSERT INTO reply_addresses (token_hash, company_id, user_id, target_type, target_id, thread_id, expires_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, ?2 FROM json_each(?1) WHERE true
  ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at`

/** Which of these threads people outside read too. An answer from an email program should not go to them unnoticed. */
export const sharedThreadsStatement = (
  db: Pick<OutboxContext['db'], 'sql'>,
  threadIds: readonly string[],
): D1PreparedStatement =>
  db.sql(
    'SELECT t.id FROM json_each(?1) j CROSS JOIN threads t ON t.id = j.value WHERE t.shared_with_vendor = 1',
    JSON.stringify([...new Set(threadIds)]),
  )

interface Replies<A> {
  /** Missing where no email can be received, and for threads that people outside read too. */
  addresses: Map<A, string>
  /** Store the addresses. They must be written before the emails leave. */
  statements: D1PreparedStatement[]
}

/**
 * The address for answers of each email.
 * @param shared the threads that `sharedThreadsStatement` found
 */
export const composeReplies = async <A extends Answerable>(
  { env, db, clock }: Pick<OutboxContext, 'env' | 'db' | 'clock'>,
  emails: readonly A[],
  shared: ReadonlySet<string>,
): Promise<Replies<A>> => {
  const domain = env.OUTLAY_INBOUND_DOMAIN
  const answerable = domain ? emails.filter(({ threadId }) => threadId === null || !shared.has(threadId)) : []
  if (answerable.length === 0) return { addresses: new Map(), statements: [] }
  const offered = await Promise.all(answerable.map(async (email) => ({ email, secret: await secretFor(env, email) })))
  const rows = offered.map(({ email, secret }) => [
    ...[sha256Hex(secret), email.companyId, email.userId],
    ...[email.target.type, email.target.id, email.threadId],
  ])
  return {
    addresses: new Map(
      offered.map(({ email, secret }) => [email, `${REPLY_TAG}${secretOfCell(env, secret)}@${domain}`]),
    ),
    statements: [db.sql(STORE, JSON.stringify(rows), clock.now() + KEPT_MS)],
  }
}

/** The same, read and stored. The addresses are stored when this returns. */
export const offerReplies = async <A extends Answerable>(
  context: Pick<OutboxContext, 'env' | 'db' | 'clock'>,
  emails: readonly A[],
): Promise<Map<A, string>> => {
  if (!context.env.OUTLAY_INBOUND_DOMAIN || emails.length === 0) return new Map()
  const { db } = context
  const threadIds = emails.flatMap(({ threadId }) => threadId ?? [])
  const [threads] = threadIds.length > 0 ? await db.batch([sharedThreadsStatement(db, threadIds)]) : []
  const shared = new Set(threads?.results.map(({ id }) => String(id)))
  const { addresses, statements } = await composeReplies(context, emails, shared)
  if (statements.length > 0) await db.batch(statements)
  return addresses
}

export interface ReplyAddress {
  hash: string
  companyId: string
  userId: string
  targetType: Kind
  targetId: string
  threadId: string | null
}

const FIND = `SELECT token_hash AS hash, company_id AS companyId, user_id AS userId, target_type AS targetType,
    target_id AS targetId, thread_id AS threadId
  FROM reply_addresses r WHERE token_hash = ? AND expires_at > ? AND ${livesHere('r.company_id')}`

/**
 * Whose address it is, in the cell where it is. A company that has moved is found where it is now. Null for an address
 * that is unknown or has expired.
 */
export const findReplyAddress = async <C extends BaseContext>(
  context: C,
  token: string,
): Promise<{ context: C; address: ReplyAddress } | null> => {
  const hash = sha256Hex(token.slice(-SECRET_LENGTH))
  const named = inCell(context, cellOfSecret(token))
  const others = cellsOf(context.env).map((cell) => inCell(context, cell))
  for (const there of [named, ...others.filter(({ db }) => db !== named.db)]) {
    const address = await there.db.first<ReplyAddress>(there.db.sql(FIND, hash, context.clock.now()))
    if (address) return { context: there, address }
  }
  return null
}

/** Further answers go on in the thread that the first one started. */
export const keepThreadOf = async ({ db }: BaseContext, { hash }: ReplyAddress, threadId: string): Promise<void> => {
  await db.batch([
    db.sql('UPDATE reply_addresses SET thread_id = ? WHERE token_hash = ? AND thread_id IS NULL', threadId, hash),
  ])
}

export const forgetReplyAddresses = async ({ db, clock }: OutboxContext): Promise<void> => {
  await db.batch([db.sql('DELETE FROM reply_addresses WHERE expires_at < ?', clock.now())])
}
