import { fullName } from '../../../../schema/shared/values.ts'
import type { Recipient } from '../../../../schema/vendors/vendor-forms/values.ts'
import { invalidField } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'

/** The people with an account of the vendor company that is a company's vendor. They are in the directory. */

export interface VendorPerson {
  userId: string
  email: string
  firstName: string
  lastName: string
}

/** An email goes to no more of them. */
const MOST_PEOPLE = 100

export const peopleOfVendor = (
  { directory }: Pick<BaseContext, 'directory'>,
  companyId: string,
  vendorId: string,
): Promise<VendorPerson[]> =>
  directory.all<VendorPerson>(
    directory.sql(
      `SELECT u.id AS userId, u.email, u.first_name AS firstName, u.last_name AS lastName
         FROM vendor_company_customers k INDEXED BY vendor_company_customers_company
        CROSS JOIN vendor_company_members m ON m.vendor_company_id = k.vendor_company_id AND m.disabled_at IS NULL
        CROSS JOIN users u ON u.id = m.user_id
        WHERE k.company_id = ? AND k.vendor_id = ? ORDER BY u.email LIMIT ${MOST_PEOPLE}`,
      companyId,
      vendorId,
    ),
  )

interface Asked {
  email?: string | undefined
  vendorUserId?: string | undefined
  allVendorCompanyUsers?: boolean | undefined
}

export interface Addressed {
  recipient: Recipient
  vendorUserId: string | null
  email: string | null
  name: string
}

/** To whom a form is sent. An address of someone with an account means that person. Throws INVALID beside the field. */
export const addresseeOf = (people: readonly VendorPerson[], vendorName: string, asked: Asked): Addressed => {
  if (asked.allVendorCompanyUsers) {
    if (people.length === 0)
      throw invalidField(
        'allVendorCompanyUsers',
        'No one at this vendor has an account yet. Send the form to an email address.',
      )
    return { recipient: 'VENDOR_COMPANY', vendorUserId: null, email: null, name: `Everyone at ${vendorName}` }
  }
  const person = people.find(({ userId, email }) =>
    asked.vendorUserId ? userId === asked.vendorUserId : email === asked.email,
  )
  if (person)
    return { recipient: 'VENDOR_USER', vendorUserId: person.userId, email: person.email, name: fullName(person) }
  if (asked.vendorUserId) throw invalidField('vendorUserId', 'Choose someone who works for this vendor')
  return { recipient: 'EMAIL', vendorUserId: null, email: asked.email ?? null, name: asked.email ?? '' }
}
