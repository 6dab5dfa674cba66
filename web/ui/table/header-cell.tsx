import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isPinned } from './arrangement.ts'
import classes from './table.module.css'
import type { Column, Sort } from './types.ts'

interface HeaderCellProps<Row> {
  column: Column<Row>
  isFlex: boolean
  sort: Sort | null
  onSort?: ((by: string) => void) | undefined
  /** Sets its width. */
  handle?: ReactNode
}

const ariaSort = (dir: Sort['dir'] | undefined) => {
  if (!dir) return 'none' as const
  return dir === 'ASC' ? ('ascending' as const) : ('descending' as const)
}

export const HeaderCell = <Row,>({ column, isFlex, sort, onSort, handle }: HeaderCellProps<Row>) => {
  const { sortBy } = column
  const width = column.width && {
    minWidth: column.width,
    ...(!isFlex && { width: column.width }),
    ...(column.sized && { maxWidth: column.width }),
  }
  const style = width || undefined
  const shared = {
    ...{ scope: 'col', 'data-align': column.align, 'data-flex': isFlex || undefined, style },
    'data-sized': column.sized ? true : undefined,
    'data-pinned': isPinned(column) || undefined,
    // The handle has a name of its own, which is no part of each cell's heading.
    ...(handle && { 'aria-label': column.header }),
  }
  if (!sortBy || !onSort) {
    return (
      <th {...shared}>
        {column.header}
        {handle}
      </th>
    )
  }
  const dir = sort?.by === sortBy ? sort.dir : undefined
  const Arrow = dir === 'ASC' ? IconArrowUp : dir === 'DESC' ? IconArrowDown : IconArrowsSort
  return (
    <th {...shared} aria-sort={ariaSort(dir)}>
      <button
        type="button"
        className={classes.sort}
        data-active={dir ? true : undefined}
        onClick={() => onSort(sortBy)}
      >
        {column.header}
        <Arrow size={12} aria-hidden />
      </button>
      {handle}
    </th>
  )
}
