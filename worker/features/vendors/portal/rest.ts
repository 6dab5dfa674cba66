import * as endpoints from '../../../../schema/vendors/portal/endpoints.ts'
import * as invitations from '../../../../schema/vendors/portal/invitations.ts'
import { askForAccount } from '../../../../schema/vendors/vendor-forms/link-endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { askForAccountByForm } from './account-by-form.ts'
import { acceptInvitationByLink, readByLink, rejectInvitationByLink } from './by-link.ts'
import { chooseCompany, listAssociatedCompanies, readVendorSession } from './session.ts'
import { readVendorPortal } from './state.ts'

export const vendorPortalDoors = [
  door(askForAccount, askForAccountByForm),
  door(endpoints.getVendorSession, readVendorSession),
  door(endpoints.listAssociatedCompanies, listAssociatedCompanies),
  door(endpoints.chooseCompany, chooseCompany),
  door(invitations.previewInvitation, readByLink),
  door(invitations.acceptByLink, acceptInvitationByLink),
  door(invitations.rejectByLink, rejectInvitationByLink),
  door(invitations.getVendorPortal, readVendorPortal),
]
