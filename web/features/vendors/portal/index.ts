/**
 * The portal of vendors' people: who they are and which customer they work for.
 */
export { useVendorSession, useVendorUser } from './api.ts'
export { CompanyChoice, LogOut } from './company-choice.tsx'
export { loadPortalGate } from './late.ts'
export { VendorLayout } from './vendor-layout.tsx'
export { default as vendorPortalClasses } from './vendor-portal.module.css'
