/** What the local Worker is set up with. */
export const STRIPE_VARS = {
  OUTLAY_STRIPE_SECRET_KEY: 'sk_test_local',
  OUTLAY_STRIPE_WEBHOOK_SECRET: 'whsec_local_stripe',
}
