import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesBetween } from '../../../../schema/approvals/approver-matrix/difference.ts'
import { mergeGrids } from '../../../../schema/approvals/approver-matrix/merge.ts'
import { cellOf, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { gridOfLogic, logicOfGrid } from '../../../../schema/approvals/approver-matrix/wire.ts'
import { anyCells, anyGrid, COLUMNS, grid, row } from './grids.ts'

/** Some rows changed, one removed, one new, in another order: another state of the same matrix. */
const edited = (of: MatrixGrid, newId: string) =>
  fc
    .record({ cells: anyCells, changed: fc.nat(5), removed: fc.nat(9), added: fc.boolean(), turned: fc.boolean() })
    .map(({ cells, changed, removed, added, turned }): MatrixGrid => {
      const rows = of.rows
        .map((r, i) => (i === changed ? row(r.id, cells) : r))
        .filter((_, i) => i !== removed)
        .concat(added ? [row(newId, cells)] : [])
      return { ...of, rows: turned ? rows.toReversed() : rows }
    })

const plain = (of: MatrixGrid) => ({
  ...of,
  rows: of.rows.map((r) => ({
    id: r.id,
    cells: Object.fromEntries(
      [...of.conditionColumns, ...of.approverColumns].map(({ id }) => [id, [...cellOf(r, id)].sort()]),
    ),
  })),
})
const set = (of: MatrixGrid, rowId: string, first: string[]): MatrixGrid => ({
  ...of,
  rows: of.rows.map((r) => (r.id === rowId ? { ...r, approvers: { ...r.approvers, first } } : r)),
})

const base = grid(row('r0', { department: ['eng'], first: ['ada'] }), row('r1', { first: ['ben'] }))

describe('merging two people’s changes', () => {
  const three = anyGrid(5).chain((of) => fc.tuple(fc.constant(of), edited(of, 'mine'), edited(of, 'theirs')))

  it('one person’s changes win when the other changed nothing', () => {
    fc.assert(
      fc.property(three, ([of, mine, theirs]) => {
        expect(plain(mergeGrids(of, mine, of).merged)).toEqual(plain(mine))
        expect(plain(mergeGrids(of, of, theirs).merged)).toEqual(plain(theirs))
        expect(mergeGrids(of, of, theirs).conflicts).toEqual([])
      }),
    )
  })

  it('no cell is lost: each is mine or theirs, and conflicts are offered as a choice', () => {
    fc.assert(
      fc.property(three, ([of, mine, theirs]) => {
        const { merged, conflicts } = mergeGrids(of, mine, theirs)
        const asked = new Set(conflicts.map((conflict) => conflict.key))
        const read = (from: MatrixGrid, id: string, column: string) => {
          const found = from.rows.find((r) => r.id === id)
          return found && JSON.stringify([...cellOf(found, column)].sort())
        }
        for (const r of merged.rows) {
          for (const column of ['department', 'entity', 'first', 'second']) {
            const [was, own, other, is] = [of, mine, theirs, merged].map((from) => read(from, r.id, column))
            expect([own, other]).toContain(is)
            const bothChanged =
              own !== undefined && other !== undefined && own !== was && other !== was && own !== other
            expect(asked.has(`CELL ${r.id} ${column}`)).toBe(bothChanged)
            if (own === was && other !== undefined && own !== undefined) expect(is).toBe(other)
          }
        }
        for (const r of [...mine.rows, ...theirs.rows]) {
          const isNew = !of.rows.some((known) => known.id === r.id)
          if (isNew) expect(merged.rows.some((known) => known.id === r.id)).toBe(true)
        }
      }),
    )
  })

  it('conflicts in one cell are settled by choosing, and are mine until then', () => {
    const mine = set(base, 'r0', ['cleo'])
    const theirs = set(base, 'r0', ['ben'])
    const { merged, conflicts } = mergeGrids(base, mine, theirs)
    expect(conflicts).toEqual([
      { kind: 'CELL', key: 'CELL r0 first', rowId: 'r0', columnId: 'first', mine: ['cleo'], theirs: ['ben'] },
    ])
    expect(merged.rows[0]?.approvers.first).toEqual(['cleo'])
    expect(mergeGrids(base, mine, theirs, { 'CELL r0 first': 'theirs' }).merged.rows[0]?.approvers.first).toEqual([
      'ben',
    ])
  })

  it('a conflict between a removed and a changed row is settled by choosing', () => {
    const mine = { ...base, rows: base.rows.slice(1) }
    const theirs = set(base, 'r0', ['ben'])
    const { merged, conflicts } = mergeGrids(base, mine, theirs)
    expect(conflicts).toEqual([{ kind: 'ROW_REMOVED', key: 'ROW_REMOVED r0', id: 'r0', removedBy: 'mine' }])
    expect(merged.rows.map((r) => r.id)).toEqual(['r1'])
    const kept = mergeGrids(base, mine, theirs, { 'ROW_REMOVED r0': 'theirs' }).merged
    expect(kept.rows.map((r) => [r.id, r.approvers.first])).toEqual([
      ['r0', ['ben']],
      ['r1', ['ben']],
    ])
  })

  it('column changes combine: a new one from each, a new name, and the same new condition once', () => {
    const entity = { id: 'BUSINESS_UNIT', conditionType: 'BUSINESS_UNIT' as const }
    const mine: MatrixGrid = {
      ...base,
      conditionColumns: [...base.conditionColumns, entity],
      approverColumns: [...COLUMNS.approverColumns, { id: 'mine', name: 'Mine' }],
    }
    const theirs: MatrixGrid = {
      ...base,
      conditionColumns: [...base.conditionColumns, entity],
      approverColumns: [
        { id: 'first', name: 'Renamed' },
        { id: 'second', name: 'Second' },
      ],
    }
    const { merged, conflicts } = mergeGrids(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(merged.conditionColumns.map((column) => column.id)).toEqual(['department', 'entity', 'BUSINESS_UNIT'])
    expect(merged.approverColumns.map((column) => column.name)).toEqual(['Renamed', 'Second', 'Mine'])
  })
})

describe('the difference between two matrices', () => {
  it('a matrix doesn’t differ from itself', () => {
    fc.assert(
      fc.property(
        anyGrid(5).chain((of) => fc.tuple(fc.constant(of), edited(of, 'new'))),
        ([of, other]) => {
          expect(changesBetween(of, of)).toEqual([])
          expect(changesBetween(of, other).length === 0).toBe(
            JSON.stringify(plain(of)) === JSON.stringify(plain(other)),
          )
        },
      ),
    )
  })
})

describe('a matrix sent to the server', () => {
  it('the matrix arrives as it was sent', () => {
    fc.assert(
      fc.property(anyGrid(6), (of) => {
        const arrived = gridOfLogic(logicOfGrid(of, 1), [], () => 'unused')
        expect(plain(arrived)).toEqual(plain(of))
      }),
    )
  })
})
