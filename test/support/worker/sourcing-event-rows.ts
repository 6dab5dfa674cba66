import { env } from 'cloudflare:workers'
import { newId } from '../../../worker/core/clock.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'
import { encrypt, newKey, toBase64 } from '../../../worker/objects/sourcing-seal/cipher.ts'
import { sealOf } from '../../../worker/objects/sourcing-seal/client.ts'
import { run } from './sessions.ts'

/** Events in any state, as their rows and their object have them. */

export const EVENT_TITLE = 'Machined parts'
const DAY_MS = 24 * 3_600_000

interface EventOf {
  companyId: string
  ownerId: string
  reviewerId: string
  status: 'DRAFT' | 'OPEN' | 'OPENED'
}

/** An event with one criterion. */
export const insertEvent = async ({ companyId, ownerId, reviewerId, status }: EventOf): Promise<string> => {
  const id = newId()
  const deadline = Date.now() + DAY_MS
  const isOpened = status === 'OPENED'
  await run(
    `INSERT INTO sourcing_events (id, company_id, title, description, form, status, deadline, criteria, exchange,
                                  opened_at, created_by_user_id, created_at, updated_at)
     VALUES (?1, ?2, ?3, '', '{"steps":[]}', ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10)`,
    ...[id, companyId, EVENT_TITLE, status, deadline],
    JSON.stringify([{ id: 'quality', label: 'Quality', description: '', weight: 100 }]),
    isOpened ? '{"currency":"USD","allowsOthers":false,"rates":[]}' : null,
    ...[isOpened ? Date.now() : null, ownerId, Date.now()],
  )
  for (const [userId, isOwner] of [
    [ownerId, 1],
    [reviewerId, 0],
  ] as const)
    await run(
      `INSERT INTO sourcing_event_people (company_id, event_id, user_id, is_owner, is_reviewer, created_at, deadline)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[companyId, id, userId, isOwner, 1 - isOwner, Date.now(), deadline],
    )
  if (status === 'OPEN')
    await sealOf(env, companyId, id).begin({ companyId, eventId: id, title: EVENT_TITLE, deadline })
  return id
}

export interface InsertedBidder {
  id: string
  token: string
}

/** Someone with a link. In an opened event with a bid. */
export const insertBidder = async (
  companyId: string,
  eventId: string,
  status: EventOf['status'],
): Promise<InsertedBidder> => {
  const id = newId()
  const token = `${companyId}.${newId()}`
  const isOpened = status === 'OPENED'
  const content = {
    price: { value: 5000, currency: 'USD' },
    leadTimeDays: 5,
    remark: '',
    answers: [],
    fileIds: [],
    files: [],
  }
  await run(
    `INSERT INTO sourcing_bidders (id, company_id, event_id, name, email, status, token_hash, invited_at, submitted_at,
                                   content, created_at)
     VALUES (?1, ?2, ?3, 'Acme', ?4, ?5, ?6, ?7, ?8, ?9, ?10)`,
    ...[id, companyId, eventId, `${id}@bidders.test`, isOpened ? 'SUBMITTED' : 'INVITED'],
    ...[status === 'DRAFT' ? null : sha256Hex(token), status === 'DRAFT' ? null : 1, isOpened ? 1 : null],
    ...[isOpened ? JSON.stringify(content) : null, Date.now()],
  )
  if (status === 'OPEN') await sealOf(env, companyId, eventId).admit({ [id]: sha256Hex(token) })
  return { id, token }
}

export const insertQuestion = async (companyId: string, eventId: string): Promise<string> => {
  const id = newId()
  await run(
    `INSERT INTO sourcing_questions (id, company_id, event_id, question, created_at) VALUES (?, ?, ?, 'Why?', 1)`,
    ...[id, companyId, eventId],
  )
  return id
}

/** A file of an opened bid. */
export const insertFile = async (companyId: string, eventId: string, bidderId: string): Promise<string> => {
  const id = newId()
  const key = newKey()
  const storageKey = `sealed-bids/${companyId}/${eventId}/${id}`
  await env.DOCUMENTS.put(storageKey, await encrypt(key, new TextEncoder().encode('%PDF'), [companyId, eventId, id]))
  const details = { name: 'offer.pdf', mimeType: 'application/pdf', size: 4, key: toBase64(key) }
  await run(
    `INSERT INTO sourcing_bid_files (id, company_id, event_id, bidder_id, storage_key, sealed, content, created_at)
     VALUES (?, ?, ?, ?, ?, '', ?, 1)`,
    ...[id, companyId, eventId, bidderId, storageKey, JSON.stringify(details)],
  )
  return id
}
