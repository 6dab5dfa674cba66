/** @jsxImportSource hono/jsx */

import { dayText } from '../../../../schema/shared/calendar.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import type { VendorEvent, VendorNotification } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { isMutedSql, type Ring, ring, samplesStatement } from '../../platform/bell/index.ts'
import {
  byMailOf,
  Facts,
  keyOf,
  MailLayout,
  Paragraph,
  unsubscribeLine,
  unsubscribeUrls,
} from '../../platform/notifications/index.ts'

/** Notifications and emails about vendor events, by the company's vendor notification settings. */

interface Recipient {
  effectId: string
  userId: string
  email: string
  /** Notified about all vendors, not only their own. */
  hearsOfAll: number
  /** Otherwise only the bell tells them. */
  byMail: number
}

/**
 * ?1: the effects with their owners. Each person once, without the person who did it, disabled members, and people who
 * have muted the vendor. Without a settings row the defaults apply: admins, vendor admins and owners.
 */
const RECIPIENTS = `
WITH effects (id, company_id, by_id, vendor_id, admins, vendor_admins, owners, owner_ids, group_ids) AS MATERIALIZED (
  SELECT e.value ->> 'id', e.value ->> 'companyId', e.value ->> 'by', e.value ->> 'vendorId', COALESCE(c.send_to_admins, 1),
         COALESCE(c.send_to_vendor_admins, 1), COALESCE(c.send_to_vendor_owners, 1), e.value ->> 'ownerIds',
         COALESCE(c.group_ids, '[]')
    FROM json_each(?1) e
    LEFT JOIN vendor_notification_settings c ON c.company_id = e.value ->> 'companyId'),
told (effect_id, company_id, by_id, vendor_id, user_id, all_of_them) AS MATERIALIZED (
  SELECT e.id, e.company_id, e.by_id, e.vendor_id, m.user_id, 1
    FROM effects e CROSS JOIN company_memberships m INDEXED BY company_memberships_admins
      ON m.company_id = e.company_id AND m.has_admin_access = 1 AND m.disabled_at IS NULL
   WHERE e.admins = 1
  UNION ALL SELECT e.id, e.company_id, e.by_id, e.vendor_id, m.user_id, 1
    FROM effects e CROSS JOIN company_memberships m INDEXED BY company_memberships_vendor_admins
      ON m.company_id = e.company_id AND m.has_vendor_admin_access = 1 AND m.disabled_at IS NULL
   WHERE e.vendor_admins = 1
  UNION ALL SELECT e.id, e.company_id, e.by_id, e.vendor_id, g.user_id, 1
    FROM effects e CROSS JOIN json_each(e.group_ids) j
   CROSS JOIN group_members g ON g.company_id = e.company_id AND g.group_id = j.value
  UNION ALL SELECT e.id, e.company_id, e.by_id, e.vendor_id, j.value, 0
    FROM effects e CROSS JOIN json_each(e.owner_ids) j
   WHERE e.owners = 1)
SELECT t.effect_id AS effectId, u.id AS userId, u.email, max(t.all_of_them) AS hearsOfAll, ${byMailOf('VENDOR')} AS byMail
  FROM told t
 CROSS JOIN company_memberships m ON m.company_id = t.company_id AND m.user_id = t.user_id AND m.disabled_at IS NULL
 CROSS JOIN users u ON u.id = m.user_id
  LEFT JOIN notification_preferences p ON p.company_id = m.company_id AND p.user_id = m.user_id
  LEFT JOIN notification_settings n ON n.company_id = m.company_id
 WHERE t.user_id <> t.by_id AND NOT ${isMutedSql('t.company_id', 't.user_id', "'VENDOR'", 't.vendor_id')}
 GROUP BY t.effect_id, u.id`

const ownersOf = ({ event, vendors }: VendorNotification): string[] => [
  ...new Set([...('ownerIds' in event ? event.ownerIds : []), ...vendors.flatMap(({ ownerIds }) => ownerIds)]),
]

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const listed = (words: readonly string[]): string => new Intl.ListFormat('en-US').format(words)

