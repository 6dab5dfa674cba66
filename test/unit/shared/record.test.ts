import { describe, expect, it } from 'vitest'
import { csvColumns, differences, historyOf, inWords, withGiven } from '../../../schema/shared/record.ts'
import { serviceFields } from '../../../schema/vendors/services/record.ts'
import { vendorFields } from '../../../schema/vendors/vendors/record.ts'

const NOBODY = { firstName: '', lastName: '', email: '', phone: '', memo: '' }
const ACME = {
  ...{ name: 'Acme', description: '', website: '', externalSigner: null, contacts: [], address: null },
  ...{ externalPointOfContact: null, paymentMethod: 'CREDIT_CARD' as const, isSocTwoCompliant: null },
}

describe('the fields of a record', () => {
  it('values that are not given stay, and empty contacts are not kept', () => {
    const given = { externalPointOfContact: NOBODY, contacts: [NOBODY], isSocTwoCompliant: true }
    expect(withGiven(vendorFields, ACME, given)).toEqual({ ...ACME, isSocTwoCompliant: true })
  })

  it('a file has the fields in their order, without those of a flag that is off', () => {
    const labels = (flags: object) => csvColumns(vendorFields, flags).map(({ label }) => label)
    expect(labels({})).toEqual([
      ...['Name', 'Description', 'Website', 'Status', 'Owners', 'Signer', 'External contact', 'External signer'],
      ...['Payment method', 'SOC 2 compliant', 'Spend categories', 'Departments', 'Services', 'Documents'],
      'Added (UTC)',
    ])
    expect(labels({ enableN12mServiceSpend: true })).toEqual([
      ...labels({}).slice(0, -1),
      ...['Next 12 months', 'Next 12 months: currency', 'Next 12 months: other currencies', 'Added (UTC)'],
    ])
    expect(labels({ enableVendorCategories: true })).toContain('Vendor categories')
    expect(labels({ isErpLinked: true })).toEqual(
      expect.arrayContaining(['Last 12 months', 'In the accounting system']),
    )
    const cells = csvColumns(vendorFields, {}).map(({ label, cell }) => [label, cell({ ...ACME, archived: true })])
    expect(Object.fromEntries(cells)).toMatchObject({
      ...{ 'Payment method': 'Credit card', 'SOC 2 compliant': 'Not applicable', Status: 'Archived', Signer: '' },
    })
  })

  it('the history words what changed, and nothing else', () => {
    const after = { ...ACME, isSocTwoCompliant: false, address: { ...NOBODY, city: 'Bern' } }
    const { changed, changeData } = differences(historyOf(vendorFields, ACME), historyOf(vendorFields, after))
    expect(changeData).toEqual({
      before: { address: null, isSocTwoCompliant: 'Not applicable' },
      after: { address: 'Bern', isSocTwoCompliant: 'No' },
    })
    expect(inWords(vendorFields, changed)).toBe('address, SOC 2 answer')
    expect(inWords(serviceFields, ['autorenews', 'paymentTerm', 'Region'])).toBe(
      'automatic renewal, payment term, Region',
    )
  })
})
