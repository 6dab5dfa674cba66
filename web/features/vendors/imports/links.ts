import { type Address, to } from '../../../lib/address.ts'
/** The addresses of imports, for pages that only link to them. */
export const IMPORTS_HREF = to('/vendors/imports/{-$importId}', {})
export const importHref = (importId: string): Address => to('/vendors/imports/{-$importId}', { importId })
