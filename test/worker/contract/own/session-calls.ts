/** Signing in, and starting a company. */
export const OWN_SESSION_CALLS = [
  'DELETE /auth/sessions',
  'GET /auth/login-methods',
  'GET /auth/session',
  'GET /auth/sessions',
  'POST /auth/email-change',
  'POST /auth/email-change/confirm',
  'POST /auth/email-link',
  'POST /auth/login-token',
  'POST /auth/sign-up',
  'POST /auth/sign-up/company',
  'POST /auth/sign-up/link',
  'POST /auth/vendor-invitation',
  'POST /auth/vendor-invitation/accept',
  'POST /auth/vendor-invitation/reject',
]
