import { expect, it } from 'vitest'
import { approvedPayment, hurry, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'

/** Payments whose call or events the provider lost. */

const start = ({ colleague, bank }: PaidScene, paymentId: string) =>
  colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${bank}`)
const read = async ({ clerk }: PaidScene, paymentId: string) =>
  (await clerk.get(`/api/payments/bill-payments/${paymentId}`)).body

it.each(['before', 'after'] as const)('a call that breaks off %s the provider took it pays once', async (when) => {
  const scene = await makePaidScene()
  const { paymentId } = await approvedPayment(scene)
  let broken = 0
  const real = stripeThere().standIns.find(({ host }) => host === 'api.stripe.com')
  standIn('api.stripe.com', {
    answer: async (request) => {
      if (request.method !== 'POST' || broken > 0) return real?.answer(request) ?? Response.error()
      broken += 1
      if (when === 'after') await real?.answer(request)
      return new Response('gateway', { status: 504 })
    },
  })
  await start(scene, paymentId)
  await settled()
  expect(broken).toBe(1)
  expect(scene.flows()).toMatchObject([{ amount: 120_000 }])
  expect((await read(scene, paymentId)).status).toBe('PROCESSING')
})

it('events that never came are made up for by asking', async () => {
  const scene = await makePaidScene()
  const { paymentId } = await approvedPayment(scene)
  await start(scene, paymentId)
  await settled()
  passAtStripe(60_000)
  stripeThere().events.waiting = []
  await hurry(scene, true)
  await settled()
  expect((await read(scene, paymentId)).status).toBe('PAID')
})