/** What happened: to one vendor by name, or to several by number. */
const sentenceOf = (event: VendorEvent, what: string, by: string): string => {
  switch (event.kind) {
    case 'CREATED':
      return `${by} created ${what}.`
    case 'APPROVED':
      return `The request “${event.request}” was approved, so ${what} that it proposed was created.`
    case 'PROPOSED_AGAIN':
      return `The approved request “${event.request}” proposes ${event.proposed}, which may be ${what}, added meanwhile. Choose on the request whether it is the same.`
    case 'CHANGED':
      return `${by} changed the ${listed(event.fields)} of ${what}.`
    case 'ARCHIVED':
      return `${by} archived ${what}.`
    case 'UNARCHIVED':
      return `${by} unarchived ${what}.`
    case 'DELETED':
      return `${by} deleted ${what}.`
    case 'VERIFIED':
      return `${by} verified ${what} as ${withStop(event.businessName)}`
    case 'NOT_VERIFIED':
      return `${by} couldn’t verify ${what} as ${withStop(event.businessName)}`
    case 'PORTAL_ACCEPTED':
      return `${event.email} accepted the invitation to the vendor portal for ${what}.`
    case 'PORTAL_REJECTED':
      return `${event.email} rejected the invitation to the vendor portal for ${what}.`
    case 'DOCUMENT_RENEWED':
      return `${by} uploaded a new version of the ${event.document} of ${what}${event.expiresOn ? `, valid until ${dayText(event.expiresOn)}` : ''}.`
    case 'DOCUMENT_EXPIRED':
      return `The ${event.document} of ${what} expired on ${dayText(event.expiresOn ?? '')}. The vendor was asked for a new one.`
    case 'MERGED':
      return `${by} merged the vendor ${event.fromName} into ${what}.`
    case 'MERGE_UNDONE':
      return `${by} undid the merge of the vendor ${event.fromName} into ${what}.`
    case 'IMPORTED':
    case 'IMPORT_UNDONE': {
      const { created, changed, fileName } = event
      return event.kind === 'IMPORTED'
        ? `${by} imported vendors from ${fileName}: ${created} created, ${changed} changed.`
        : `${by} undid the import of vendors from ${fileName}: ${created} removed, ${changed} restored.`
    }
  }
}

const SUBJECTS: Record<VendorEvent['kind'], string> = {
  CREATED: 'Vendor created',
  APPROVED: 'Vendor created',
  PROPOSED_AGAIN: 'Is this the same vendor?',
  CHANGED: 'Vendor details changed',
  ARCHIVED: 'Vendor archived',
  UNARCHIVED: 'Vendor unarchived',
  DELETED: 'Vendor deleted',
  VERIFIED: 'Vendor verified',
  NOT_VERIFIED: 'Vendor not verified',
  PORTAL_ACCEPTED: 'Vendor joined the portal',
  PORTAL_REJECTED: 'Vendor declined the portal',
  DOCUMENT_RENEWED: 'Vendor document renewed',
  DOCUMENT_EXPIRED: 'Vendor document expired',
  MERGED: 'Vendors merged',
  MERGE_UNDONE: 'Vendor merge undone',
  IMPORTED: 'Vendors imported',
  IMPORT_UNDONE: 'Vendor import undone',
}

const tell = ({ event, by }: Pick<VendorNotification, 'event' | 'by'>, vendors: VendorNotification['vendors']) => {
  const [vendor, ...more] = vendors
  const one = vendor && more.length === 0 ? vendor : null
  const page = one && event.kind !== 'DELETED' ? one.id : null
  return {
    sentence: sentenceOf(event, one ? `the vendor ${one.name}` : counted(vendors.length, 'vendor'), by.name),
    about: one?.name ?? ('fileName' in event ? event.fileName : counted(vendors.length, 'vendor')),
    page,
    path: event.kind === 'PROPOSED_AGAIN' ? event.path : page ? hrefOf('VENDOR', page) : '/vendors',
    names: one ? [] : vendors.map(({ name }) => name),
  }
}

