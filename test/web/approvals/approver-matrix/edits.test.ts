import { describe, expect, it } from 'vitest'
import { cellOf, MATRIX_LIMITS, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { logicOfGrid } from '../../../../schema/approvals/approver-matrix/wire.ts'
import {
  addConditionColumn,
  clearRange,
  fillDown,
  freeColumnName,
  insertRow,
  moveColumn,
  moveRow,
  newRow,
  pasteBlock,
  removeColumn,
  setCell,
} from '../../../../web/features/approvals/approver-matrix/edits.ts'
import { rowsText } from '../../../../web/features/approvals/approver-matrix/finding-words.ts'
import { moved, rangeBetween, tabFrom } from '../../../../web/features/approvals/approver-matrix/grid/places.ts'
import { matrixProblems, serverProblems } from '../../../../web/features/approvals/approver-matrix/problems.ts'
import { knownOnly, unknownEntry } from '../../../../web/features/approvals/approver-matrix/unknown.ts'

const grid: MatrixGrid = {
  conditionColumns: [
    { id: 'DEPARTMENT', conditionType: 'DEPARTMENT' },
    { id: 'ENTITY', conditionType: 'ENTITY' },
  ],
  approverColumns: [{ id: 'a', name: 'Approver' }],
  rows: [
    { id: 'r1', conditions: { DEPARTMENT: ['eng'] }, approvers: { a: ['dana'] } },
    { id: 'r2', conditions: {}, approvers: { a: ['omar'] } },
  ],
}
const column = (of: MatrixGrid, id: string) => of.rows.map((row) => [...cellOf(row, id)])
const ids = (of: MatrixGrid) => of.rows.map((row) => row.id)
let next = 0
const newId = () => `new-${next++}`

describe('editing a matrix', () => {
  it('edits that change nothing return the same matrix, so there is nothing to save or undo', () => {
    expect(setCell(grid, 'r1', 'DEPARTMENT', ['eng', 'eng'])).toBe(grid)
    expect(clearRange(grid, { top: 1, bottom: 1, left: 0, right: 1 })).toBe(grid)
    expect(moveRow(grid, 0, 1)).toBe(grid)
    expect(addConditionColumn(grid, 'ENTITY')).toBe(grid)
  })

  it('a pasted block is written from its cell on, adds missing rows, and reports what didn’t fit', () => {
    const at = { top: 1, bottom: 1, left: 1, right: 1 }
    const {
      grid: after,
      range,
      lostColumns,
    } = pasteBlock(
      grid,
      at,
      [
        [['us'], ['dana'], ['lost']],
        [['pt'], []],
      ],
      newId,
    )
    expect(column(after, 'ENTITY')).toEqual([[], ['us'], ['pt']])
    expect(column(after, 'a')).toEqual([['dana'], ['dana'], []])
    expect({ range, lostColumns }).toEqual({ range: { top: 1, bottom: 2, left: 1, right: 2 }, lostColumns: 1 })
  })

  it('one pasted cell, or its first row, fills a whole selection', () => {
    const all = { top: 0, bottom: 1, left: 0, right: 1 }
    expect(column(pasteBlock(grid, all, [[['ops']]], newId).grid, 'ENTITY')).toEqual([['ops'], ['ops']])
    expect(column(fillDown(grid, all), 'DEPARTMENT')).toEqual([['eng'], ['eng']])
  })

  it('no edit makes more rows than a matrix may have', () => {
    const rows = Array.from({ length: MATRIX_LIMITS.rows }, (_, i) => newRow(`r${i}`))
    const full = { ...grid, rows }
    expect(insertRow(full, 0, newRow('more'))).toBe(full)
    const last = { top: 999, bottom: 999, left: 0, right: 0 }
    const pasted = pasteBlock(full, last, [[['eng']], [['ops']]], newId)
    expect({ rows: pasted.grid.rows.length, lost: pasted.lostRows }).toEqual({ rows: 1000, lost: 1 })
  })

  it('rows and columns move with their cells, and conditions stay before approvers', () => {
    expect(ids(moveRow(grid, 0, 2))).toEqual(['r2', 'r1'])
    expect(moveColumn(grid, 0, 3).conditionColumns.map(({ id }) => id)).toEqual(['ENTITY', 'DEPARTMENT'])
    expect(moveColumn(grid, 2, 0)).toEqual(grid)
    expect(removeColumn(grid, 'DEPARTMENT').rows[0]).toEqual({ id: 'r1', conditions: {}, approvers: { a: ['dana'] } })
    expect(freeColumnName(grid)).toBe('Approver 2')
  })
})

describe('moving through the grid', () => {
  const extent = { rows: 2, columns: 3, hasNotes: true }
  it('arrow keys stay in the grid and reach headers and the line that adds a row', () => {
    expect(moved({ row: 0, column: 1 }, 'ArrowUp', false, extent)).toEqual({ row: -1, column: 1 })
    expect(moved({ row: -1, column: 0 }, 'ArrowLeft', false, extent)).toEqual({ row: -1, column: 0 })
    expect(moved({ row: 1, column: 1 }, 'ArrowDown', false, extent)).toEqual({ row: 2, column: 1 })
    expect(moved({ row: 0, column: 1 }, 'ArrowRight', true, extent)).toEqual({ row: 0, column: 4 })
    expect(moved({ row: 1, column: 3 }, 'Home', true, extent)).toEqual({ row: 0, column: 1 })
    expect(moved({ row: 0, column: 1 }, 'x', false, extent)).toBeNull()
  })

  it('Tab goes through all cells and leaves the grid at both ends', () => {
    expect(tabFrom({ row: 0, column: 3 }, extent, false)).toEqual({ row: 1, column: 1 })
    expect(tabFrom({ row: 1, column: 3 }, extent, false)).toBeNull()
    expect(tabFrom({ row: 1, column: 1 }, extent, true)).toEqual({ row: 0, column: 3 })
    expect(tabFrom({ row: 0, column: 1 }, extent, true)).toBeNull()
  })

  it('blocks can be selected, and whole rows from their numbers', () => {
    const range = (a: [number, number], b: [number, number]) =>
      rangeBetween({ row: a[0], column: a[1] }, { row: b[0], column: b[1] }, extent)
    expect(range([1, 3], [0, 2])).toEqual({ top: 0, bottom: 1, left: 1, right: 2 })
    expect(range([0, 0], [1, 0])).toEqual({ top: 0, bottom: 1, left: 0, right: 2 })
    expect(range([-1, 1], [-1, 1])).toBeNull()
    expect(range([2, 1], [2, 1])).toBeNull()
  })
})

describe('what prevents saving', () => {
  const names = new Map([
    ['dana', { name: 'Dana Fox', disabled: true }],
    ['omar', { name: 'Omar Haddad' }],
  ])
  it('unknown names and added people who may not sign in prevent saving, at their cell', () => {
    const added = setCell(setCell(grid, 'r2', 'a', ['omar', 'dana']), 'r1', 'ENTITY', [unknownEntry('Mars')])
    const saved = { ...grid, rows: grid.rows.slice(1) }
    expect(matrixProblems(added, saved, names).map(({ where, message }) => `${where}: ${message}`)).toEqual([
      'Row 1, Entity: “Mars” doesn’t exist. Choose an existing name, or remove it.',
      'Row 1, Approver: Dana Fox can’t sign in anymore and can’t approve',
      'Row 2, Approver: Dana Fox can’t sign in anymore and can’t approve',
    ])
    expect(matrixProblems(grid, grid, names)).toEqual([])
    expect(column(knownOnly(added), 'ENTITY')).toEqual([[], []])
  })

  it('a column without a name, or with another’s name, prevents saving', () => {
    const columns = [...grid.approverColumns, { id: 'b', name: 'APPROVER' }, { id: 'c', name: ' ' }]
    const found = matrixProblems({ ...grid, approverColumns: columns }, grid, new Map())
    expect(found.map(({ columnId, message }) => [columnId, message])).toEqual([
      ['b', 'Another column has this name'],
      ['c', 'Name this column'],
    ])
  })

  it('a fault reported by the server is shown at the cell that was sent', () => {
    const sent = logicOfGrid(setCell(grid, 'r1', 'a', []), 1)
    const [problem] = serverProblems({ 'approverColumns.0.cells.0.users': 'No' }, sent)
    expect(problem).toEqual({ rowId: 'r2', columnId: 'a', where: 'Row 2', message: 'No' })
  })
})

it('rows are counted in words', () => {
  expect(rowsText([1])).toBe('Row 2')
  expect(rowsText([0, 4])).toBe('Rows 1 and 5')
  expect(rowsText([0, 4, 6])).toBe('Rows 1, 5 and 7')
  expect(rowsText([0, 4, 6, 7, 8])).toBe('Rows 1, 5 and 3 others')
})
