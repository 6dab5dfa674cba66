import { can } from '../../../../schema/shared/permissions.ts'
import type { ErpVendorPayment, Vendor } from '../../../../schema/vendors/vendors/endpoints.ts'
import type { Change } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { requireInPerson, type StaffContext } from '../../../core/operation.ts'

/** The accounting system's vendors that are given with a vendor. The area that maps them says how they are linked. */

export interface AccountingLinks {
  /** Their names, for the history of the vendor. */
  before: string[]
  after: string[]
  statements: D1PreparedStatement[]
  audit: Change<unknown>['audit']
}

type Link = (
  context: StaffContext,
  vendor: { id: string; name: string },
  erpVendorIds: readonly string[],
) => Promise<AccountingLinks | null>

let link: Link | null = null

/** @param how null if nothing changes; throws INVALID beside `erpVendors` for those that the company doesn't have */
export const registerAccountingLinks = (how: Link): void => {
  link = how
}

type Pays = (
  context: StaffContext,
  erpVendorIds: readonly string[],
) => Promise<ReadonlyMap<string, ErpVendorPayment[]> | null>

let pays: Pays = async () => null

/** @param how their bank details by accounting vendor; null for people who may not see them */
export const registerErpVendorPayments = (how: Pays): void => {
  pays = how
}

/** A vendor whose accounting vendors say how they are paid. At most one round trip. */
export const withPayments = async (context: StaffContext, vendor: Vendor): Promise<Vendor> => {
  const ids = vendor.erpVendors.map(({ id }) => id)
  const payments = ids.length === 0 ? null : await pays(context, ids)
  if (!payments) return vendor
  const erpVendors = vendor.erpVendors.map((each) => ({ ...each, paymentInformation: payments.get(each.id) ?? [] }))
  return { ...vendor, erpVendors }
}

type Given = readonly (string | { id: string })[] | undefined

/**
 * What a vendor's accounting vendors become. Null if they stay as they are. Throws FORBIDDEN for people who may change
 * the vendor but not map it: payments follow these links.
 */
export const accountingLinks = async (
  context: StaffContext,
  vendor: { id: string; name: string },
  given: Given,
): Promise<AccountingLinks | null> => {
  if (given === undefined || !link) return null
  const ids = [...new Set(given.map((each) => (typeof each === 'string' ? each : each.id)))]
  const links = await link(context, vendor, ids)
  if (!links) return null
  requireInPerson('NEVER', context.actor)
  if (!can(context.actor.policy, 'vendors.edit')) {
    throw new AppError('FORBIDDEN', 'Only people who manage vendors can choose accounting vendors.')
  }
  return links
}
