import { expect, it } from 'vitest'
import { isWholeTaxId } from '../../../schema/shared/tax-ids.ts'
import { enteredTaxId } from '../../../schema/vendors/vendors/values.ts'

it.each(['1.23457E+11', '1,23457E+11', '1.2e+9', '9E+12'])('%s has lost digits in a spreadsheet', (number) => {
  expect(isWholeTaxId(number)).toBe(false)
  expect(enteredTaxId.safeParse({ taxPayerIdentificationNumber: number }).error?.issues[0]?.message).toBe(
    'A spreadsheet has cut digits from this number. Enter all of them',
  )
})

it.each(['123456789012', 'DE123456789', '12-3456789', 'E12345', '27AAPFU0939F1ZV', '1E5'])('%s is whole', (number) => {
  expect(isWholeTaxId(number)).toBe(true)
})
