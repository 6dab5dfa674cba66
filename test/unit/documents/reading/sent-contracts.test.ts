import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findByRules } from '../../../../worker/features/documents/reading/rules.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'
import { serviceFieldsOf } from '../../../../worker/features/vendors/services/from-document.ts'

const fieldsOf = async (name: string) => {
  const file = new URL(`../../../support/sent-files/documents/${name}.pdf`, import.meta.url)
  const found = findByRules(await pagesOf('pdf', new Uint8Array(readFileSync(file))))
  const entities = found.map(({ type, page, confidence, contradicted = false, properties }) => ({
    type,
    mentionText: '',
    confidence,
    contradicted,
    pageAnchor: { pageRefs: [{ page }] },
    properties: Object.entries(properties).map(([of, value]) => ({ type: of, value })),
  }))
  return serviceFieldsOf({ displayName: 'Contract', vendorId: null, entities }).fields
}

describe('contracts as people send them', () => {
  it.each([
    ['ct-notice-3months', 92],
    ['ct-notice-business', 42],
    ['ct-notice-weeks', 42],
  ])('%s: notice is %i days before December 31, 2027', async (name, days) => {
    const { endDate, noticeDays } = await fieldsOf(name)
    expect([endDate, noticeDays]).toEqual(['2027-12-31', days])
  })

  it('amounts are read in their currency and with their signs', async () => {
    expect((await fieldsOf('ct-eur-comma')).totalCost).toEqual({ value: 1_440_000, currency: 'EUR' })
    expect((await fieldsOf('ct-aud')).totalCost).toEqual({ value: 1_440_000, currency: 'AUD' })
  })

  it('dates under English law have the day first', async () => {
    const { startDate, endDate } = await fieldsOf('ct-uk-dates')
    expect([startDate, endDate]).toEqual(['2027-04-03', '2028-04-02'])
  })

  it.each([
    ['The annual fee is EUR 48.000,00 payable net 30.', 4_800_000, 0.85],
    ['The total fee is €14.400.', 1_440_000, 0.6],
    ['The total is 12 480,00 € a year.', 1_248_000, 0.85],
  ])('%s', (text, value, confidence) => {
    const [amount] = findByRules([{ page: 1, text }]).filter(({ type }) => type === 'TOTAL_AMOUNT')
    expect([amount?.properties.value, amount?.confidence]).toEqual([String(value), confidence])
  })
})
