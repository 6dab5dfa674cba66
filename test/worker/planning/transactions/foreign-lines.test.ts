import { beforeAll, describe, expect, it } from 'vitest'
import { addTransactions } from '../../../support/worker/transactions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** Lines in other currencies are added up by what they are worth in the company's, and those without a rate are counted. */

let client: Client
let vendorId: string
const YEAR = 'type=expense&startYearMonth=2026-01&endYearMonth=2026-12'
beforeAll(async () => {
  const company = await makeCompany(['enableIntakeRequests', 'isErpLinked', 'enableCurrencies'])
  client = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  vendorId = await company.add('vendors', 'Acme')
  const of = { vendorId, date: '2026-03-10' }
  await addTransactions(company.id, [
    { ...of, memo: 'Hosting in dollars', amountMinor: 1_000 },
    { ...of, memo: 'Hosting in euros', amountMinor: 2_000, currency: 'EUR', companyMinor: 2_500 },
    { ...of, memo: 'Hosting in yen', amountMinor: 30_000, currency: 'JPY', companyMinor: 24_000 },
    // No one tracks its account.
    { ...of, memo: 'Hosting that no one tracks', amountMinor: 99_000, isTracked: false },
    { ...of, memo: 'Hosting without a rate', amountMinor: 70_000, currency: 'CHF', companyMinor: null },
  ])
})

describe('sums of lines in several currencies', () => {
  it.each([
    ['of everything', ''],
    ['of a vendor', 'vendor'],
    ['found by a text', 'search=Hosting'],
    ['of a vendor and a type, found by a text', 'vendor&accountType=OPEX&search=Hosting'],
    ['of a type', 'accountType=OPEX'],
  ])('those %s are in the company’s currency, with how many have no rate', async (_, filter) => {
    const query = `${YEAR}&${filter.replace('vendor', `inVendorIds[]=${vendorId}`)}`
    const { body } = await client.get(`/api/transactions/totals?${query}`)
    expect(body).toMatchObject({ amount: { value: 27_500, currency: 'USD' }, count: 4, withoutRate: 1 })
    const chart = (await client.get(`/api/transactions/chart?by=month&${query}`)).body
    expect(chart.bars.find(({ key }: { key: string }) => key === '2026-03')).toMatchObject({
      ...{ amount: { value: 27_500, currency: 'USD' }, count: 4 },
    })
  })

  it('one line has its own amount and what it is worth, in the list and in the file', async () => {
    const { body } = await client.get(`/api/transactions?first=10&${YEAR}&search=euros`)
    expect(body.edges[0].node.amount).toEqual({ value: 2_000, currency: 'EUR' })
    const file = String((await client.get(`/api/transactions.csv?${YEAR}&search=euros`)).body)
    expect(file).toContain('20.00')
    expect(file).toContain('EUR')
  })
})
