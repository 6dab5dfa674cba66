import * as endpoints from '../../../../schema/vendors/portal/endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { beginVendorSession, joinedStatement } from '../../platform/session/index.ts'

export const readVendorSession = query({
  id: 'vendor-portal.session',
  access: 'vendor.use',
  input: inputOf(endpoints.getVendorSession),
  run: async ({ vendor }) => ({ vendorCompany: vendor.vendorCompany }),
})

/** Every vendor company of the person with each of its customers, by name. */
export const listAssociatedCompanies = query({
  id: 'vendor-portal.associated-companies',
  access: 'vendor.use',
  input: inputOf(endpoints.listAssociatedCompanies),
  run: async ({ db, vendor }): Promise<endpoints.AssociatedCompany[]> => {
    const rows = await db.all<Record<'vendorCompanyId' | 'vendorCompanyName' | 'companyId' | 'companyName', string>>(
      db.sql(
        `SELECT v.id AS vendorCompanyId, v.name AS vendorCompanyName, c.id AS companyId, c.name AS companyName
           FROM vendor_company_members m
          CROSS JOIN vendor_companies v ON v.id = m.vendor_company_id
          CROSS JOIN vendor_company_customers k ON k.vendor_company_id = v.id
          CROSS JOIN directory_companies c ON c.id = k.company_id
          WHERE m.user_id = ? AND m.disabled_at IS NULL
          ORDER BY v.name COLLATE NOCASE, c.name COLLATE NOCASE`,
        vendor.userId,
      ),
    )
    return rows.map((row) => ({
      vendorCompany: { id: row.vendorCompanyId, name: row.vendorCompanyName },
      company: { id: row.companyId, name: row.companyName },
    }))
  },
})

/**
 * Continues with the chosen pair, in a new session that ends when the old one would have (specification 1 §4, step 6).
 * Throws NOT_FOUND unless the person belongs to the vendor company and it sells to the company.
 */
export const chooseCompany = command({
  id: 'vendor-portal.token-with-company',
  access: 'vendor.use',
  idempotency: 'none',
  input: inputOf(endpoints.chooseCompany),
  run: async (context, { companyId, vendorCompanyId }) => {
    const { db, vendor } = context
    const pair = await db.first<{ expiresAt: number; companyName: string }>(
      db.sql(
        `SELECT s.expires_at AS expiresAt, c.name AS companyName
           FROM vendor_sessions s
          CROSS JOIN vendor_company_members m ON m.vendor_company_id = ?2 AND m.user_id = s.user_id
            AND m.disabled_at IS NULL
          CROSS JOIN vendor_company_customers k ON k.vendor_company_id = m.vendor_company_id AND k.company_id = ?3
          CROSS JOIN directory_companies c ON c.id = k.company_id
          WHERE s.token_hash = ?1`,
        vendor.sessionHash,
        vendorCompanyId,
        companyId,
      ),
    )
    if (!pair) throw notFound('The company')
    const { userId, timezone } = vendor
    return beginVendorSession(
      context,
      { userId, vendorCompanyId, companyId, timezone, expiresAt: pair.expiresAt },
      {
        statements: [joinedStatement(db, { vendorCompanyId, userId })],
        changeKey: `vendor-session-company:${context.newId()}`,
        action: 'session.chose-company',
        message: `Continued with ${pair.companyName}`,
      },
    )
  },
})
