import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import classes from './table.module.css'
import type { Column, Sort } from './types.ts'

interface SortMenuProps<Row> {
  columns: Column<Row>[]
  sort: Sort | null
  onSort: (by: string) => void
}

/** On a phone rows are cards without headers, so sorting moves into a menu. */
export const SortMenu = <Row,>({ columns, sort, onSort }: SortMenuProps<Row>) => {
  const sortable = columns.filter((column) => column.sortBy)
  if (sortable.length === 0) return null
  return (
    <div className={classes.sortMenu}>
      <Menu position="bottom-end" closeOnItemClick={false}>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="Sort">
            <IconArrowsSort size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Sort by</Menu.Label>
          {/* Choosing the current one reverses its direction, so it is a plain item and not a radio. */}
          {sortable.map((column) => {
            const dir = sort && sort.by === column.sortBy ? sort.dir : null
            return (
              <Menu.Item
                key={column.id}
                rightSection={
                  dir === null ? null : dir === 'ASC' ? (
                    <IconArrowUp size={14} role="img" aria-label="ascending" />
                  ) : (
                    <IconArrowDown size={14} role="img" aria-label="descending" />
                  )
                }
                onClick={() => column.sortBy && onSort(column.sortBy)}
              >
                {column.header}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
