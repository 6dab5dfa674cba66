import { describe, expect, it } from 'vitest'
import { guessMapping, mappingProblem } from '../../../../schema/shared/imports.ts'
import { VENDOR_IMPORT_FIELDS } from '../../../../schema/vendors/imports/fields.ts'

const guess = (...headers: string[]) => guessMapping(headers, VENDOR_IMPORT_FIELDS)

describe('mapping the columns of a file', () => {
  it('columns are recognized by their headers, however they are written', () => {
    expect(guess('VENDOR NAME', 'payment_method', 'Owner email', 'Tax ID', 'SOC 2?', 'Cost centre')).toEqual([
      'name',
      'paymentMethod',
      'owners',
      'taxIds',
      'isSocTwoCompliant',
      null,
    ])
  })

  it('each column maps to the one field it matches best', () => {
    expect(guess('Company', 'Name', 'Vendor')).toEqual([null, 'name', null])
    expect(guess('Vendor', '', 'Supplier')).toEqual(['name', null, null])
  })

  it('all columns of our own template are recognized', () => {
    const labels = VENDOR_IMPORT_FIELDS.map(({ label }) => label)
    expect(guess(...labels)).toEqual(VENDOR_IMPORT_FIELDS.map(({ key }) => key))
  })

  it('a mapping needs a name, and uses no field twice', () => {
    expect(mappingProblem(['name', null, 'owners'], VENDOR_IMPORT_FIELDS)).toBeNull()
    expect(mappingProblem([null, 'owners'], VENDOR_IMPORT_FIELDS)).toBe('Choose the column that holds: Name')
    expect(mappingProblem(['name', 'owners', 'owners'], VENDOR_IMPORT_FIELDS)).toBe('Owners is chosen for two columns')
  })
})
