// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  bringBackAt,
  cutOffText,
  dropText,
  hasTextAt,
  keepText,
  keptText,
  onCutOff,
  withoutSecrets,
} from '../../../../web/lib/kept/kept-text.ts'

/** What is typed and not sent, in this browser. */

const DAY_MS = 24 * 60 * 60 * 1000

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers({ now: new Date('2030-03-01T08:00:00Z') })
})
afterEach(() => {
  window.dispatchEvent(new Event('pageshow'))
  vi.useRealTimers()
})

const keep = (owner: string | null, name: string, text: string) =>
  keepText(owner, name, { value: { text }, version: 2 })

it('what one person typed is not what another person of the company, or the person in another company, finds', () => {
  keep('acme.maya', 'bill.new', 'Seats')
  expect(keptText('acme.maya', 'bill.new')).toMatchObject({ value: { text: 'Seats' }, version: 2 })
  for (const other of ['acme.tom', 'globex.maya', 'acme.maya.tom', null])
    expect(keptText(other, 'bill.new'), String(other)).toBeNull()
})

it('what someone without an account typed stays in the tab', () => {
  keep(null, 'public-form.c1', 'Chairs')
  expect(keptText(null, 'public-form.c1')).toMatchObject({ value: { text: 'Chairs' } })
  expect(localStorage).toHaveLength(0)
})

it('bank accounts, tax numbers and secrets are not written, at any depth', () => {
  const typed = {
    name: 'Kestrel CAD',
    accountNumber: '000123456789',
    bank: { routingNumber: '110000000', iban: 'DE89370400440532013000', holder: 'Kestrel' },
    keys: [{ clientSecret: 's3cret', label: 'Books' }],
    taxIds: [{ id: 't1', taxPayerIdentificationNumber: '12-7654321' }],
    erpTaxCodeId: 'c1',
    invoiceNumber: 'INV-7',
  }
  expect(withoutSecrets(typed)).toEqual({
    name: 'Kestrel CAD',
    bank: { holder: 'Kestrel' },
    keys: [{ label: 'Books' }],
    erpTaxCodeId: 'c1',
    invoiceNumber: 'INV-7',
  })
  keepText('acme.maya', 'vendor.new', { value: typed, version: 0, base: typed })
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/000123456789|110000000|DE8937|s3cret|7654321/)
})

it('text is dropped after 30 days, and when it is sent', () => {
  keep('acme.maya', 'bill.new', 'Seats')
  keep('acme.maya', 'vendor.new', 'Kestrel')
  dropText('acme.maya', 'vendor.new')
  expect(keptText('acme.maya', 'vendor.new')).toBeNull()
  vi.setSystemTime(Date.now() + 31 * DAY_MS)
  expect(keptText('acme.maya', 'bill.new')).toBeNull()
  keep('acme.tom', 'bill.new', 'Desks')
  expect(localStorage).toHaveLength(1)
})

it('when the session ends, every open form is kept at once and marked to come back', () => {
  const end = onCutOff(() => keep('acme.maya', 'bill.new', 'Se'))
  cutOffText()
  end()
  expect(keptText('acme.maya', 'bill.new')).toMatchObject({ value: { text: 'Se' }, wasCutOff: true })
})

it('a page that asks for a login brings back what was typed there, and says that it is kept', () => {
  window.history.replaceState({}, '', '/payments/bills/new')
  keep('acme.maya', 'bill.new', 'Seats')
  expect(hasTextAt('/payments/bills/new')).toBe(true)
  expect(hasTextAt('/vendors/new')).toBe(false)
  bringBackAt('/vendors/new')
  expect(keptText('acme.maya', 'bill.new')?.wasCutOff).toBeUndefined()
  bringBackAt('/payments/bills/new')
  expect(keptText('acme.maya', 'bill.new')?.wasCutOff).toBe(true)
})

it('a full or refused storage stops no one from typing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => keep('acme.maya', 'bill.new', 'Seats')).not.toThrow()
  vi.restoreAllMocks()
})
