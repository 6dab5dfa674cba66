import type { ProviderMethod } from '../../../schema/platform/sign-on/methods.ts'

/** Without a token the email says that the person's company doesn't allow login links, and what it requires. */
export type LoginLink =
  | { userId: string; token: string }
  | { userId: string; token: null; refusedBy: string; required?: ProviderMethod | null }

/** A link with which a company can be started. Without a token, the address is one that can't start any. */
export interface SignUpLink {
  email: string
  token: string | null
}
