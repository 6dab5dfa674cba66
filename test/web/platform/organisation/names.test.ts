import { describe, expect, it } from 'vitest'
import { changesOf, errorsByRow, newRow, withSaved } from '../../../../web/features/platform/organisation/names.ts'

const unit = (id: string, name: string, version = 1) => ({ id, name, version })
const typed = (rows: ReturnType<typeof withSaved>, id: string, name: string) =>
  rows.map((row) => (row.id === id ? { ...row, name } : row))

describe('the editor of all names', () => {
  const saved = [unit('a', 'Alpha'), unit('b', 'Beta'), unit('c', 'Gamma')]
  const rows = withSaved([], saved)

  it('only changed names are saved, trimmed, with the version that was read', () => {
    expect(changesOf(rows)).toEqual([])
    expect(
      changesOf([...typed(rows, 'b', ' Beta Two '), newRow('new-1'), { ...newRow('new-2'), name: 'Delta' }]),
    ).toEqual([
      { key: 'b', unit: { id: 'b', name: 'Beta Two', version: 1 } },
      { key: 'new-2', unit: { name: 'Delta' } },
    ])
  })

  it('one’s own text is kept beside someone else’s, and saving then replaces the newer version', () => {
    const mine = typed(rows, 'b', 'Mine')
    const next = withSaved(mine, [unit('a', 'Alpha 2', 2), unit('b', 'Theirs', 2), unit('c', 'Gamma')])
    expect(next.map(({ name, theirs }) => ({ name, theirs }))).toEqual([
      { name: 'Alpha 2', theirs: null },
      { name: 'Mine', theirs: 'Theirs' },
      { name: 'Gamma', theirs: null },
    ])
    expect(changesOf(next)).toEqual([{ key: 'b', unit: { id: 'b', name: 'Mine', version: 2 } }])
  })

  it('two people typing the same name is no conflict', () => {
    const next = withSaved(typed(rows, 'b', 'Same'), [unit('b', 'Same', 2)])
    expect(changesOf(next)).toEqual([])
    expect(next[0]?.theirs).toBeNull()
  })

  it('a deleted row with unsaved text is reported and not saved, and an untouched one disappears', () => {
    const next = withSaved(typed(rows, 'b', 'Mine'), [unit('c', 'Gamma')])
    expect(next.map(({ id, gone }) => ({ id, gone }))).toEqual([
      { id: 'b', gone: true },
      { id: 'c', gone: false },
    ])
    expect(changesOf(next)).toEqual([])
  })

  it('rows that others added appear, with one’s own new rows at the end', () => {
    const next = withSaved([...rows, { ...newRow('new-1'), name: 'Delta' }], [...saved, unit('d', 'Theirs')])
    expect(next.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma', 'Theirs', 'Delta'])
  })

  it('the server’s messages appear beside the rows that were sent', () => {
    const sent = [{ key: 'b' }, { key: 'new-1' }]
    expect(errorsByRow({ 'departments.1.name': 'Another department has this name' }, sent)).toEqual({
      'new-1': 'Another department has this name',
    })
    expect(errorsByRow({ 'body.0.name': 'Required', body: 'At most 200 at once' }, sent)).toEqual({ b: 'Required' })
  })
})
