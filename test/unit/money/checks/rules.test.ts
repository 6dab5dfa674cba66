import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BillFacts,
  duplicateOf,
  firstPaymentOf,
  type OtherBill,
  offHours,
  type Piece,
  patternOf,
  shapeOf,
  splitOf,
  usualShape,
} from '../../../../schema/money/checks/rules.ts'
import { checkSettings, DEFAULT_CHECK_SETTINGS, storedSettings } from '../../../../schema/money/checks/values.ts'

const bill = (more: Partial<BillFacts> = {}): BillFacts => ({
  ...{ id: 'a', erpVendorId: 'v', vendorName: 'Acme', invoiceNumber: 'INV-1', invoiceKey: 'inv1', amountMinor: 100 },
  ...{ currency: 'USD', companyMinor: 100, isCredit: false, isPaid: false, isLive: true, createdAt: 1 },
  ...{ changes: [], enteredBy: ['u'], isVendorPaid: false },
  ...more,
})
const asOther = (of: BillFacts, reason: OtherBill['reason']): OtherBill => ({ ...of, reason })

describe('duplicates', () => {
  const some = fc.record({
    ...{ id: fc.constantFrom('a', 'b', 'c'), createdAt: fc.integer({ min: 0, max: 2 }), isPaid: fc.boolean() },
    amountMinor: fc.integer({ min: 1, max: 5 }),
  })
  const reasons = fc.constantFrom('NUMBER' as const, 'FILE' as const, 'AMOUNT' as const)

  test('a pair is the same finding from either side, and holds one unpaid bill', () => {
    fc.assert(
      fc.property(some, some, reasons, (one, two, reason) => {
        fc.pre(one.id !== two.id)
        const [left, right] = [bill(one), bill(two)]
        const found = duplicateOf(left, asOther(right, reason))
        const mirrored = duplicateOf(right, asOther(left, reason))
        const comparable = (of: typeof found) =>
          of && { ...of, subjects: of.subjects.toSorted((x, y) => x.id.localeCompare(y.id)), enteredBy: [] }
        expect(comparable(found)).toEqual(comparable(mirrored))
        expect(found === null).toBe(left.isPaid && right.isPaid)
        if (!found) return
        const held = found.subjects.filter(({ isHeld }) => isHeld)
        expect(held.map(({ id }) => id)).toEqual([found.billId])
        expect([left, right].find(({ id }) => id === found.billId)?.isPaid).toBe(false)
      }),
    )
  })

  test('another amount is another finding, so that a release doesn’t cover it', () => {
    const other = asOther(bill({ id: 'b' }), 'NUMBER')
    expect(duplicateOf(bill(), other)?.key).not.toBe(duplicateOf(bill({ amountMinor: 101 }), other)?.key)
  })
})

describe('splits', () => {
  const pieces = fc.uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[b-z]{3}$/),
      companyMinor: fc.integer({ min: 1, max: 12 }),
      isPaid: fc.boolean(),
    }),
    { selector: ({ id }: Piece) => id, maxLength: 6 },
  )

  test('a split is found if several bills below the limit reach it, and only then', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 12 }), (others, own) => {
        const of = bill({ companyMinor: own })
        const all = [{ id: 'a', companyMinor: own, isPaid: false }, ...others]
        const settings = { ...DEFAULT_CHECK_SETTINGS, splitLimit: 10 }
        const below = all.filter(({ companyMinor }) => companyMinor < 10)
        const sum = below.reduce((total, { companyMinor }) => total + companyMinor, 0)
        const found = splitOf(of, all, settings, 'USD')
        expect(found !== null).toBe(own < 10 && below.length > 1 && sum >= 10)
        for (const { id, isHeld } of found?.subjects ?? [])
          expect(isHeld).toBe(!all.find((piece) => piece.id === id)?.isPaid)
      }),
    )
  })
})

