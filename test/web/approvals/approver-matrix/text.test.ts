import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_GRID, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import {
  type Known,
  type Resolver,
  readCell,
  textsIn,
} from '../../../../web/features/approvals/approver-matrix/text/cell-text.ts'
import {
  formatDelimited,
  parseDelimited,
  parseFile,
} from '../../../../web/features/approvals/approver-matrix/text/delimited.ts'
import {
  exportLines,
  importedRows,
  kindsOf,
  planImport,
  textsOfLines,
} from '../../../../web/features/approvals/approver-matrix/text/table.ts'
import { unknownEntry } from '../../../../web/features/approvals/approver-matrix/unknown.ts'

const NAMES = new Map<string, Known>([
  ['eng', { name: 'Engineering' }],
  ['risk', { name: 'Legal, Risk & Compliance' }],
  ['dana', { name: 'Dana Fox', email: 'dana@x.test' }],
  ['sam1', { name: 'Sam Lee', email: 'sam@x.test' }],
  ['sam2', { name: 'Sam Lee', email: 'lee@x.test' }],
])
const USERS = ['dana', 'sam1', 'sam2']
/** As the server answers: names regardless of case, people also by address. */
const resolve: Resolver = (kind, text) =>
  [...NAMES]
    .filter(([id]) => USERS.includes(id) === (kind === 'users'))
    .filter(([, { name, email }]) => [name, email].some((known) => known?.toLowerCase() === text.toLowerCase()))
    .map(([id]) => id)

const GRID: MatrixGrid = {
  conditionColumns: [{ id: 'DEPARTMENT', conditionType: 'DEPARTMENT' }],
  approverColumns: [
    { id: 'a', name: 'Finance' },
    { id: 'b', name: 'Department' },
  ],
  rows: [
    { id: 'r1', conditions: { DEPARTMENT: ['eng', 'risk'] }, approvers: { a: ['dana', 'sam1'] } },
    { id: 'r2', conditions: {}, approvers: { a: ['sam2'], b: [unknownEntry('Nobody Known')] } },
  ],
}

describe('tables as text', () => {
  it('a table is read back as it was written, with any contents', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\t', '\n', ';', 'é') })
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (lines) => {
        for (const delimiter of ['\t', ','] as const) {
          const written = formatDelimited(lines, delimiter)
          const safe = lines.map((line) => line.map((text) => (/^[\t\n]/.test(text) ? `'${text}` : text)))
          expect(parseDelimited(written, delimiter)).toEqual(safe)
        }
      }),
    )
  })

  it('no cell can run as a formula in a spreadsheet', () => {
    expect(formatDelimited([['=1+1', '+1', '-1', '@x', 'fine']], ',')).toBe("'=1+1,'+1,'-1,'@x,fine")
  })

  it('the separator of a file is recognized by its first line, and its byte order mark is dropped', () => {
    expect(parseFile('\uFEFFDepartment,Finance\r\nA,"B; C"\r\n')).toEqual([
      ['Department', 'Finance'],
      ['A', 'B; C'],
    ])
    expect(parseFile('Department\tFinance\nA, B\tC\n')).toEqual([
      ['Department', 'Finance'],
      ['A, B', 'C'],
    ])
  })
})

describe('the text of a cell', () => {
  it('names and addresses become people, and unknown or ambiguous ones stay text', () => {
    expect(readCell('dana fox; LEE@x.test', 'users', resolve)).toEqual(['dana', 'sam2'])
    expect(readCell('Dana Fox <dana@x.test>', 'users', resolve)).toEqual(['dana'])
    expect(readCell('Sam Lee; Jo', 'users', resolve)).toEqual([
      unknownEntry('Sam Lee', 'AMBIGUOUS'),
      unknownEntry('Jo'),
    ])
    expect(readCell("'=cmd; Dana Fox", 'users', resolve)).toEqual([unknownEntry('=cmd'), 'dana'])
  })

  it('a comma may be part of a name or separate names', () => {
    expect(textsIn('Legal, Risk & Compliance')).toEqual(['Legal, Risk & Compliance', 'Legal', 'Risk & Compliance'])
    expect(readCell('Legal, Risk & Compliance', 'DEPARTMENT', resolve)).toEqual(['risk'])
    expect(readCell('dana@x.test, sam@x.test', 'users', resolve)).toEqual(['dana', 'sam1'])
  })

  it('a condition can match anything, but approvers can’t be anyone', () => {
    for (const text of ['', '*', 'Any', ' anything ']) expect(readCell(text, 'DEPARTMENT', resolve)).toEqual([])
    expect(readCell('*', 'users', resolve)).toEqual([unknownEntry('*')])
  })
})

describe('a matrix file', () => {
  it('importing an exported file restores the same matrix, also into an empty one', () => {
    const lines = exportLines(GRID, NAMES)
    expect(lines).toEqual([
      ['Department', 'Finance', 'Approver: Department'],
      ['Engineering; Legal, Risk & Compliance', 'Dana Fox; sam@x.test', ''],
      ['', 'lee@x.test', 'Nobody Known'],
    ])
    const file = parseFile(formatDelimited(lines, ','))
    let made = 0
    const plan = planImport(EMPTY_GRID, file, () => `new-${made++}`)
    if (!plan) throw new Error('The file was not understood')
    expect(plan.columns.map((column) => [column.kind, column.label])).toEqual([
      ['condition', 'Department'],
      ['approver', 'Finance'],
      ['approver', 'Department'],
    ])
    const again = planImport(GRID, file, () => 'unused')
    expect(again?.grid).toEqual(GRID)
    const texts = textsOfLines(again?.lines ?? [], kindsOf(again?.columns ?? []))
    expect(texts.users).toEqual(['Dana Fox', 'sam@x.test', 'lee@x.test', 'Nobody Known'])
    const rows = again ? importedRows(again, resolve, () => 'row') : []
    expect(rows.map(({ conditions, approvers }) => ({ conditions, approvers }))).toEqual(
      GRID.rows.map(({ conditions, approvers }) => ({ conditions, approvers })),
    )
  })

  it('a file with an unnamed or repeated column is refused', () => {
    expect(
      planImport(
        EMPTY_GRID,
        [
          ['Department', ''],
          ['A', 'B'],
        ],
        () => 'x',
      ),
    ).toBeNull()
    expect(
      planImport(
        GRID,
        [
          ['Finance', 'finance'],
          ['A', 'B'],
        ],
        () => 'x',
      ),
    ).toBeNull()
    expect(planImport(EMPTY_GRID, [], () => 'x')).toBeNull()
  })
})
