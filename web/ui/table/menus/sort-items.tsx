import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type MenuStart, useMenuStart } from '../../menus/late-menu.tsx'
import type { Sort } from '../types.ts'

export interface SortItemsProps {
  sortable: { id: string; header: string; sortBy?: string | undefined }[]
  sort: Sort | null
  onSort: (by: string) => void
}

/** What a list can be sorted by, where there are no headers to press. */
export const SortItems = ({ sortable, sort, onSort, target, startsOpen }: SortItemsProps & MenuStart) => {
  const [opened, setOpened, around] = useMenuStart(startsOpen)
  return (
    <div ref={around}>
      <Menu position="bottom-end" closeOnItemClick={false} opened={opened} onChange={setOpened}>
        <Menu.Target>{target}</Menu.Target>
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
