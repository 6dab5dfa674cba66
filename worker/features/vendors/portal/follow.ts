import { fullName } from '../../../../schema/shared/values.ts'
import { accountText, type PortalEvent, type PortalNews } from '../../../../schema/vendors/portal/news.ts'
import { inPlace, isLocked } from '../../../core/cells.ts'
import { type Change, commit } from '../../../core/commit.ts'
import type { SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'

/**
 * Brings what a vendor's people did to the customer's own cell: its history, its mails, and the copies of the vendor
 * company that its lists join with. The directory is what counts; this follows, however late or often it runs.
 */

interface Vendor {
  id: string
  name: string
}

/** The vendor itself, or the one that it was merged into. */
const SURVIVOR = `
WITH RECURSIVE kept (id) AS (
  SELECT ?2 UNION SELECT m.survivor_id FROM kept k JOIN vendor_merges m
    ON m.company_id = ?1 AND m.from_id = k.id AND m.undone_at IS NULL)
SELECT v.id, v.name FROM kept k CROSS JOIN vendors v ON v.id = k.id AND v.company_id = ?1 LIMIT 1`

const LINKED = `
SELECT v.id, v.name FROM vendor_company_customers k CROSS JOIN vendors v ON v.id = k.vendor_id AND v.company_id = k.company_id
 WHERE k.company_id = ?1 AND k.vendor_company_id = ?2`

/** News may arrive in another order than it happened. Before the connection is known here, the directory knows it. */
const vendorOf = async (
  { db, directory }: SystemContext,
  { companyId, event, vendorCompany }: PortalNews,
): Promise<Vendor | null> => {
  if ('vendorId' in event) return db.first<Vendor>(db.sql(SURVIVOR, companyId, event.vendorId))
  const linked = [companyId, vendorCompany?.id ?? ''] as const
  const known = await db.first<Vendor>(db.sql(LINKED, ...linked))
  if (known || db === directory) return known
  const link = await directory.first<{ vendorId: string | null }>(
    directory.sql(
      'SELECT vendor_id AS vendorId FROM vendor_company_customers WHERE company_id = ? AND vendor_company_id = ?',
      ...linked,
    ),
  )
  return link?.vendorId ? db.first<Vendor>(db.sql(SURVIVOR, companyId, link.vendorId)) : null
}

/** Copies for the statements of a cell that isn't the directory, and the link as the customer's vendors are now. */
const copies = (
  { db, clock }: SystemContext,
  { companyId, event, vendorCompany, by }: PortalNews,
  vendor: Vendor | null,
): D1PreparedStatement[] => {
  const now = clock.now()
  return [
    ...(by
      ? [
          db.sql(
            'INSERT OR IGNORE INTO users (id, email, first_name, last_name, created_at) VALUES (?, ?, ?, ?, ?)',
            ...[by.userId, by.email, by.firstName, by.lastName, now],
          ),
        ]
      : []),
    ...(vendorCompany && (event.kind === 'CONNECTED' || event.kind === 'RENAMED')
      ? [
          db.sql(
            `INSERT INTO vendor_companies (id, name, vendor_type, created_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET name = ?2`,
            ...[vendorCompany.id, vendorCompany.name, vendorCompany.vendorType, now],
          ),
        ]
      : []),
    ...(vendorCompany && event.kind === 'CONNECTED'
      ? [
          db.sql(
            `INSERT INTO vendor_company_customers (vendor_company_id, company_id, vendor_id, created_at)
             VALUES (?1, ?2, ?3, ?4) ON CONFLICT (vendor_company_id, company_id) DO UPDATE SET vendor_id = ?3`,
            ...[vendorCompany.id, companyId, vendor?.id ?? null, now],
          ),
        ]
      : []),
  ]
}

const ACTIONS: Record<PortalEvent['kind'], string> = {
  CONNECTED: 'vendor.portal-connected',
  REJECTED: 'vendor.portal-invitation-rejected',
  RENAMED: 'vendor.portal-renamed',
  CONTACTS: 'vendor.portal-contacts-shared',
  DOCUMENT_REUSED: 'vendor.document-used-again',
  BANK_SHARED: 'vendor.bank-account-shared',
  BANK_UNSHARED: 'vendor.bank-account-unshared',
  BANK_CHANGED: 'vendor.bank-account-changed',
}

const listed = (words: readonly string[]): string => new Intl.ListFormat('en-US').format(words)

/** As the customer's history says it. */
export const sentenceOf = ({ event, vendorCompany, by }: PortalNews): string => {
  const who = vendorCompany?.name ?? 'The vendor'
  switch (event.kind) {
    case 'CONNECTED':
      return `${by ? fullName(by) : event.email} (${event.email}) accepted the invitation to the vendor portal for ${who}`
    case 'REJECTED':
      return `${event.email} rejected the invitation to the vendor portal`
    case 'RENAMED':
      return `${event.before} is now called ${who} in the vendor portal`
    case 'CONTACTS': {
      const { shared, unshared } = event
      const parts = [
        ...(shared.length > 0 ? [`shared the contact ${listed(shared)}`] : []),
        ...(unshared.length > 0 ? [`stopped sharing the contact ${listed(unshared)}`] : []),
      ]
      return `${who} ${parts.join(' and ')}`
    }
    case 'DOCUMENT_REUSED':
      return `${by ? fullName(by) : who} of ${who} used a copy of a document again: ${event.document}`
    case 'BANK_SHARED':
      return `Bank account shared: ${who} shared ${listed(event.accounts.map(accountText))}`
    case 'BANK_UNSHARED':
      return `Bank account no longer shared: ${who} stopped sharing ${listed(event.accounts.map(accountText))}`
    case 'BANK_CHANGED':
      return `BANK ACCOUNT CHANGED: ${who} changed the account it shares from ${accountText(event.before)} to ${accountText(event.after)}. Confirm with the vendor by phone before paying.`
  }
}

const mailsOf = (news: PortalNews, vendor: Vendor | null, owners: string[]): NonNullable<Change<unknown>['outbox']> => {
  const { event, by, vendorCompany } = news
  if (event.kind === 'BANK_SHARED' || event.kind === 'BANK_CHANGED')
    return [{ topic: 'vendor-portal.bank-mail', payload: { news, vendor } }]
  if (!vendor || (event.kind !== 'CONNECTED' && event.kind !== 'REJECTED')) return []
  return [
    {
      topic: 'vendor.notify',
      payload: {
        event: { kind: event.kind === 'CONNECTED' ? 'PORTAL_ACCEPTED' : 'PORTAL_REJECTED', email: event.email },
        vendors: [{ ...vendor, ownerIds: owners }],
        by: { userId: by?.userId ?? '', name: vendorCompany?.name ?? event.email },
      },
    },
  ]
}

/** Waits, by failing, while the customer moves to another cell. */
export const followNews: OutboxHandler<'vendor-portal.news', SystemContext> = async (context) => {
  return async ({ id, payload }) => {
    const { companyId, event, vendorCompany, by } = payload
    const there = await inPlace(context, { companyId })
    if (await isLocked(there, companyId)) throw new Error('The company is being moved')
    const { db, directory } = there
    const changeKey = `vendor-portal:${id}`
    if (await db.first(db.sql('SELECT 1 AS one FROM audit_log WHERE change_key = ?', changeKey))) return
    const vendor = await vendorOf(there, payload)
    const owners =
      vendor &&
      (await db.first<{ ids: string }>(
        db.sql('SELECT owner_ids AS ids FROM vendors WHERE company_id = ? AND id = ?', companyId, vendor.id),
      ))
    await commit(there, {
      subject: 'The vendor',
      statements: copies(there, payload, vendor),
      audit: [
        {
          changeKey,
          action: ACTIONS[event.kind],
          targetType: vendor ? 'VENDOR' : 'COMPANY',
          targetId: vendor?.id ?? companyId,
          message: sentenceOf(payload),
          changeData: { event, vendorCompanyId: vendorCompany?.id ?? null },
        },
      ],
      outbox: mailsOf(payload, vendor, JSON.parse(owners?.ids ?? '[]') as string[]),
      result: null,
      as: { companyId, userId: by?.userId ?? null },
    })
    if (db !== directory && vendorCompany && event.kind === 'CONNECTED') {
      await directory.batch([
        directory.sql(
          'UPDATE vendor_company_customers SET vendor_id = ? WHERE vendor_company_id = ? AND company_id = ?',
          ...[vendor?.id ?? null, vendorCompany.id, companyId],
        ),
      ])
    }
  }
}
