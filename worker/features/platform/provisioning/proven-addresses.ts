import type { StaffContext } from '../../../core/operation.ts'

type Proves = (context: StaffContext, domain: string) => Promise<boolean>
const provers: Proves[] = []

/** @param proves whether the company proved that a domain is its own. Sign-on registers it, which knows. */
export const registerProvenDomains = (proves: Proves): void => {
  provers[0] = proves
}

/**
 * Whether the address is in a domain that the company proved. Its provider then says which addresses its people have. Any
 * other address is confirmed from its mailbox, as on the members’ page: a stolen key must not move an account to someone
 * else's mailbox.
 */
export const provesAddress = async (context: StaffContext, email: string): Promise<boolean> =>
  (await provers[0]?.(context, email.split('@').at(-1) ?? '')) ?? false
