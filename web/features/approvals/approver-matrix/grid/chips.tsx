import { IconAlertCircle } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { GridColumn } from '../columns.ts'
import type { Names } from '../text/cell-text.ts'
import { isUnknown, textOfUnknown, unknownReason } from '../unknown.ts'
import classes from './grid.module.css'

const stateOf = (entry: string, names: Names): 'unknown' | 'disabled' | undefined => {
  if (isUnknown(entry)) return 'unknown'
  const known = names.get(entry)
  if (known?.missing) return 'unknown'
  return known?.disabled ? 'disabled' : undefined
}

const noteOf = (entry: string, names: Names): string | null => {
  if (isUnknown(entry)) return unknownReason(entry) === 'AMBIGUOUS' ? 'more than one match' : 'not known'
  const known = names.get(entry)
  if (known?.missing) return 'no longer exists'
  return known?.disabled ? 'disabled' : null
}

export const entryName = (entry: string, names: Names): string =>
  isUnknown(entry) ? textOfUnknown(entry) : (names.get(entry)?.name ?? '…')

export const Chip = ({ entry, names }: { entry: string; names: Names }) => {
  const note = noteOf(entry, names)
  return (
    <span className={classes.chip} data-state={stateOf(entry, names)}>
      {note && <IconAlertCircle size={12} aria-hidden />}
      {entryName(entry, names)}
      {note && <span className={classes.chipNote}>{note}</span>}
    </span>
  )
}

/** A cell when it isn't being edited. */
export const Chips = ({ entries, column, names }: { entries: readonly string[]; column: GridColumn; names: Names }) => {
  if (entries.length === 0) {
    return column.kind === 'condition' ? (
      <span className={classes.empty}>Anything</span>
    ) : (
      <span className={classes.empty}>
        <span aria-hidden>–</span>
        <span className="ol-visually-hidden">No one</span>
      </span>
    )
  }
  return (
    <span className={classes.chips}>
      {entries.map((entry, i) => (
        <Fragment key={entry}>
          {i > 0 && <span className="ol-visually-hidden">, </span>}
          <Chip entry={entry} names={names} />
        </Fragment>
      ))}
    </span>
  )
}
