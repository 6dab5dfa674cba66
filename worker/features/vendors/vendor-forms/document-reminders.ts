import { ASK_DAYS, type DocumentKind, KIND_WORDS } from '../../../../schema/documents/documents/expiry.ts'
import { addDays, dayIn } from '../../../../schema/shared/calendar.ts'
import { livesHere } from '../../../core/cells.ts'
import { type OutboxRow, outboxStatement } from '../../../core/outbox.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { type FormLink, newLink } from './link-token.ts'

/**
 * The cron part of documents that expire: a month before, the vendor is asked for a new one, and once they have expired
 * the company hears of it. Both are noted in the batch that puts the emails into the outbox, so that each goes out once.
 * Days are those of the member who sent the form.
 */

const HOUR_MS = 60 * 60 * 1000
/** The first place where a day begins is this far ahead of UTC. */
const EARLIEST_MS = 14 * HOUR_MS
const MOST = 200

interface DueRow {
  id: string
  companyId: string
  expiresOn: string
  kind: DocumentKind
  formId: string
  recipient: string
  timeZone: string | null
  vendorId: string
  vendorName: string
  ownerIds: string
  /** 0 if the company has deleted the document, the form or the vendor, or no longer has vendor forms. */
  isThere: number
}

const due = (index: 'asking' | 'expiring', settled: string): string => `
SELECT x.document_id AS id, x.company_id AS companyId, x.expires_on AS expiresOn, x.kind, i.id AS formId, i.recipient,
       u.timezone AS timeZone, v.id AS vendorId, v.name AS vendorName, v.owner_ids AS ownerIds,
       d.deleted_at IS NULL AND i.deleted_at IS NULL AND v.id IS NOT NULL AND o.flags ->> 'enableVendorIntake' = 1 AS isThere
  FROM vendor_documents x INDEXED BY vendor_documents_${index}
 CROSS JOIN vendor_form_invitations i ON i.id = x.vendor_form_id
 CROSS JOIN documents d ON d.id = x.document_id
 CROSS JOIN companies o ON o.id = x.company_id
  LEFT JOIN users u ON u.id = i.owner_user_id
  LEFT JOIN vendors v ON v.id = i.vendor_id AND v.company_id = i.company_id
 WHERE x.given_at IS NOT NULL AND x.replaced_at IS NULL AND x.${settled} IS NULL AND x.expires_on IS NOT NULL
   AND x.expires_on <= ?1 AND ${livesHere('x.company_id')} ORDER BY x.expires_on, x.document_id LIMIT ${MOST}`

const ASKING = due('asking', 'asked_at')
const EXPIRING = due('expiring', 'expired_at')

const settle = (db: OutboxContext['db'], column: string, now: number, rows: readonly DueRow[]): D1PreparedStatement =>
  db.sql(
    `UPDATE vendor_documents SET ${column} = ?1
      WHERE document_id IN (SELECT value FROM json_each(?2)) AND ${column} IS NULL`,
    now,
    JSON.stringify(rows.map(({ id }) => id)),
  )

/** Asks vendors for new versions. A form by link gets a new link, which also opens it again. */
const askForNew = async ({ db, env, clock }: OutboxContext): Promise<number> => {
  const now = clock.now()
  const found = await db.all<DueRow>(db.sql(ASKING, addDays(dayIn(null, now + EARLIEST_MS), ASK_DAYS)))
  const rows = found.filter(({ expiresOn, timeZone }) => expiresOn <= addDays(dayIn(timeZone, now), ASK_DAYS))
  if (rows.length === 0) return 0
  const wanted = rows.filter(({ isThere }) => isThere === 1)
  const links = new Map<string, FormLink>()
  for (const { formId, recipient } of wanted)
    if (recipient === 'EMAIL' && !links.has(formId)) links.set(formId, newLink({ env, clock }))
  const mails = wanted.map(
    ({ id, companyId, expiresOn, formId }): OutboxRow<'vendor-document.expiring'> => ({
      id: `vendor-document:${id}:${expiresOn}:ask`,
      companyId,
      topic: 'vendor-document.expiring',
      payload: { documentId: id, token: links.get(formId)?.token ?? null },
      createdAt: now,
    }),
  )
  const idsOf = (formId: string): string =>
    JSON.stringify(rows.filter((row) => row.formId === formId).map(({ id }) => id))
  await db.batch([
    // Only while none of its documents was asked for by another run, whose link is in its email.
    ...[...links].map(([formId, { hash, expiresAt }]) =>
      db.sql(
        `UPDATE vendor_form_invitations SET token_hash = ?1, expires_at = ?2
          WHERE id = ?3 AND NOT EXISTS (SELECT 1 FROM vendor_documents x
            WHERE x.document_id IN (SELECT value FROM json_each(?4)) AND x.asked_at IS NOT NULL)`,
        ...[hash, expiresAt, formId, idsOf(formId)],
      ),
    ),
    outboxStatement(db, mails),
    settle(db, 'asked_at', now, rows),
  ])
  return rows.length
}

/** Tells the company of what has expired. */
const tellOfExpired = async ({ db, clock }: OutboxContext): Promise<number> => {
  const now = clock.now()
  const found = await db.all<DueRow>(db.sql(EXPIRING, dayIn(null, now + EARLIEST_MS)))
  const rows = found.filter(({ expiresOn, timeZone }) => expiresOn < dayIn(timeZone, now))
  if (rows.length === 0) return 0
  const news = rows
    .filter(({ isThere }) => isThere === 1)
    .map(
      ({ id, companyId, expiresOn, kind, vendorId, vendorName, ownerIds }): OutboxRow<'vendor.notify'> => ({
        id: `vendor-document:${id}:${expiresOn}:expired`,
        companyId,
        topic: 'vendor.notify',
        payload: {
          event: { kind: 'DOCUMENT_EXPIRED', document: KIND_WORDS[kind], expiresOn },
          vendors: [{ id: vendorId, name: vendorName, ownerIds: JSON.parse(ownerIds) as string[] }],
          by: { userId: '', name: 'Outlay' },
        },
        createdAt: now,
      }),
    )
  await db.batch([outboxStatement(db, news), settle(db, 'expired_at', now, rows)])
  return rows.length
}

/** @returns how many documents were settled */
export const remindOfDocuments = async (context: OutboxContext): Promise<number> =>
  (await askForNew(context)) + (await tellOfExpired(context))
