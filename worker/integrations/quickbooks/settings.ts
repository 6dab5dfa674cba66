import { ProviderError } from '../../core/provider-error.ts'
import type { Env } from '../../env.ts'

/** The addresses of QuickBooks Online, and the installation's app there (https://developer.intuit.com). */

export type QuickbooksSettings = Pick<
  Env,
  | 'OUTLAY_QUICKBOOKS_CLIENT_ID'
  | 'OUTLAY_QUICKBOOKS_CLIENT_SECRET'
  | 'OUTLAY_QUICKBOOKS_SANDBOX'
  | 'OUTLAY_QUICKBOOKS_AUTHORIZE'
>

/** The name of the credential, of the books and of the webhook's sender. */
export const QUICKBOOKS = 'QUICKBOOKS'

export const AUTHORIZE = 'https://appcenter.intuit.com/connect/oauth2'
export const TOKENS = 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer'
export const REVOKE = 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke'
export const SCOPE = 'com.intuit.quickbooks.accounting'

const isSandbox = (env: QuickbooksSettings): boolean => env.OUTLAY_QUICKBOOKS_SANDBOX === '1'

export const apiOf = (env: QuickbooksSettings): string =>
  isSandbox(env) ? 'https://sandbox-quickbooks.api.intuit.com' : 'https://quickbooks.api.intuit.com'

/** Where people open what is in the books. */
export const pagesOf = (env: QuickbooksSettings): string =>
  isSandbox(env) ? 'https://app.sandbox.qbo.intuit.com/app' : 'https://app.qbo.intuit.com/app'

/** Whether companies can connect QuickBooks at all. */
export const hasQuickbooks = (env: QuickbooksSettings): boolean =>
  Boolean(env.OUTLAY_QUICKBOOKS_CLIENT_ID && env.OUTLAY_QUICKBOOKS_CLIENT_SECRET)

/** Throws if the installation has no app at Intuit. */
export const appOf = (env: QuickbooksSettings): { clientId: string; clientSecret: string } => {
  const { OUTLAY_QUICKBOOKS_CLIENT_ID: clientId, OUTLAY_QUICKBOOKS_CLIENT_SECRET: clientSecret } = env
  if (!clientId || !clientSecret)
    throw new ProviderError('QuickBooks is not set up on this installation.', { isFinal: true })
  return { clientId, clientSecret }
}
