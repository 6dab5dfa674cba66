import { Button, Group } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { z } from 'zod'
import type { MatrixConditionType } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import { changesBetween } from '../../../../schema/approvals/approver-matrix/difference.ts'
import { findingsOf } from '../../../../schema/approvals/approver-matrix/findings.ts'
import { rowMatches } from '../../../../schema/approvals/approver-matrix/matching.ts'
import {
  CONDITION_LABELS,
  type MatrixGrid as Grid,
  MATRIX_LIMITS,
} from '../../../../schema/approvals/approver-matrix/model.ts'
import { newCommandId } from '../../../lib/rest.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import type { ListedProblem } from '../../../ui/builder/builder-bar.tsx'
import { BuilderFrame } from '../../../ui/builder/builder-frame.tsx'
import { useBuilder } from '../../../ui/builder/use-builder.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { RunningPanel, useOfferRunning } from '../rerouting/index.ts'
import { type LoadedMatrix, useBacktest } from './api.ts'
import { columnsOf, type GridColumn, nameKindOf, unusedConditions } from './columns.ts'
import { downloadCsv } from './download-csv.ts'
import {
  addApproverColumn,
  addConditionColumn,
  freeColumnName,
  insertRow,
  newRow,
  removeColumn,
  setCell,
} from './edits.ts'
import { findingText } from './finding-words.ts'
import { MatrixGrid } from './grid/matrix-grid.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { InUseDialog } from './in-use-dialog.tsx'
import classes from './matrix.module.css'
import { MergeDialog } from './merge-dialog.tsx'
import { type MatrixProblem, matrixProblems } from './problems.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { Tester } from './tester.tsx'
import { readCell, textsIn } from './text/cell-text.ts'
import { Toolbar } from './toolbar.tsx'
import { isUnknown, knownOnly, textOfUnknown } from './unknown.ts'
import { useMatrixSave } from './use-matrix-save.ts'
import { useNameBook } from './use-name-book.ts'

const ids = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .optional()
  .catch(undefined)
/** The tried request is in the address, so that it can be shared. */
const search = z.object({
  test: z.enum(['yes']).optional().catch(undefined),
  dialog: z.enum(['import', 'replay', 'running']).optional().catch(undefined),
  department: ids,
  entity: ids,
  businessUnit: ids,
  category: ids,
})
const FACT_KEYS = {
  DEPARTMENT: 'department',
  ENTITY: 'entity',
  BUSINESS_UNIT: 'businessUnit',
  CATEGORY: 'category',
} as const satisfies Record<MatrixConditionType, keyof z.infer<typeof search>>

const isGrid = (value: unknown): value is Grid => {
  const grid = value as Partial<Grid> | null
  return (
    typeof grid === 'object' &&
    Array.isArray(grid?.conditionColumns) &&
    Array.isArray(grid.approverColumns) &&
    Array.isArray(grid.rows) &&
    grid.rows.every((row) => typeof row?.conditions === 'object' && typeof row.approvers === 'object')
  )
}

