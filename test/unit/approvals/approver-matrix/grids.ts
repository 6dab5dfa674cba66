import fc from 'fast-check'
import type { MatrixFacts } from '../../../../schema/approvals/approver-matrix/matching.ts'
import type { MatrixGrid, MatrixRow } from '../../../../schema/approvals/approver-matrix/model.ts'

/** Small matrices over a small company, so that every request can be tried. */
export const DEPARTMENTS = ['eng', 'ops', 'law']
export const ENTITIES = ['us', 'pt']
export const PEOPLE = ['ada', 'ben', 'cleo']

export const COLUMNS: Pick<MatrixGrid, 'conditionColumns' | 'approverColumns'> = {
  conditionColumns: [
    { id: 'department', conditionType: 'DEPARTMENT' },
    { id: 'entity', conditionType: 'ENTITY' },
  ],
  approverColumns: [
    { id: 'first', name: 'First' },
    { id: 'second', name: 'Second' },
  ],
}

export const row = (
  id: string,
  cells: { department?: string[]; entity?: string[]; first?: string[]; second?: string[] },
): MatrixRow => ({
  id,
  conditions: { department: cells.department ?? [], entity: cells.entity ?? [] },
  approvers: { first: cells.first ?? [], second: cells.second ?? [] },
})

export const grid = (...rows: MatrixRow[]): MatrixGrid => ({ ...COLUMNS, rows })

const subset = (values: string[]) => fc.subarray(values)

export const anyCells = fc.record({
  department: subset(DEPARTMENTS),
  entity: subset(ENTITIES),
  first: subset(PEOPLE.slice(0, 2)),
  second: subset(PEOPLE.slice(1, 2)),
})

export const anyGrid = (max: number) =>
  fc.array(anyCells, { maxLength: max }).map((all) => grid(...all.map((cells, i) => row(`r${i}`, cells))))

const subsetsOf = (values: string[]): string[][] =>
  Array.from({ length: 2 ** values.length }, (_, bits) => values.filter((_value, i) => (bits >> i) & 1))

/** Every possible request: any departments with any entities, including none. */
export const EVERY_REQUEST: MatrixFacts[] = subsetsOf(DEPARTMENTS).flatMap((DEPARTMENT) =>
  subsetsOf(ENTITIES).map((ENTITY) => ({ DEPARTMENT, ENTITY, BUSINESS_UNIT: [], CATEGORY: [] })),
)
