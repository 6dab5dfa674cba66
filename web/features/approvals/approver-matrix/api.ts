import { useMutation, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import type { MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { gridOfAnswer, logicOfGrid } from '../../../../schema/approvals/approver-matrix/wire.ts'
import type { ReplayPeriod } from '../../../../schema/approvals/backtest/replay.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import type { Known } from './text/cell-text.ts'
import type { Texts } from './text/table.ts'

export const MATRICES_HREF = to('/settings/manage-approver-matrix')

export const matrixKeys = {
  all: ['approver-matrix'] as const,
  list: ['approver-matrix', 'list'] as const,
  one: (id: string) => ['approver-matrix', 'one', id] as const,
}

export type MatrixHead = endpoints.ApproverMatrixAnswer

/** A matrix being edited, with the names of what it contains. */
export interface LoadedMatrix {
  id: string
  name: string
  version: number
  grid: MatrixGrid
  names: [string, Known][]
}

const namesOf = (answer: endpoints.ApproverMatrixAnswer): [string, Known][] => [
  ...answer.conditionColumns.flatMap((column) =>
    column.cells.flatMap(({ values }) =>
      values.map(({ id, name, missing }): [string, Known] => [id, { name, missing }]),
    ),
  ),
  ...answer.approverColumns.flatMap((column) =>
    column.cells.flatMap(({ users }) => users.map(({ id, ...person }): [string, Known] => [id, person])),
  ),
]

/** Matrices by name with their columns, without rows, for the list and for choosing one. */
export const useMatrices = () =>
  useQuery({
    queryKey: matrixKeys.list,
    queryFn: ({ signal }) => call(endpoints.listApproverMatrices, { query: { cells: 'false' }, signal }),
  })

export const readMatrix = async (approverMatrixId: string, signal?: AbortSignal): Promise<LoadedMatrix> => {
  const answer = await call(endpoints.getApproverMatrix, { params: { approverMatrixId }, ...(signal && { signal }) })
  return {
    id: answer.id,
    name: answer.name,
    version: answer.version,
    grid: gridOfAnswer(answer),
    names: [...new Map(namesOf(answer))],
  }
}

export const useMatrix = (id: string) =>
  useQuery({ queryKey: matrixKeys.one(id), queryFn: ({ signal }) => readMatrix(id, signal) })

export const deleteMatrix = (approverMatrixId: string, commandId: string) =>
  call(endpoints.deleteApproverMatrix, { params: { approverMatrixId }, commandId })

export const saveMatrix = (approverMatrixId: string, grid: MatrixGrid, version: number, commandId: string) =>
  call(endpoints.saveApproverMatrixLogic, {
    params: { approverMatrixId },
    body: logicOfGrid(grid, version),
    commandId,
  })

/** Started by hand, because it plans a hundred requests twice. `variables` has the replayed draft. */
export const useBacktest = (approverMatrixId: string) =>
  useMutation({
    mutationFn: ({ grid, period }: { grid: MatrixGrid; period: ReplayPeriod }) => {
      const { version: _, ...logic } = logicOfGrid(grid, 1)
      return call(endpoints.backtestApproverMatrix, { params: { approverMatrixId }, body: { ...logic, period } })
    },
  })

/** The most texts in one call. */
const AT_ONCE = 2000

/** Resolves names, however many there are. */
export const resolveNames = async (texts: Texts): Promise<endpoints.ResolvedNames> => {
  const kinds = Object.keys(texts) as (keyof Texts)[]
  const resolved: endpoints.ResolvedNames = { DEPARTMENT: [], ENTITY: [], BUSINESS_UNIT: [], CATEGORY: [], users: [] }
  const calls = Math.max(...kinds.map((kind) => Math.ceil(texts[kind].length / AT_ONCE)))
  for (let i = 0; i < calls; i++) {
    const part = (kind: keyof Texts) => texts[kind].slice(i * AT_ONCE, (i + 1) * AT_ONCE)
    const answer = await call(endpoints.resolveMatrixNames, {
      body: {
        DEPARTMENT: part('DEPARTMENT'),
        ENTITY: part('ENTITY'),
        BUSINESS_UNIT: part('BUSINESS_UNIT'),
        CATEGORY: part('CATEGORY'),
        users: part('users'),
      },
    })
    for (const kind of kinds) resolved[kind].push(...answer[kind])
  }
  return resolved
}
