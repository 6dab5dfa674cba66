import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { Bid } from '../../../../schema/requests/sourcing-events/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { type CompanyFlag, readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { livesHere } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { errorText } from '../../../core/log.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { currentKeyId } from '../../../core/vault.ts'
import { type SealedPart, sealOf } from '../../../objects/sourcing-seal/client.ts'
import { loadExchange } from '../../platform/currency-rates/index.ts'
import { fileIdsOf } from './bid.ts'
import type { FileDetails, OpenedContent } from './bidder.ts'
import { eventAudit, partAudit } from './load.ts'
import { NO_FORM } from './read.ts'

/** Opening bids at the deadline, and what follows from it. Run by the scheduled jobs. */

/** In one run. Those that can't be opened must not keep the others waiting. */
const MOST_DUE = 200
const AT_ONCE = 10

interface Due {
  id: string
  companyId: string
  title: string
  deadline: number
  version: number
  form: string | null
  currency: Currency
  flags: string
}

interface Bidder {
  id: string
  name: string
  sealedBid: string
}

interface File {
  id: string
  bidderId: string
  sealed: string
}

/** Opens what is due, oldest first. An event's object refuses until its own clock says so, then the next run tries. */
export const openDueEvents = async (context: SystemContext): Promise<void> => {
  const { db, clock, log } = context
  const due = await db.all<Due>(
    db.sql(
      `SELECT e.id, e.company_id AS companyId, e.title, e.deadline, e.version, e.form, o.currency, o.flags
         FROM sourcing_events e INDEXED BY sourcing_events_due JOIN companies o ON o.id = e.company_id
        WHERE e.status = 'OPEN' AND e.deadline <= ? AND ${livesHere('e.company_id')} ORDER BY e.deadline LIMIT ${MOST_DUE}`,
      clock.now(),
    ),
  )
  for (const event of due)
    await openEvent(context, event).catch((error) =>
      log.error('sourcing.not-opened', { eventId: event.id, error: errorText(error) }),
    )
}

const allowsCurrencies = (flags: string): boolean => readCompanyFlags(flags)['enableCurrencies' satisfies CompanyFlag]

const openEvent = async (context: SystemContext, event: Due): Promise<void> => {
  const { db, env, clock, log } = context
  const [bidderRows, fileRows] = await db.batch([
    db.sql(
      `SELECT id, name, sealed_bid AS sealedBid FROM sourcing_bidders
        WHERE company_id = ? AND event_id = ? AND status = 'SUBMITTED' AND sealed_bid IS NOT NULL ORDER BY created_at, id`,
      ...[event.companyId, event.id],
    ),
    db.sql(
      'SELECT id, bidder_id AS bidderId, sealed FROM sourcing_bid_files WHERE company_id = ? AND event_id = ?',
      ...[event.companyId, event.id],
    ),
  ])
  const bidders = (bidderRows?.results ?? []) as unknown as Bidder[]
  const files = ((fileRows?.results ?? []) as unknown as File[]).filter(({ bidderId }) =>
    bidders.some(({ id }) => id === bidderId),
  )
  const parts: SealedPart[] = [
    ...bidders.map(({ id, sealedBid }) => ({ bidderId: id, part: 'bid' as const, sealed: sealedBid })),
    ...files.map(({ id, bidderId, sealed }) => ({ bidderId, part: `file:${id}` as const, sealed })),
  ]
  const answer = await sealOf(env, event.companyId, event.id).open(null, parts)
  if (answer.refused === 'STILL_SEALED') return restoreDeadline(context, event)
  if (answer.refused !== null) {
    log.error('sourcing.not-opened', { eventId: event.id, error: answer.refused })
    return
  }
  const textOf = (bidderId: string, part: string) =>
    answer.texts[parts.findIndex((each) => each.bidderId === bidderId && each.part === part)] ?? null
  const form = event.form ? (JSON.parse(event.form) as FormDefinition) : NO_FORM
  const opened = bidders.map((bidder) => ({ ...bidder, content: textOf(bidder.id, 'bid') }))
  // Files that were left out of the submitted bid stay sealed for good.
  const submitted = new Set(
    opened.flatMap(({ content }) => (content ? fileIdsOf(form, JSON.parse(content) as Bid) : [])),
  )
  /** The bid with its files' names, so that reading bids reads nothing else. */
  const withFiles = (bidderId: string, content: string): string => {
    const own = files.filter((file) => file.bidderId === bidderId && submitted.has(file.id))
    const opens = own.flatMap(({ id }) => {
      const text = textOf(bidderId, `file:${id}`)
      if (text === null) return []
      const { name, mimeType, size } = JSON.parse(text) as FileDetails
      return [{ id, name, mimeType, size }]
    })
    return JSON.stringify({ ...(JSON.parse(content) as Bid), files: opens } satisfies OpenedContent)
  }
  const now = clock.now()
  const company = { id: event.companyId, currency: event.currency, allowsOthers: allowsCurrencies(event.flags) }
  const exchange = await loadExchange(db, company, now)
  const unreadable = opened.filter(({ content }) => content === null)
  await commit(context, {
    subject: 'The sourcing event',
    as: { companyId: event.companyId, userId: null },
    statements: [
      db.sql(
        `UPDATE sourcing_events SET status = 'OPENED', opened_at = ?4, exchange = ?5, version = version + 1, updated_at = ?4
          WHERE id = ?1 AND company_id = ?2 AND version = ?3 AND status = 'OPEN'`,
        ...[event.id, event.companyId, event.version, now, JSON.stringify(exchange)],
      ),
      guardOneRow(db),
      db.sql(
        'UPDATE sourcing_bidders SET sealed_draft = NULL WHERE company_id = ? AND event_id = ?',
        ...[event.companyId, event.id],
      ),
      ...opened.map(({ id, content }) =>
        db.sql(
          'UPDATE sourcing_bidders SET content = ?, is_unreadable = ? WHERE id = ? AND company_id = ?',
          ...[content && withFiles(id, content), Number(content === null), id, event.companyId],
        ),
      ),
      ...files
        .filter(({ id }) => submitted.has(id))
        .map(({ id, bidderId }) =>
          db.sql(
            'UPDATE sourcing_bid_files SET content = ? WHERE id = ? AND company_id = ?',
            ...[textOf(bidderId, `file:${id}`), id, event.companyId],
          ),
        ),
    ],
    audit: [
      eventAudit(
        { id: event.id, version: event.version + 1 },
        'opened',
        `The bids for ${event.title} were opened after the deadline: ${count(opened.length)}`,
        {
          after: {
            bids: opened.map(({ name }) => name).join(', '),
            ...(unreadable.length > 0 && { unreadable: unreadable.map(({ name }) => name).join(', ') }),
            // The same as when each was submitted.
            sealedSha256: Object.fromEntries(opened.map(({ id, sealedBid }) => [id, sha256Hex(sealedBid)])),
          },
        },
      ),
    ],
    outbox: [{ topic: 'sourcing-event.notify', payload: { eventId: event.id, kind: 'OPENED', userIds: null } }],
    result: null,
  })
}

