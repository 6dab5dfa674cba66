import { describe, expect, it, vi } from 'vitest'
import type { Bill } from '../../../../schema/money/bills/endpoints.ts'
import type { BillFormValues } from '../../../../schema/money/bills/form-endpoints.ts'
import { type BillValues, emptyValues, withTotal } from '../../../../web/features/money/bills/form-values.ts'
import type { FoundInvoice } from '../../../../web/features/money/bills/found-values.ts'
import type { BillForm } from '../../../../web/features/money/bills/lines/line-extras.tsx'
import { fromLatest, givenByLatest, offeredLines } from '../../../../web/features/money/bills/taken-values.ts'

/** Amounts and accounts of a bill, when someone takes the last bill's values and an invoice's lines. */

const EMPTY = emptyValues({
  ...{ userId: 'me', currency: 'USD' },
  options: { entities: [], customFields: [], lineCustomFields: [], currencies: [] } as unknown as BillFormValues,
})
const field = (value: string) => ({ value, customFieldScriptId: 'cost', customSegmentScriptId: 'region' })
const lineOf = (id: string, memo: string, account: string, value: number) => ({
  ...{ id, memo, amount: { value, currency: 'EUR' }, erpAccount: { id: account }, erpTaxCode: { id: 'vat' } },
  ...{ erpClassification: { id: 'robots' }, erpDepartmentMapping: { id: 'engineering' } },
  ...{ erpAmortizationTemplate: { id: 'straight' }, amortizationStartDate: '2026-01-01' },
  ...{ amortizationEndDate: '2026-12-31', erpCustomFieldValues: [field('1')], customSegments: [field('2')] },
})
/** It has a value in each field that there is. */
const LAST = {
  ...{ id: 'b', requestor: { id: 'x' }, erpVendorId: 'v', invoice: { id: 'old' }, erpEntityId: 'us' },
  ...{ invoiceNumber: 'OLD', invoiceDate: '2026-10-01', dueDate: '2026-10-31', description: 'Hosting' },
  ...{ totalAmount: { value: 90_000, currency: 'EUR' }, isCredit: true, accountingPeriodId: 'october' },
  ...{ erpTaxCode: { id: 'vat' }, erpAmortizationTemplate: { id: 'straight' }, erpCustomFieldValues: [field('3')] },
  ...{ amortizationStartDate: '2026-01-01', amortizationEndDate: '2026-12-31', spendRequestId: 'spend' },
  ...{ intakeSubmissionId: 'request', purchaseOrder: { id: 'order' }, watchers: [{ id: 'ada' }] },
  lines: [lineOf('1', 'Compute', 'hosting', 60_000), lineOf('2', 'Storage', 'disks', 30_000)],
} as unknown as Bill

const withLine = (values: BillValues, typed: Partial<BillValues['lines'][number]>): BillValues => ({
  ...values,
  lines: values.lines.map((line) => ({ ...line, ...typed })),
})

/** Which word says that a field is taken. */
const WORD_OF: Record<string, string> = {
  ...{ erpEntityId: 'entity', currency: 'currency (EUR)', daysToPay: 'days to pay', dueDate: 'days to pay' },
  ...{ memo: 'memos', erpAccountId: 'accounts', erpDepartmentMappingId: 'departments', erpBusinessUnitId: 'classes' },
  ...{ erpTaxCodeId: 'tax codes', fields: 'custom fields', segments: 'segments' },
}
const changedIn = (before: object, after: object): string[] =>
  Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as never]))
    .map(([name]) => name)
    .filter((name) => !['key', 'lines', 'id'].includes(name))
/** Everything that the last bill changes in the form, of its lines too. */
const takenBy = (values: BillValues): string[] => {
  const after = fromLatest(values, LAST)
  const [line] = values.lines
  return [...changedIn(values, after), ...after.lines.flatMap((one) => changedIn(line ?? {}, one))]
}

describe('the last bill of a vendor', () => {
  const dated = { ...EMPTY, invoiceDate: '2026-11-05' }
  it.each([
    ['an empty form', EMPTY],
    ['one with a date', dated],
    ['one with a total', withTotal(dated, 125_000)],
    ['one with a due date', { ...dated, dueDate: '2026-12-24' }],
    ['one with that entity, and a memo', withLine({ ...dated, erpEntityId: 'us' }, { memo: 'Mine', amount: 500 })],
  ])('takes exactly what it says, and no amount: %s', (_, values) => {
    const taken = [...new Set(takenBy(values).map((name) => WORD_OF[name] ?? `not said: ${name}`))]
    expect(taken.sort()).toEqual([...givenByLatest(values, LAST)].sort())
  })

  it('what was chosen stays where the last bill has nothing', () => {
    const bare = { ...LAST, lines: LAST.lines.map((line) => ({ ...line, erpDepartmentMapping: null })) } as Bill
    for (const line of [{ amount: 500 }, {}]) {
      const values = withLine(EMPTY, { ...line, erpDepartmentMappingId: 'legal' })
      expect(fromLatest(values, bare).lines[0]).toMatchObject({
        ...{ erpDepartmentMappingId: 'legal', erpAccountId: 'hosting' },
      })
      expect(givenByLatest(values, bare)).not.toContain('departments')
    }
  })

  it('a total that was typed stays, and is that of the only line', () => {
    const values = fromLatest(withTotal(EMPTY, 125_000), LAST)
    expect([values.totalAmount, values.lines.map(({ amount }) => amount)]).toEqual([125_000, [125_000]])
    // Without a total, its two lines are there to be filled in.
    expect(fromLatest(EMPTY, LAST).lines.map(({ amount, memo }) => [memo, amount])).toEqual([
      ['Compute', null],
      ['Storage', null],
    ])
  })
})

describe('the lines of an invoice', () => {
  const seen = (description: string, amount: number) => ({
    ...{ value: { description, amount, quantity: null, unitPrice: null }, isLearned: false, doubt: null },
    entity: { mentionText: description, pageAnchor: { pageRefs: [{ page: 1 }] }, confidence: 0.9, contradicted: false },
  })
  const FOUND = {
    ...{ isCut: false, difference: 0, extras: [{ description: 'Tax', amount: 20_000 }] },
    lines: [seen('Storage', 45_000), seen('Compute', 60_000)],
  } as unknown as FoundInvoice

  it('keep their amounts and the accounts that are there, and are offered no more', () => {
    let values = fromLatest(withTotal(EMPTY, 125_000), LAST)
    const form = { values, setValues: vi.fn((next: BillValues) => (values = next)) } as unknown as BillForm
    offeredLines(form, FOUND)?.()
    expect(values.lines.map(({ memo, amount, erpAccountId }) => [memo, amount, erpAccountId])).toEqual([
      ['Storage', 45_000, 'hosting'],
      ['Compute', 60_000, 'hosting'],
      ['Tax', 20_000, 'hosting'],
    ])
    expect(values.totalAmount).toBe(125_000)
    expect(offeredLines({ ...form, values } as BillForm, FOUND)).toBeUndefined()
    // Someone corrected an amount, so that the invoice's can be taken again.
    const corrected = values.lines.map((line, at) => (at === 0 ? { ...line, amount: 44_000 } : line))
    expect(offeredLines({ ...form, values: { ...values, lines: corrected } } as BillForm, FOUND)).toBeDefined()
  })
})
