import { expect, test } from 'vitest'
import { eventOf, verifyStripe } from '../../../../worker/integrations/stripe/webhook.ts'
import { signatureOf } from '../../../../worker/local/host/stand-ins/stripe/events.ts'

const SECRET = 'whsec_test'
const NOW = Date.UTC(2026, 10, 20)
const body = JSON.stringify({
  ...{ id: 'evt_1', type: 'treasury.outbound_payment.posted', account: 'acct_1' },
  data: { object: { id: 'obp_1', object: 'treasury.outbound_payment', amount: 1 } },
})
const verify = (signature: string | undefined, text = body, now = NOW) =>
  verifyStripe(SECRET, { header: () => signature, body: text }, now)

test('a signed event is known by its id', async () => {
  expect(await verify(await signatureOf(body, SECRET, NOW))).toEqual({ eventId: 'evt_1' })
})

test('one of several signatures is enough, as while a secret is replaced', async () => {
  const [good, other] = [await signatureOf(body, SECRET, NOW), await signatureOf(body, 'whsec_old', NOW)]
  expect(await verify(`${other},${good.split(',')[1]}`)).toEqual({ eventId: 'evt_1' })
})

test.each([
  ['without a signature', undefined],
  ['with an empty one', ''],
  ['with a time alone', `t=${NOW / 1000}`],
  ['with something that isn’t hexadecimal', `t=${NOW / 1000},v1=${'z'.repeat(64)}`],
])('an event %s is refused', async (_, signature) => {
  expect(await verify(signature)).toEqual({ refused: 'NOT_SIGNED' })
})

test('another secret, another body or another time than was signed is refused', async () => {
  expect(await verify(await signatureOf(body, 'whsec_other', NOW))).toEqual({ refused: 'NOT_SIGNED' })
  const good = await signatureOf(body, SECRET, NOW)
  expect(await verify(good, body.replace('obp_1', 'obp_2'))).toEqual({ refused: 'NOT_SIGNED' })
  expect(await verify(good.replace(/t=\d+/, `t=${NOW / 1000 + 1}`))).toEqual({ refused: 'NOT_SIGNED' })
})

test('an event from more than five minutes ago is too old', async () => {
  const good = await signatureOf(body, SECRET, NOW)
  expect(await verify(good, body, NOW + 301_000)).toEqual({ refused: 'TOO_OLD' })
  expect(await verify(good, body, NOW + 299_000)).toEqual({ eventId: 'evt_1' })
})

test('an event says what to ask for, and nothing else of it is believed', () => {
  expect(eventOf(body)).toEqual({
    ...{ eventId: 'evt_1', type: 'treasury.outbound_payment.posted', accountId: 'acct_1' },
    ...{ objectId: 'obp_1', object: 'treasury.outbound_payment' },
  })
  expect(eventOf('{"id":1}')).toBeNull()
})
