import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Finding, findingsOf } from '../../../../schema/approvals/approver-matrix/findings.ts'
import { evaluateMatrix, rowMatches } from '../../../../schema/approvals/approver-matrix/matching.ts'
import { MATRIX_LIMITS, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { resolveApprovers } from '../../../../schema/approvals/engine/approvers.ts'
import { namedFacts, type PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { anyGrid, COLUMNS, EVERY_REQUEST, grid, row } from './grids.ts'

const fine = () => 'OK' as const
const kinds = (findings: Finding[], rowId: string) => findings.filter((f) => f.rowId === rowId).map((f) => f.kind)

/** Who approves in every column, for every possible request: the matrix by brute force. */
const answersOf = (of: MatrixGrid): string =>
  JSON.stringify(
    EVERY_REQUEST.map((facts) =>
      of.approverColumns.map((column) =>
        [
          ...new Set(
            of.rows
              .filter((r) => rowMatches(of.conditionColumns, r, facts))
              .flatMap((r) => r.approvers[column.id] ?? []),
          ),
        ].sort(),
      ),
    ),
  )
const without = (of: MatrixGrid, ids: string[]): MatrixGrid => ({
  ...of,
  rows: of.rows.filter((r) => !ids.includes(r.id)),
})
const names = (of: MatrixGrid, id: string) =>
  of.rows.some((r) => r.id === id && Object.values(r.approvers).some((cell) => cell.length > 0))

describe('redundant rows', () => {
  it('redundant rows can all be removed together without changing any request’s approvers', () => {
    fc.assert(
      fc.property(anyGrid(6), (of) => {
        const redundant = findingsOf(of, fine).flatMap((f) => (f.kind === 'REDUNDANT' ? [f.rowId] : []))
        expect(answersOf(without(of, redundant))).toBe(answersOf(of))
      }),
      { numRuns: 2000 },
    )
  })

  it('only redundant rows can be removed: removing any other row that names someone changes some request', () => {
    fc.assert(
      fc.property(anyGrid(6), (of) => {
        const redundant = findingsOf(of, fine).flatMap((f) => (f.kind === 'REDUNDANT' ? [f.rowId] : []))
        const rest = without(of, redundant)
        for (const { id } of rest.rows.filter((r) => names(of, r.id)))
          expect(answersOf(without(rest, [id])), id).not.toBe(answersOf(rest))
      }),
      { numRuns: 2000 },
    )
  })

  it('a redundant row is reported with the rows that cover it: a duplicate, a broader row, or two together', () => {
    const of = grid(
      row('both', { department: ['eng', 'ops'], first: ['ada'] }),
      row('eng', { department: ['eng'], first: ['ada'] }),
      row('ops', { department: ['ops'], entity: ['us'], first: ['ada'] }),
      row('twin', { department: ['eng', 'ops'], first: ['ada'] }),
    )
    const found = findingsOf(of, fine)
    expect(found).toEqual([
      { kind: 'REDUNDANT', rowId: 'eng', by: [0] },
      { kind: 'REDUNDANT', rowId: 'ops', by: [0] },
      { kind: 'REDUNDANT', rowId: 'twin', by: [0] },
    ])
    const split = grid(
      row('eng', { department: ['eng'], first: ['ada'] }),
      row('ops', { department: ['ops'], first: ['ada'] }),
      row('both', { department: ['eng', 'ops'], first: ['ada'] }),
    )
    expect(findingsOf(split, fine)).toEqual([{ kind: 'REDUNDANT', rowId: 'both', by: [0, 1] }])
  })

  it('a row isn’t redundant just because every value has a row, since a request can have no value', () => {
    const of = grid(
      row('us', { entity: ['us'], first: ['ada'] }),
      row('pt', { entity: ['pt'], first: ['ada'] }),
      row('any', { first: ['ada'] }),
    )
    expect(kinds(findingsOf(of, fine), 'any')).toEqual([])
    expect(kinds(findingsOf(of, fine), 'us')).toEqual(['REDUNDANT'])
  })
})

describe('other findings', () => {
  it('the second of two rows with the same conditions and different people is reported', () => {
    const of = grid(
      row('one', { department: ['eng', 'ops'], first: ['ada'] }),
      row('two', { department: ['ops', 'eng'], first: ['ben'] }),
    )
    expect(findingsOf(of, fine)).toEqual([{ kind: 'SAME_CONDITIONS', rowId: 'two', by: [0] }])
  })

  it('cells with disabled people or deleted values are reported, and so are rows without approvers', () => {
    const of = grid(row('one', { department: ['gone', 'eng'], first: ['ada', 'ben'] }), row('two', { entity: ['us'] }))
    const stateOf = (id: string) => (id === 'gone' ? 'UNKNOWN' : id === 'ben' ? 'DISABLED' : 'OK')
    expect(findingsOf(of, stateOf)).toEqual([
      { kind: 'UNKNOWN', rowId: 'one', columnId: 'department', ids: ['gone'] },
      { kind: 'DISABLED', rowId: 'one', columnId: 'first', ids: ['ben'] },
      { kind: 'NO_APPROVER', rowId: 'two' },
    ])
    expect(findingsOf({ ...of, approverColumns: [] }, fine)).toEqual([])
  })

  it('the largest matrix is searched for findings, however its rows overlap', () => {
    const values = Array.from({ length: 20 }, (_, i) => `v${i}`)
    const rows = Array.from({ length: MATRIX_LIMITS.rows }, (_, i) =>
      row(`r${i}`, {
        department: values.filter((_, k) => (i >> (k % 10)) & 1),
        entity: values.slice(i % 7, (i % 7) + 5),
        first: ['ada'],
        second: [`p${i % 5}`],
      }),
    )
    expect(findingsOf({ ...COLUMNS, rows }, fine).length).toBeGreaterThan(0)
  })
})

describe('the approvers that a matrix finds', () => {
  it('a matrix finds the same approvers as planning for every request', () => {
    fc.assert(
      fc.property(anyGrid(5), fc.constantFrom(...EVERY_REQUEST), (of, asked) => {
        const people = Object.fromEntries(['ada', 'ben', 'boss'].map((id) => [id, { name: id, disabled: false }]))
        const facts = {
          requestor: { userId: 'asker', name: 'Asker', managerUserId: null },
          onBehalfSubmitter: null,
          known: new Map(namedFacts({ departments: asked.DEPARTMENT, entities: asked.ENTITY })),
          organisation: { people, admins: ['boss'], groups: {}, matrices: { m: { name: 'Spend', ...of } } },
        } as unknown as PlanFacts
        const spec = {
          approverType: 'CUSTOM_APPROVERS' as const,
          approverGroupIds: [],
          approverUserIds: [],
          approverMatrixId: 'm',
          approverMatrixColumnId: 'first',
        }
        const { approvers } = evaluateMatrix(of, asked)
        const planned = resolveApprovers(spec, facts, 'Spend').approvers.map((person) => person.userId)
        expect(planned).toEqual(approvers.first?.length ? approvers.first : ['boss'])
      }),
    )
  })

  it('the answer says for each row which conditions didn’t match', () => {
    const of = grid(
      row('yes', { department: ['eng'], first: ['ada'] }),
      row('no', { department: ['ops'], entity: ['us'], first: ['ben'] }),
    )
    const facts = { DEPARTMENT: ['eng'], ENTITY: [], BUSINESS_UNIT: [], CATEGORY: [] }
    const answer = evaluateMatrix(of, facts)
    expect(answer.failing.get('yes')).toEqual([])
    expect(answer.failing.get('no')?.map((column) => column.id)).toEqual(['department', 'entity'])
    expect(answer.approvers).toEqual({ first: ['ada'], second: [] })
  })
})
