import { Button, Group, Radio, Text } from '@mantine/core'
import { useState } from 'react'
import { changesBetween, type MatrixChange } from '../../../../schema/approvals/approver-matrix/difference.ts'
import { type MergeChoice, type MergeConflict, mergeGrids } from '../../../../schema/approvals/approver-matrix/merge.ts'
import type { MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { columnsOf } from './columns.ts'
import { entryName } from './grid/chips.tsx'
import classes from './matrix.module.css'
import type { Names } from './text/cell-text.ts'

export interface MatrixConflict {
  base: MatrixGrid
  mine: MatrixGrid
  theirs: MatrixGrid
  version: number
}

interface MergeDialogProps {
  conflict: MatrixConflict | null
  names: Names
  busy: boolean
  onClose: () => void
  /** `save` right away, or look at the result first. */
  onMerge: (merged: MatrixGrid, theirs: MatrixGrid, version: number, save: boolean) => void
}

/** Someone saved in between: shows what they changed, what both changed, and the two combined. */
export const MergeDialog = ({ conflict, onClose, ...rest }: MergeDialogProps) => (
  <Dialog opened={conflict !== null} onClose={onClose} title="Someone else saved this matrix">
    {conflict && <Merge conflict={conflict} onClose={onClose} {...rest} />}
  </Dialog>
)

const SHOWN = 12

const Merge = ({ conflict, names, busy, onClose, onMerge }: MergeDialogProps & { conflict: MatrixConflict }) => {
  const { base, mine, theirs, version } = conflict
  const [choices, setChoices] = useState<Record<string, MergeChoice>>({})
  const { merged, conflicts } = mergeGrids(base, mine, theirs, choices)
  const words = wordsFor(conflict, names)
  const changes = changesBetween(base, theirs).map(words.change)
  const done = (save: boolean) => onMerge(merged, theirs, version, save)
  return (
    <>
      <Text mb="xs">Your changes are still here, unsaved. They changed:</Text>
      <ul className={classes.changes}>
        {changes.slice(0, SHOWN).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {changes.length > SHOWN && <li className={classes.dim}>and {changes.length - SHOWN} more</li>}
        {changes.length === 0 && <li>Its name</li>}
      </ul>
      {conflicts.length === 0 ? (
        <Text size="sm" c="dimmed" mb="lg">
          Their changes don’t overlap with yours, so both can be kept.
        </Text>
      ) : (
        <>
          <Text mb="xs" fw={600}>
            {conflicts.length === 1
              ? 'One thing was changed by both'
              : `${conflicts.length} things were changed by both`}
          </Text>
          <div className={classes.conflicts}>
            {conflicts.map((both) => (
              <Radio.Group
                key={both.key}
                label={words.where(both)}
                value={choices[both.key] ?? 'mine'}
                onChange={(choice) => setChoices({ ...choices, [both.key]: choice as MergeChoice })}
              >
                <Group gap="lg" mt={4}>
                  <Radio value="mine" label={`Mine: ${words.side(both, 'mine')}`} />
                  <Radio value="theirs" label={`Theirs: ${words.side(both, 'theirs')}`} />
                </Group>
              </Radio.Group>
            ))}
          </div>
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Keep editing
        </Button>
        <Button variant="default" disabled={busy} onClick={() => done(false)}>
          Merge and review
        </Button>
        <Button loading={busy} onClick={() => done(true)}>
          Merge and save
        </Button>
      </Group>
    </>
  )
}

const wordsFor = ({ base, mine, theirs }: MatrixConflict, names: Names) => {
  const grids = [theirs, base, mine]
  const column = (id: string): string =>
    grids.flatMap(columnsOf).find((candidate) => candidate.id === id)?.label ?? 'A column'
  const row = (id: string): string => {
    for (const grid of grids) {
      const index = grid.rows.findIndex((candidate) => candidate.id === id)
      if (index >= 0) return `Row ${index + 1}`
    }
    return 'A row'
  }
  const cell = (entries: readonly string[]): string =>
    entries.map((entry) => entryName(entry, names)).join(', ') || 'empty'
  const change = (made: MatrixChange): string => {
    switch (made.kind) {
      case 'CELL':
        return `${row(made.rowId)}, ${column(made.columnId)}: ${cell(made.before)} became ${cell(made.after)}`
      case 'ROW_ADDED':
        return `${row(made.rowId)} is new`
      case 'ROW_REMOVED':
        return `${row(made.rowId)} was deleted`
      case 'COLUMN_ADDED':
        return `The column ${column(made.columnId)} is new`
      case 'COLUMN_REMOVED':
        return `The column ${column(made.columnId)} was deleted`
      case 'COLUMN_RENAMED':
        return `The column ${made.before} is now called ${made.after}`
      case 'ROWS_MOVED':
        return 'Rows were reordered'
      case 'COLUMNS_MOVED':
        return 'Columns were reordered'
    }
  }
  const where = (both: MergeConflict): string => {
    if (both.kind === 'CELL') return `${row(both.rowId)}, ${column(both.columnId)}`
    if (both.kind === 'NAME') return `Name of the column ${both.theirs}`
    return both.kind === 'ROW_REMOVED' ? row(both.id) : `The column ${column(both.id)}`
  }
  const side = (both: MergeConflict, of: MergeChoice): string => {
    if (both.kind === 'CELL') return cell(both[of])
    if (both.kind === 'NAME') return both[of]
    return both.removedBy === of ? 'deleted' : 'kept, changed'
  }
  return { change, where, side }
}
