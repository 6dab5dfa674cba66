import { type Address, to } from '../../../lib/address.ts'
/** The addresses of imports, for pages that only link to them. */
export const MEMBER_IMPORTS_HREF = to('/settings/members/imports/{-$importId}', {})
export const importHref = (importId: string): Address => to('/settings/members/imports/{-$importId}', { importId })
