/**
 * The portal of vendors' people: who they are, which customer they work for, and their company's own data.
 */
export { useVendorSession, useVendorUser } from './api.ts'
export { CustomersPage } from './company/customers-page.tsx'
export { InvitationPage } from './company/invitation-page.tsx'
export { PendingInvitations } from './company/invitations.tsx'
export { MembersPage } from './company/members-page.tsx'
export { ProfilePage } from './company/profile-page.tsx'
export { CompanyChoice, LogOut } from './company-choice.tsx'
export { loadPortalGate } from './late.ts'
export { VendorLayout } from './vendor-layout.tsx'
export { default as vendorPortalClasses } from './vendor-portal.module.css'
