import type { StaffContext } from '../../../core/operation.ts'

/**
 * Whether the company proved that the address’s domain is its own. Its provider then says which addresses its people have.
 * Any other address is confirmed from its mailbox, as on the members’ page: a stolen key must not move an account to
 * someone else's mailbox. No company can prove a domain yet.
 */
export const provesAddress = async (_context: StaffContext, _email: string): Promise<boolean> => false
