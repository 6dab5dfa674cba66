import { describe, expect, it } from 'vitest'
import { newVendorCompanyPayment, vendorCompanyPaymentChange } from '../../../../schema/vendors/portal/profile.ts'
import { accountNumber, isRoutingNumber, routingNumber } from '../../../../schema/vendors/portal/values.ts'

describe('a routing number', () => {
  it.each(['021000021', '121000248', '026009593', '322271627'])('%s has the right check digit', (number) => {
    expect(isRoutingNumber(number)).toBe(true)
  })

  it.each(['021000022', '12100024', '1210002480', '000000000', 'abcdefghi', ''])('%s is refused', (number) => {
    expect(isRoutingNumber(number)).toBe(false)
  })

  it('every change of a single digit is noticed', () => {
    const right = '121000248'
    for (let at = 0; at < right.length; at += 1) {
      for (let digit = 0; digit < 10; digit += 1) {
        const changed = right.slice(0, at) + digit + right.slice(at + 1)
        expect(isRoutingNumber(changed), changed).toBe(changed === right)
      }
    }
  })

  it('it may be written with spaces and dashes', () => {
    expect(routingNumber.parse('0210-0002 1')).toBe('021000021')
  })
})

describe('an account number', () => {
  it('it has 4 to 17 digits, without the spaces between them', () => {
    expect(accountNumber.parse('1234 5678 9')).toBe('123456789')
    for (const wrong of ['', '123', '123456789012345678', '12a4', 'IBAN'])
      expect(accountNumber.safeParse(wrong).success, wrong).toBe(false)
  })

  it('it is required for a new account and may be left blank in a change', () => {
    const rest = { accountHolderName: 'A', accountHolderType: 'COMPANY', routingNumber: '021000021' }
    expect(newVendorCompanyPayment.safeParse(rest).success).toBe(false)
    expect(newVendorCompanyPayment.safeParse({ ...rest, accountNumber: '' }).success).toBe(false)
    expect(vendorCompanyPaymentChange.parse({ id: 'a', accountNumber: '' }).accountNumber).toBeUndefined()
    expect(vendorCompanyPaymentChange.parse({ id: 'a' })).toEqual({ id: 'a' })
  })
})
