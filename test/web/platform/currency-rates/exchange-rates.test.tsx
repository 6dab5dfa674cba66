// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import * as endpoints from '../../../../schema/platform/currency-rates/endpoints.ts'
import { Route } from '../../../../web/routes/_staff/settings/exchange-rates.tsx'
import { beginPages, openPage, serverOf, toastsOf } from '../../../support/web/page.tsx'
import { all, choose, click, fill, find, says, until } from '../../../support/web/screen.ts'
import { page } from '../../../support/web/server.ts'

/** Settings › Exchange rates: the provider's rates, with a server that keeps those that an admin sets. */

beginPages()

let set: endpoints.SetRate[]
const eur = { id: 'eur', base: 'EUR', quote: 'USD', date: '2026-11-02', rate: '1.08', version: 1 } as const
const more = { updatedAt: '2026-11-02T09:00:00.000Z', setBy: { id: 'maya', name: 'Maya Lindqvist' } }

beforeEach(() => {
  set = [{ ...eur, ...more }]
  const rateOf = (base: 'EUR' | 'GBP' | 'JPY', ecb: string | null): endpoints.RateOfToday => {
    const own = set.find((each) => each.base === base)
    if (own) return { base, rate: own.rate, date: own.date, source: 'MANUAL' }
    return { base, rate: ecb, date: ecb && '2026-11-20', source: ecb === null ? null : 'PROVIDER' }
  }
  serverOf()
    .on(endpoints.getRatesOfToday, () => ({
      currency: 'USD' as const,
      rates: [rateOf('EUR', '1.09'), rateOf('GBP', '1.27'), rateOf('JPY', null)],
    }))
    .on(endpoints.listCurrencyRates, () => page(set))
    .on(endpoints.createCurrencyRate, ({ body }) => {
      const { base, rate, date } = body as { base: 'GBP'; rate: string; date: string }
      set = [{ ...eur, ...more, id: 'new', base, rate, date }, ...set]
      return { id: 'new' }
    })
    .on(endpoints.deleteCurrencyRate, ({ params }) => {
      set = set.filter(({ id }) => id !== params.id)
      return null
    })
})

const open = () => openPage(Route, '/settings/exchange-rates')

it('each currency is listed with its rate, date and source, and one without a rate says so', async () => {
  await open()
  await find('row', /^GBP1 GBP = 1\.27 USDNov 20, 2026European Central Bank$/)
  await find('row', /^EUR1 EUR = 1\.08 USDNov 2, 2026Set by your company$/)
  await find('row', /^JPYSet JPY rateNo rate$/)
  await find('row', /^1 EUR = 1\.08 USDNov 2, 2026.*Maya Lindqvist/)
})

it('what is missing or wrong in a rate is said beside its field, and nothing is sent', async () => {
  await open()
  await click('button', 'Set rate')
  const dialog = await find('dialog', 'Set exchange rate')
  await click('button', 'Save rate', dialog)
  await says('Required', dialog)
  await choose('Currency', 'GBP', 'GBP')
  await fill('Value of 1 GBP in USD', '-2')
  await click('button', 'Save rate', dialog)
  await says('Enter a positive number such as 1.27', dialog)
  expect(serverOf().changes).toEqual([])
})

it('a rate set by an admin overrides the provider’s, and deleting it brings the provider’s back', async () => {
  await open()
  await click('button', 'Set rate')
  await choose('Currency', 'GBP', 'GBP')
  await fill('Value of 1 GBP in USD', '1.3125')
  await click('button', 'Save rate')
  await find('row', /^GBP1 GBP = 1\.3125 USD.+Set by your company$/)
  await find('row', /^1 GBP = 1\.3125 USD/)
  expect(toastsOf().successes()).toEqual(['1 GBP is 1.3125 USD'])
  await click('button', /^Actions for the GBP rate from /)
  await click('menuitem', 'Delete')
  await click('button', 'Delete rate')
  await find('row', /^GBP1 GBP = 1\.27 USD.+European Central Bank$/)
  await until('it is gone', () => all('row', /^1 GBP = 1\.3125 USD/).length === 0)
  expect(toastsOf().successes().at(-1)).toBe('GBP rate deleted')
})
