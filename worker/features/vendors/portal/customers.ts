import { z } from 'zod'
import type { CustomerCompany } from '../../../../schema/vendors/portal/profile.ts'
import { query } from '../../../core/operation.ts'
import type { Customer } from '../../../core/vendor-actor.ts'
import { countForms } from '../vendor-forms/index.ts'
import { addressesStatement, toAddress } from './addresses.ts'
import { contactsStatement, toContact } from './contacts.ts'
import { paymentStatement, toPayment } from './payment.ts'

interface Shared {
  companyId: string
  kind: string
  targetId: string
}

/** The companies that buy from the vendor company, by name, and what is shared with each. */
export const readCustomers = query({
  id: 'vendor-portal.customers',
  access: 'vendor.work',
  input: z.object({}),
  run: async (context): Promise<CustomerCompany[]> => {
    const { db, vendor } = context
    const { id } = vendor.vendorCompany
    const [customers, shares, contactRows, paymentRows, addressRows] = await db.batch([
      db.sql(
        `SELECT c.id, c.name, c.cell, k.vendor_id AS vendorId FROM vendor_company_customers k CROSS JOIN directory_companies c ON c.id = k.company_id
          WHERE k.vendor_company_id = ? ORDER BY c.name COLLATE NOCASE, c.id`,
        id,
      ),
      db.sql(
        `SELECT company_id AS companyId, kind, target_id AS targetId FROM vendor_company_shares
          WHERE vendor_company_id = ?`,
        id,
      ),
      contactsStatement(context, null),
      paymentStatement(context, null),
      addressesStatement(context),
    ])
    const companies = (customers?.results ?? []) as unknown as (Customer & { name: string })[]
    const counts = await countForms(context, companies)
    const addresses = (addressRows?.results ?? []).map(toAddress)
    const contacts = (contactRows?.results ?? []).map(toContact)
    const payment = (paymentRows?.results ?? []).map((row) => toPayment(row, addresses))
    const shared = new Set(
      ((shares?.results ?? []) as unknown as Shared[]).map(
        ({ companyId, kind, targetId }) => `${companyId} ${kind} ${targetId}`,
      ),
    )
    return companies.map(({ id: companyId, name }) => {
      const { forms = 0, submitted = 0 } = counts.get(companyId) ?? {}
      return {
        id: companyId,
        name,
        companyIntakeSubmissionCount: forms,
        companySubmittedSubmissionCount: submitted,
        contacts: contacts.map((each) => ({ ...each, isShared: shared.has(`${companyId} CONTACT ${each.id}`) })),
        paymentInformation: payment.map((each) => ({
          ...each,
          isShared: shared.has(`${companyId} PAYMENT_INFORMATION ${each.id}`),
        })),
      }
    })
  },
})
