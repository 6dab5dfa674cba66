import { describe, expect, it } from 'vitest'
import type { MappingRow } from '../../../../schema/planning/actuals/mapping-values.ts'
import {
  allMatched,
  allWith,
  changesOf,
  editedRow,
  faultsByRow,
  NO_EDITS,
  ticked,
  withEdit,
} from '../../../../web/features/planning/actuals/mapping-edits.ts'

const row = (id: string, more: Partial<MappingRow> = {}): MappingRow => ({
  ...{ id, kind: 'VENDOR', name: `Accounting ${id}`, number: null, erpId: id, isActive: true, classification: null },
  ...{ target: null, proposal: { id: `vendor-${id}`, name: `Vendor ${id}` }, department: null, businessUnit: null },
  ...{ type: null, trackingLevel: 'ALL_TRANSACTIONS', isPayroll: false, isTracked: true, isDismissed: false },
  ...{ isUnmapped: true, last12: { value: 0, currency: 'USD' }, createdAt: '', version: 3 },
  ...more,
})
const mapped = (id: string) => row(id, { target: { id: 'old', name: 'Old' }, proposal: null, isUnmapped: false })

describe('changes that aren’t saved', () => {
  it('ticking an open row maps it to what its name means, and again leaves nothing to save', () => {
    const edits = ticked(NO_EDITS, row('a'))
    expect(changesOf('VENDOR', [row('a')], edits)).toEqual([{ id: 'a', version: 3, vendorId: 'vendor-a' }])
    expect(ticked(edits, row('a')).size).toBe(0)
  })

  it('unticking a mapped row unmaps it, and ticking it again leaves it as it was', () => {
    const edits = ticked(NO_EDITS, mapped('a'))
    expect(changesOf('VENDOR', [mapped('a')], edits)).toEqual([{ id: 'a', version: 3, vendorId: null }])
    expect(ticked(edits, mapped('a')).size).toBe(0)
  })

  it('what matches nothing becomes a new one with its name', () => {
    const alone = row('a', { proposal: { id: null, name: 'Acme' } })
    const edits = ticked(NO_EDITS, alone)
    expect(editedRow(alone, edits).target).toEqual({ id: null, name: 'Acme' })
    expect(changesOf('VENDOR', [alone], edits)).toEqual([{ id: 'a', version: 3, newVendorName: 'Acme' }])
  })

  it('matching all maps open rows only, and keeps what was chosen', () => {
    const rows = [row('a'), row('b'), mapped('c'), row('d', { isDismissed: true, isUnmapped: false })]
    const chosen = withEdit(NO_EDITS, row('b'), { target: { id: 'mine', name: 'Mine' } })
    const edits = allMatched(chosen, rows)
    expect(changesOf('VENDOR', rows, edits).map(({ id, vendorId }) => [id, vendorId])).toEqual([
      ['a', 'vendor-a'],
      ['b', 'mine'],
    ])
  })

  it('a vendor is mapped or dismissed, whichever was said last', () => {
    const dismissed = withEdit(NO_EDITS, mapped('a'), { isDismissed: true })
    expect(changesOf('VENDOR', [mapped('a')], dismissed)).toEqual([
      { id: 'a', version: 3, isDismissed: true, vendorId: null },
    ])
    const back = withEdit(dismissed, mapped('a'), { target: { id: 'new', name: 'New' } })
    expect(changesOf('VENDOR', [mapped('a')], back)).toEqual([{ id: 'a', version: 3, vendorId: 'new' }])
  })

  it('one choice for several rows', () => {
    const rows = [row('a'), row('b')]
    const edits = allWith(NO_EDITS, rows, { target: { id: 'v', name: 'V' } })
    expect(changesOf('VENDOR', rows, edits).map(({ vendorId }) => vendorId)).toEqual(['v', 'v'])
  })

  it('accounts send their department and business unit, and null to clear them', () => {
    const account = row('a', { kind: 'EXPENSE_ACCOUNT', department: { id: 'd', name: 'D' } })
    const edits = withEdit(NO_EDITS, account, {
      department: null,
      businessUnit: { id: 'b', name: 'B' },
      isPayroll: true,
    })
    expect(changesOf('EXPENSE_ACCOUNT', [account], edits)).toEqual([
      { id: 'a', version: 3, departmentId: null, businessUnitId: 'b', isPayroll: true },
    ])
  })

  it('messages of the server belong to their rows', () => {
    expect(faultsByRow({ 'changes.1.vendorId': 'Choose a vendor', other: 'No' }, ['a', 'b'])).toEqual({
      b: 'Choose a vendor',
    })
  })
})
