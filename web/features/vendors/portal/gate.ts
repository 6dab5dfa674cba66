import { redirect } from '@tanstack/react-router'
import type { VendorUserSession } from '../../../../schema/platform/session/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { forgetWhy, saveOpened, saveRedirect } from '../../../lib/redirect.ts'
import { followAddress, type Location, sessionOrToast } from '../../platform/session/index.ts'
import { associatedCompanies, choosePair } from './api.ts'

export const SELECTION = to('/v/company-selection')

/**
 * Before every page of the vendor portal (specification 1 §4, steps 4 to 6): strangers log in, and staff go to their
 * own home. Without a chosen company the person chooses one first. The target is remembered.
 */
export const loadVendor = async (location: Location & { pathname: string }, preload: boolean): Promise<void> => {
  // Preloading changes nothing. Only people who are signed in see its links.
  if (preload) return
  const session = await sessionOrToast()
  const isSelection = location.pathname === SELECTION
  if (!session) {
    if (!isSelection) saveOpened(location.href)
    throw redirect({ href: to('/v/login') })
  }
  forgetWhy()
  if (session.kind !== 'VENDOR_USER') throw redirect({ href: to('/'), replace: true })
  const wanted = location.search.useCompanyId
  if (typeof wanted === 'string' && wanted !== '') {
    await followAddress(wanted, session.companyId, location.href, () => chooseCustomer(wanted, session))
  }
  if (session.companyId || isSelection) return
  saveRedirect(location.href)
  throw redirect({ href: SELECTION, replace: true })
}

/** The customer that an address names: for the current vendor company, or another of the person's. */
const chooseCustomer = async (companyId: string, { vendorCompanyId }: VendorUserSession): Promise<unknown> => {
  const pairs = (await associatedCompanies()).filter(({ company }) => company.id === companyId)
  const pair = pairs.find(({ vendorCompany }) => vendorCompany.id === vendorCompanyId) ?? pairs[0]
  if (!pair) throw new Error('No such customer')
  return choosePair({ companyId, vendorCompanyId: pair.vendorCompany.id })
}
