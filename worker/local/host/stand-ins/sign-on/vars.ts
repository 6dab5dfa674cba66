/** What the local identity providers and the Worker agree on. */

export const CLIENT_SECRET = 'local-sign-on-secret'
export const TENANT = '7d1f4c0e-52b9-4a8e-9a55-0b1c6f2d8e11'
export const OKTA_HOST = 'brightwater.okta.com'
export const OKTA_CLIENT = 'outlay-at-okta'
export const DEMO_DOMAIN = 'brightwater.example'
export const DEMO_DOMAIN_TOKEN = 'brightwater-is-proven'
/** Someone whom the demo company's providers know and Outlay doesn't. */
export const NEWCOMER = `noor@${DEMO_DOMAIN}`
export const NEWCOMER_DEPARTMENT = 'Field engineering'

/** @param pages where people reach the pages of the providers, by host */
export const signOnVars = (pages: string): Record<string, string> => ({
  OUTLAY_GOOGLE_CLIENT_ID: 'outlay-at-google',
  OUTLAY_GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
  OUTLAY_MICROSOFT_CLIENT_ID: 'outlay-at-microsoft',
  OUTLAY_MICROSOFT_CLIENT_SECRET: CLIENT_SECRET,
  OUTLAY_SIGN_ON_PAGES: pages,
})