/** The database has an earlier deadline than the event's object: a change that broke off, or that no one was allowed. */
const restoreDeadline = async (context: SystemContext, event: Due): Promise<void> => {
  const { db, env, newId } = context
  const deadline = await sealOf(env, event.companyId, event.id).deadline()
  if (deadline === null || deadline <= event.deadline) return
  const place = [event.companyId, event.id]
  await commit(context, {
    subject: 'The sourcing event',
    as: { companyId: event.companyId, userId: null },
    statements: [
      db.sql('UPDATE sourcing_events SET deadline = ? WHERE company_id = ? AND id = ?', deadline, ...place),
      db.sql('UPDATE sourcing_event_people SET deadline = ? WHERE company_id = ? AND event_id = ?', deadline, ...place),
    ],
    audit: [
      partAudit(
        event.id,
        `deadline:${newId()}`,
        'deadline-restored',
        `The deadline of ${event.title} was earlier in the database than the one that seals the bids, and was restored`,
        {
          before: { deadline: new Date(event.deadline).toISOString() },
          after: { deadline: new Date(deadline).toISOString() },
        },
      ),
    ],
    result: null,
  })
}

const count = (bids: number): string => `${bids} ${bids === 1 ? 'bid' : 'bids'}`

interface Keyed {
  id: string
  companyId: string
}

/** Destroys the keys of events that need none anymore, and encrypts the others with the Worker's current key. */
export const keepSealKeys = async ({ db, env }: SystemContext): Promise<void> => {
  const keyId = currentKeyId(env)
  const [ended, old] = await db.batch([
    db.sql(
      `SELECT id, company_id AS companyId FROM sourcing_events e INDEXED BY sourcing_events_keys
        WHERE seal_key_id IS NOT NULL AND status IN ('OPENED', 'AWARDED', 'CANCELLED')
          AND ${livesHere('e.company_id')} LIMIT ${AT_ONCE}`,
    ),
    db.sql(
      `SELECT id, company_id AS companyId FROM sourcing_events e INDEXED BY sourcing_events_keys
        WHERE seal_key_id IS NOT NULL AND status = 'OPEN' AND (seal_key_id < ?1 OR seal_key_id > ?1)
          AND ${livesHere('e.company_id')} LIMIT ${AT_ONCE}`,
      keyId,
    ),
  ])
  for (const { id, companyId } of (ended?.results ?? []) as unknown as Keyed[]) {
    await sealOf(env, companyId, id).destroy()
    await db.batch([
      db.sql(
        `UPDATE sourcing_events SET seal_key_id = NULL WHERE id = ? AND company_id = ? AND status <> 'OPEN'`,
        ...[id, companyId],
      ),
    ])
  }
  for (const { id, companyId } of (old?.results ?? []) as unknown as Keyed[]) {
    const answer = await sealOf(env, companyId, id).reseal()
    if (answer.refused !== null) continue
    await db.batch([
      db.sql(
        'UPDATE sourcing_events SET seal_key_id = ? WHERE id = ? AND company_id = ?',
        ...[answer.keyId, id, companyId],
      ),
    ])
  }
}