const compose = (
  event: VendorEvent,
  { sentence, about, page, path, names }: ReturnType<typeof tell>,
  origin: string,
  unsubscribeUrl: string | undefined,
) => {
  const url = `${origin}${path}`
  const action = event.kind === 'PROPOSED_AGAIN' ? 'Open request' : page ? 'Open vendor' : 'Open vendors'
  const html = String(
    <MailLayout
      title={about}
      preview={sentence}
      action={{ label: action, url }}
      footer="You got this email because your company sends you vendor notifications. An admin can change this."
      unsubscribeUrl={unsubscribeUrl}
    >
      <Paragraph>{sentence}</Paragraph>
      {names.length > 0 && <Facts rows={names.map((name, index) => [`${index + 1}.`, name])} />}
    </MailLayout>,
  )
  const text = [
    sentence,
    names.map((name) => `- ${name}`).join('\n'),
    `${action}: ${url}`,
    unsubscribeLine(unsubscribeUrl),
  ]
  return {
    subject: `${SUBJECTS[event.kind]}: ${about}`,
    html: `<!doctype html>${html}`,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    unsubscribeUrl,
  }
}

/** One notification, and one email, per person about one change. Their keys make a repeated delivery harmless. */
export const mailVendorNotifications: OutboxHandler<'vendor.notify'> = async ({ env, db, clock }, effects) => {
  const asked = effects.map(({ id, companyId, payload }) => ({
    id,
    companyId,
    by: payload.by.userId,
    ownerIds: ownersOf(payload),
    vendorId: payload.vendors.length === 1 ? payload.vendors[0]?.id : null,
  }))
  const [found, samples] = await db.batch([
    db.sql(RECIPIENTS, JSON.stringify(asked)),
    samplesStatement(
      db,
      effects.flatMap(({ companyId, payload }) => payload.vendors.map(({ id }) => ({ companyId, id }))),
    ),
  ])
  const recipientsBy = Map.groupBy((found?.results ?? []) as unknown as Recipient[], ({ effectId }) => effectId)
  const sampleKeys = new Set(samples?.results.map(({ companyId, id }) => keyOf(companyId, id)))
  const told = effects.flatMap(({ id, companyId, createdAt: at, payload }) => {
    const real = payload.vendors.filter((vendor) => !sampleKeys.has(keyOf(companyId, vendor.id)))
    if (payload.vendors.length > 0 && real.length === 0) return []
    return (recipientsBy.get(id) ?? []).map(({ userId, email, hearsOfAll, byMail }) => {
      const vendors = real.filter(({ ownerIds }) => hearsOfAll === 1 || ownerIds.includes(userId))
      return {
        ...{ id, companyId, at, userId, email, byMail, vendors },
        event: payload.event,
        words: tell(payload, vendors),
      }
    })
  })
  await ring(
    db,
    told.map(
      ({ id: key, companyId, at, userId, words: { page, about: title, sentence, path } }): Ring => ({
        ...{ key, companyId, at, userId, kind: 'VENDOR', sentence, path },
        target: page === null ? null : { type: 'VENDOR', id: page },
        ...(page === null && { title }),
      }),
    ),
  )
  const stops = await unsubscribeUrls(env, told, ({ companyId, userId }) => ({ companyId, userId, kind: 'VENDOR' }))
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const own = told.filter(({ id, byMail }) => id === effect.id && byMail === 1)
    const letters = own.map((one) => {
      const { id, userId, email, vendors, event, words } = one
      const threadKey = vendors.length === 1 && vendors[0] ? vendors[0].id : id
      return {
        key: `${id}:${userId}`,
        mail: { to: email, ...compose(event, words, env.OUTLAY_ORIGIN, stops.get(one)), threadKey },
      }
    })
    await post(effect, letters)
  }
}