describe('first payments', () => {
  test('a first payment counts from the limit on, in the company’s currency', () => {
    const settings = { ...DEFAULT_CHECK_SETTINGS, firstPaymentLimit: 500 }
    const found = (more: Partial<BillFacts>) => firstPaymentOf(bill(more), settings, 'USD') !== null
    expect(found({ companyMinor: 500 })).toBe(true)
    expect(found({ companyMinor: 499, amountMinor: 90_000, currency: 'JPY' })).toBe(false)
    expect(found({ companyMinor: null })).toBe(false)
    expect(found({ companyMinor: 500, isVendorPaid: true })).toBe(false)
    expect(found({ companyMinor: 500, isCredit: true })).toBe(false)
    expect(found({ companyMinor: 500, isLive: false })).toBe(false)
    expect(found({ companyMinor: 500, isPaid: true })).toBe(false)
  })
})

describe('invoice numbers', () => {
  test('only the digits of a number may differ', () => {
    expect(shapeOf('INV-2026-0042')).toBe('INV-#-#')
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (one, two) => {
        expect(shapeOf(`INV-${one}`)).toBe(shapeOf(`inv-${two}`))
        const earlier = Array.from({ length: 6 }, (_, at) => `INV-${one + at}`)
        expect(patternOf(bill({ invoiceNumber: `INV-${two}` }), earlier, DEFAULT_CHECK_SETTINGS)).toBeNull()
        expect(patternOf(bill({ invoiceNumber: `${two}` }), earlier, DEFAULT_CHECK_SETTINGS)).not.toBeNull()
      }),
    )
  })

  test('a vendor without a usual form of number has no unusual one', () => {
    expect(usualShape(['A1', 'B-2', 'C/3', 'A4', 'X'])).toBeNull()
    expect(usualShape(['A1', 'A2', 'A3', 'A4', 'X'])).toBe('A#')
    expect(usualShape([])).toBeNull()
    expect(patternOf(bill({ invoiceNumber: 'X' }), ['A1', 'A2', 'A3', 'A4'], DEFAULT_CHECK_SETTINGS)).toBeNull()
  })
})

describe('nights and weekends', () => {
  const hours = { dayStart: '06:00', dayEnd: '22:00' }

  test.each([
    ['2026-11-24T05:59:00Z', 'UTC', 'Tuesday, Nov 24, 2026, 05:59'],
    ['2026-11-24T06:00:00Z', 'UTC', null],
    ['2026-11-24T21:59:00Z', 'UTC', null],
    ['2026-11-24T22:00:00Z', 'UTC', 'Tuesday, Nov 24, 2026, 22:00'],
    ['2026-11-21T12:00:00Z', 'UTC', 'Saturday, Nov 21, 2026, 12:00'],
    // Friday evening in New York, Saturday in UTC.
    ['2026-11-21T01:00:00Z', 'America/New_York', null],
    // The night when clocks go back.
    ['2026-11-01T10:30:00Z', 'America/New_York', 'Sunday, Nov 1, 2026, 05:30'],
  ])('%s in %s is %s', (at, zone, expected) => {
    expect(offHours(Date.parse(at), zone, hours)).toBe(expected)
  })
})

describe('settings', () => {
  test('stored settings get what was added since', () => {
    expect(storedSettings(null)).toEqual(DEFAULT_CHECK_SETTINGS)
    const stored = storedSettings(JSON.stringify({ similarDays: 3, modes: { SPLIT: 'HOLD' } }))
    expect(stored).toMatchObject({ similarDays: 3, splitDays: 7, modes: { SPLIT: 'HOLD', DUPLICATE: 'HOLD' } })
    expect(checkSettings.safeParse(stored).success).toBe(true)
  })

  test('a day that ends before it starts and an unknown time zone are refused', () => {
    const faults = (more: object) =>
      checkSettings.safeParse({ ...DEFAULT_CHECK_SETTINGS, ...more }).error?.issues.map(({ path }) => path.join('.'))
    expect(faults({ dayStart: '22:00', dayEnd: '06:00' })).toEqual(['dayEnd'])
    expect(faults({ timeZone: 'Mars/Olympus' })).toEqual(['timeZone'])
    expect(faults({ splitLimit: -1 })).toEqual(['splitLimit'])
    expect(faults({ similarDays: 1.5 })).toEqual(['similarDays'])
  })
})
