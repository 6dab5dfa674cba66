import { describe, expect, it } from 'vitest'
import { fieldOfMark, markOfField } from '../../../../web/features/money/bills/desk/marks-of.ts'
import { type BillValues, bodyOf, missingOf, nextLine } from '../../../../web/features/money/bills/form-values.ts'
import { splitLine } from '../../../../web/ui/grid/line-columns.ts'

const line = { ...nextLine([]), id: 'l1', memo: 'Seats', erpAccountId: 'a1', amount: 1001 }

describe('a line that is split', () => {
  it('parts of a split line add up to it and are booked like it, and only the first is the line that was saved', () => {
    const parts = splitLine(line, 2)
    expect(parts.map(({ id, memo, erpAccountId, amount }) => [id, memo, erpAccountId, amount])).toEqual([
      ['l1', 'Seats', 'a1', 501],
      [undefined, 'Seats', 'a1', 500],
    ])
    expect(new Set(parts.map(({ key }) => key)).size).toBe(2)
  })

  it.each([
    [100, 3, [34, 33, 33]],
    [1, 2, [1, 0]],
    [null, 2, [null, null]],
  ])('%s in %s parts is %s', (amount, count, amounts) => {
    expect(splitLine({ ...line, amount }, count).map((part) => part.amount)).toEqual(amounts)
  })
})

describe('what couldn’t be read in a cell', () => {
  const options = { needsAccounts: false, needsEntity: false, currencies: [] } as never
  const values = {
    isNewVendor: false,
    erpVendorId: 'v1',
    invoiceId: 'i1',
    erpEntityId: null,
    fields: {},
    currency: 'USD',
    lines: [line, { ...line, unread: { erpDepartmentMappingId: 'Enginering', amount: 'a lot' } }],
  } as object as BillValues

  it('a text that couldn’t be read is refused in its cell, also where nothing is required', () => {
    expect(missingOf(options)(values)).toEqual({
      'lines.1.erpDepartmentMappingId': 'Not found. Choose one from the list',
      'lines.1.amount': 'Enter an amount, such as 1,250.00',
    })
  })

  it('the text of a cell that couldn’t be read isn’t sent', () => {
    expect(JSON.stringify(bodyOf(options)(values))).not.toContain('unread')
  })
})

describe('marks on an invoice', () => {
  it.each([
    ['invoiceNumber', 'invoiceNumber'],
    ['lines.3.amount', 'lines.3'],
    ['lines.12.memo', 'lines.12'],
  ])('the field %s is marked as %s', (field, mark) => {
    expect(markOfField(field)).toBe(mark)
  })

  it('the mark of a line leads to its amount, and any other to its field', () => {
    expect([fieldOfMark('lines.3'), fieldOfMark('totalAmount')]).toEqual(['lines.3.amount', 'totalAmount'])
  })
})
