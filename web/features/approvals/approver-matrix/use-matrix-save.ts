import { useRef, useState } from 'react'
import { EMPTY_GRID, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { logicOfGrid } from '../../../../schema/approvals/approver-matrix/wire.ts'
import type { InUseReason } from '../../../../schema/platform/organisation/endpoints.ts'
import { inUseReasons } from '../../../../schema/platform/organisation/endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { saidOfGuarded } from '../../platform/guarded/index.ts'
import { type LoadedMatrix, matrixKeys, readMatrix, saveMatrix } from './api.ts'
import type { MatrixConflict } from './merge-dialog.tsx'
import { type MatrixProblem, serverProblems } from './problems.ts'

interface SaveInput {
  grid: MatrixGrid
  version: number
}

interface SaveOptions {
  matrixId: string
  onSaved: (grid: MatrixGrid, version: number) => void
  onRead: (theirs: LoadedMatrix) => void
  initial: SaveInput
}

/** Saves a version. If someone else was faster, their version is read so that both can be merged. */
export const useMatrixSave = ({ matrixId, onSaved, onRead, initial }: SaveOptions) => {
  const [refused, setRefused] = useState<MatrixProblem[]>([])
  const [conflict, setConflict] = useState<MatrixConflict | null>(null)
  const [inUse, setInUse] = useState<{ message: string; reasons: InUseReason[] } | null>(null)
  // The versions that this page knows, as the common start of two people's changes.
  const versions = useRef(new Map([[initial.version, initial.grid]]))
  const remember = (version: number, grid: MatrixGrid): void => void versions.current.set(version, grid)

  const readTheirs = useCommand<SaveInput, LoadedMatrix>({
    run: () => readMatrix(matrixId),
    onSuccess: (theirs, mine) => {
      onRead(theirs)
      setConflict({
        // A draft from an earlier visit has no known start, so everything that differs is asked about.
        base: versions.current.get(mine.version) ?? EMPTY_GRID,
        mine: mine.grid,
        theirs: theirs.grid,
        version: theirs.version,
      })
    },
  })
  const command = useCommand<SaveInput, Awaited<ReturnType<typeof saveMatrix>>>({
    run: ({ grid, version }, { commandId }) => saveMatrix(matrixId, grid, version, commandId),
    success: saidOfGuarded('Approver matrix saved'),
    invalidates: [[...matrixKeys.all]],
    onSuccess: ({ version, waits }, { grid }) => {
      if (waits) return void readMatrix(matrixId).then(onRead)
      remember(version, grid)
      setRefused([])
      setConflict(null)
      onSaved(grid, version)
    },
    onError: (error, input) => {
      if (isApiError(error, 'CONFLICT')) {
        readTheirs.send(input)
        return true
      }
      if (isApiError(error, 'RULE_BROKEN') && error.reason === 'IN_USE') {
        setInUse({ message: error.message, reasons: inUseReasons.catch([]).parse(error.details) })
        return true
      }
      if (isApiError(error) && error.fields) {
        setRefused(serverProblems(error.fields, logicOfGrid(input.grid, input.version)))
        setConflict(null)
      }
      return undefined
    },
  })
  return {
    send: command.send,
    isPending: command.isPending || readTheirs.isPending,
    savedAs: (version: number): MatrixGrid => versions.current.get(version) ?? EMPTY_GRID,
    remember,
    refused,
    clearRefused: () => setRefused((before) => (before.length > 0 ? [] : before)),
    conflict,
    closeConflict: () => setConflict(null),
    inUse,
    closeInUse: () => setInUse(null),
  }
}
