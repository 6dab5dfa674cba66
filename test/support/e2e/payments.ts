import { type Api, eventually } from './api.ts'

/** On Stripe’s own pages. A connection that was kept may be closed by then, so it is tried again. */
const visit = async (url: string, fields: Record<string, string> = {}): Promise<void> => {
  const send = () => fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  await send().catch(send)
}

/** The company’s account at Stripe with a verified bank account and $5,000. */
export const setUpPayments = async (maya: Api): Promise<void> => {
  const { createPaymentsAccount } = await maya.graphql('mutation { createPaymentsAccount { onboardingUrl } }', {})
  await visit(createPaymentsAccount.onboardingUrl)
  await maya.call('POST', '/api/payments/account/check', {})
  const bank = await maya.call('POST', '/api/payments/payment-methods/setup-intent', {
    ...{ accountHolderName: 'Brightwater Robotics Inc.', accountHolderType: 'COMPANY', bankAccountType: 'CHECKING' },
    ...{ accountNumber: '000123456789', routingNumber: '110000000' },
  })
  await visit(bank.body.microdepositVerificationLink, { code: 'SM11AA' })
  const verified = async () =>
    (await maya.get('/api/payments/payment-methods')).body.some(
      ({ status }: { status: string }) => status === 'VERIFIED',
    )
  await eventually('the verified bank account', verified)
  await maya.call('POST', '/api/payments/load-funds', { paymentMethodId: bank.body.id, amount: 500_000 })
  const arrived = async () =>
    (await maya.get('/api/payments/financial-account-balance')).body.available.value === 500_000
  await eventually('the load', arrived, 60)
}
