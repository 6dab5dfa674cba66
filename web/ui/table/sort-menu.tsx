import { ActionIcon } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { lateMenu } from '../menus/late-menu.tsx'
import classes from './table.module.css'
import type { Column, Sort } from './types.ts'

interface SortMenuProps<Row> {
  columns: Column<Row>[]
  sort: Sort | null
  onSort: (by: string) => void
}

const Items = lateMenu(async () => (await import('./menus/sort-items.tsx')).SortItems)

/** On a phone rows are cards without headers, so sorting moves into a menu. */
export const SortMenu = <Row,>({ columns, sort, onSort }: SortMenuProps<Row>) => {
  const sortable = columns.filter((column) => column.sortBy)
  if (sortable.length === 0) return null
  return (
    <div className={classes.sortMenu}>
      <Items
        sortable={sortable}
        sort={sort}
        onSort={onSort}
        target={
          <ActionIcon variant="default" size="lg" aria-label="Sort">
            <IconArrowsSort size={16} />
          </ActionIcon>
        }
      />
    </div>
  )
}