/** The spreadsheet of one matrix, with its findings, a trial, and saving. */
export const MatrixEditor = ({ matrix }: { matrix: LoadedMatrix }) => {
  const [{ test, dialog, ...asked }, setSearch] = usePageSearch(search)
  const builder = useBuilder<Grid>({
    initial: matrix.grid,
    version: matrix.version,
    draftName: `matrix.${matrix.id}`,
    isDraftOf: isGrid,
  })
  const grid = builder.value
  const book = useNameBook(matrix.names)
  const backtest = useBacktest(matrix.id)
  const offerRunning = useOfferRunning({ kind: 'MATRIX', id: matrix.id }, () => setSearch({ dialog: 'running' }))
  const save = useMatrixSave({
    matrixId: matrix.id,
    initial: { grid: matrix.grid, version: matrix.version },
    onSaved: (value, savedVersion) => {
      builder.markSaved(value, savedVersion)
      offerRunning(savedVersion)
    },
    onRead: (theirs) => book.learn(theirs.names),
  })
  // A new name creates a new version too. The cells are the same, so no one has to be asked.
  const { markSaved, version } = builder
  const saved = save.savedAs(version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another version was read
  useEffect(() => {
    if (matrix.version <= version || changesBetween(saved, matrix.grid).length > 0) return
    save.remember(matrix.version, saved)
    markSaved(saved, matrix.version)
  }, [matrix.version])
  const placeRef = useRef<((rowId: string | null, columnId: string | null) => void) | null>(null)

  const { edit: editValue } = builder
  const { clearRefused } = save
  // biome-ignore lint/correctness/useExhaustiveDependencies: clearing the server's messages never changes
  const edit = useCallback(
    (change: (grid: Grid) => Grid, mergeKey: string | null = null) => {
      clearRefused()
      editValue(change, mergeKey)
    },
    [editValue],
  )

  const known = useMemo(() => knownOnly(grid), [grid])
  const checked = useDeferredValue(known)
  const { names } = book
  const notes = useMemo(() => {
    const stateOf = (id: string) => {
      const entry = names.get(id)
      if (entry?.missing) return 'UNKNOWN'
      return entry?.disabled ? 'DISABLED' : 'OK'
    }
    const byRow = new Map<string, string[]>()
    for (const finding of findingsOf(checked, stateOf))
      byRow.set(finding.rowId, [...(byRow.get(finding.rowId) ?? []), findingText(finding, checked, names)])
    return byRow
  }, [checked, names])

  const found = matrixProblems(grid, saved, names)
  const problems = [...found, ...save.refused.filter((told) => !found.some((own) => own.message === told.message))]
  const messages = new Map(
    problems.flatMap(({ rowId, columnId, message }): [string, string][] =>
      columnId ? [[rowId ? `${rowId} ${columnId}` : columnId, message]] : [],
    ),
  )
  const jumpTo = ({ rowId, columnId }: Pick<MatrixProblem, 'rowId' | 'columnId'>): void =>
    placeRef.current?.(rowId, columnId)
  const listed = problems.map(
    (problem, i): ListedProblem => ({
      key: `${i}`,
      where: problem.where,
      message: problem.message,
      jump: () => jumpTo(problem),
    }),
  )

  const facts = {
    DEPARTMENT: asked.department ?? [],
    ENTITY: asked.entity ?? [],
    BUSINESS_UNIT: asked.businessUnit ?? [],
    CATEGORY: asked.category ?? [],
  }
  const testing = test === 'yes'
  const matching = testing
    ? new Set(known.rows.filter((row) => rowMatches(known.conditionColumns, row, facts)).map((row) => row.id))
    : null

  const onSave = (): void => {
    const [first] = found
    if (first) jumpTo(first)
    else save.send({ grid, version: builder.version })
  }
  const onTyped = async (rowId: string, columnId: string, entries: string[]): Promise<void> => {
    const column = columnsOf(grid).find(({ id }) => id === columnId)
    if (!column) return
    const kind = nameKindOf(column)
    const texts = entries.filter(isUnknown).flatMap((entry) => textsIn(textOfUnknown(entry)))
    const none = { DEPARTMENT: [], ENTITY: [], BUSINESS_UNIT: [], CATEGORY: [], users: [] }
    const resolve = await book.resolve({ ...none, [kind]: texts }).catch(() => null)
    if (!resolve) return
    const settle = (entry: string): string[] =>
      isUnknown(entry) ? readCell(textOfUnknown(entry), kind, resolve) : [entry]
    edit((current) => {
      const row = current.rows.find((candidate) => candidate.id === rowId)
      const now = row?.conditions[columnId] ?? row?.approvers[columnId] ?? []
      return setCell(current, rowId, columnId, now.flatMap(settle))
    })
  }
  const addColumn = (change: (grid: Grid) => Grid, label: string): void => {
    edit((current) => {
      const grown = change(current)
      return grown.rows.length === 0 ? insertRow(grown, 0, newRow(newCommandId())) : grown
    })
    toastSuccess(`Column ${label} added`)
  }
  const addApprovers = (): void => {
    const name = freeColumnName(grid)
    const id = newCommandId()
    addColumn((current) => addApproverColumn(current, id, name), name)
    // Its header, where typing renames it.
    setTimeout(() => placeRef.current?.(null, id), 0)
  }
  const onRemoveColumn = async (column: GridColumn): Promise<void> => {
    const filled = grid.rows.filter(
      (row) => (row.conditions[column.id] ?? row.approvers[column.id] ?? []).length > 0,
    ).length
    const agreed =
      filled === 0 ||
      (await confirm({
        title: `Delete the column ${column.label}?`,
        text: `${filled === 1 ? '1 row has' : `${filled} rows have`} something in it. Undo brings it back until you leave.`,
        confirmLabel: 'Delete column',
        danger: true,
      }))
    if (agreed) edit((current) => removeColumn(current, column.id))
  }
  const start = (): void =>
    edit((current) =>
      insertRow(
        addApproverColumn(addConditionColumn(current, 'DEPARTMENT'), newCommandId(), 'Approver'),
        0,
        newRow(newCommandId()),
      ),
    )
  const isBlank = grid.conditionColumns.length + grid.approverColumns.length === 0

  return (
    <BuilderFrame
      builder={builder}
      what="this approver matrix"
      saving={save.isPending}
      onSave={onSave}
      saveLabel="Save matrix"
      problems={listed}
    >
      {isBlank ? (
        <EmptyState
          icon={<IconTable size={20} aria-hidden />}
          title="This matrix is empty"
          text="Conditions say which requests a row applies to: a department, an entity, a business unit or a category. Approver columns say who approves them. Workflows use a column as their approvers."
          action={
            <Group gap="xs" justify="center">
              <Button onClick={start}>Start with departments</Button>
              <Button variant="default" onClick={() => setSearch({ dialog: 'import' })}>
                Import a CSV
              </Button>
            </Group>
          }
        />
      ) : (
        <>
          <Toolbar
            unused={unusedConditions(grid)}
            canAddApprovers={grid.approverColumns.length < MATRIX_LIMITS.approverColumns}
            canAddRows={grid.rows.length < MATRIX_LIMITS.rows}
            testing={testing}
            onAddRow={() => {
              const row = newRow(newCommandId())
              edit((current) => insertRow(current, current.rows.length, row))
              setTimeout(() => placeRef.current?.(row.id, columnsOf(grid)[0]?.id ?? null), 0)
            }}
            onAddCondition={(type) => addColumn((current) => addConditionColumn(current, type), CONDITION_LABELS[type])}
            onAddApprovers={addApprovers}
            onImport={() => setSearch({ dialog: 'import' })}
            onExport={() => downloadCsv(matrix.name, grid, names)}
            onReplay={() => setSearch({ dialog: 'replay' })}
            onRunning={() => setSearch({ dialog: 'running' })}
            onTest={() => setSearch({ test: testing ? undefined : 'yes' })}
          />
          <div className={classes.work} data-testing={testing || undefined}>
            <MatrixGrid
              label={`Approver matrix ${matrix.name}`}
              grid={grid}
              book={book}
              notes={notes}
              problems={messages}
              matching={matching}
              edit={edit}
              onTyped={(...typed) => void onTyped(...typed)}
              onRemoveColumn={(column) => void onRemoveColumn(column)}
              placeRef={placeRef}
            />
            {testing && (
              <aside className={classes.panel} aria-labelledby="matrix-tester">
                <h2 id="matrix-tester">Who would approve?</h2>
                <Tester
                  grid={known}
                  facts={facts}
                  names={names}
                  onChange={(type, chosen) => setSearch({ [FACT_KEYS[type]]: chosen.length ? chosen : undefined })}
                  onShowRow={(rowId) => jumpTo({ rowId, columnId: columnsOf(grid)[0]?.id ?? null })}
                />
              </aside>
            )}
          </div>
        </>
      )}
      <ReplayDialog
        opened={dialog === 'replay'}
        onClose={() => setSearch({ dialog: undefined })}
        backtest={backtest}
        grid={grid}
        hasProblems={problems.length > 0}
      />
      <Dialog
        opened={dialog === 'running'}
        onClose={() => setSearch({ dialog: undefined })}
        title="Requests in progress"
        size="lg"
      >
        <RunningPanel changed={{ kind: 'MATRIX', id: matrix.id }} version={builder.version} isDirty={builder.dirty} />
      </Dialog>
      <ImportDialog
        opened={dialog === 'import'}
        grid={grid}
        book={book}
        onClose={() => setSearch({ dialog: undefined })}
        onImported={(next, rows) => {
          edit(() => next)
          const unknown = next.rows.filter((row) =>
            [...Object.values(row.conditions), ...Object.values(row.approvers)].flat().some(isUnknown),
          ).length
          if (unknown > 0) toastError(`${unknown === 1 ? '1 row has' : `${unknown} rows have`} names that don’t exist.`)
          else toastSuccess(`${rows === 1 ? '1 row' : `${rows} rows`} imported, not saved yet`)
        }}
      />
      <MergeDialog
        conflict={save.conflict}
        names={names}
        busy={save.isPending}
        onClose={save.closeConflict}
        onMerge={(merged, theirs, version, andSave) => {
          save.remember(version, theirs)
          builder.replace(theirs, version)
          edit(() => merged)
          save.closeConflict()
          if (andSave && matrixProblems(merged, theirs, names).length === 0) save.send({ grid: merged, version })
        }}
      />
      <InUseDialog
        title="A column is in use"
        text={save.inUse?.message ?? ''}
        reasons={save.inUse?.reasons ?? null}
        onClose={save.closeInUse}
      />
    </BuilderFrame>
  )
}
