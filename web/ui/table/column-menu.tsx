import { ActionIcon, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import classes from './table.module.css'
import type { Column } from './types.ts'
import type { Visibility } from './use-columns.ts'

interface ColumnMenuProps<Row> {
  columns: Column<Row>[]
  visibility: Visibility
  onToggle: (id: string) => void
}

export const ColumnMenu = <Row,>({ columns, visibility, onToggle }: ColumnMenuProps<Row>) => (
  <Menu position="bottom-end" closeOnItemClick={false}>
    <Menu.Target>
      <ActionIcon variant="default" size="lg" aria-label="Choose columns" className={classes.columnMenu}>
        <IconAdjustmentsHorizontal size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>Columns</Menu.Label>
      <div className={classes.columnList}>
        {columns.slice(1).map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={column.always || visibility[column.id] !== false}
            disabled={column.always ?? false}
            onChange={() => onToggle(column.id)}
          >
            {column.header}
          </Menu.CheckboxItem>
        ))}
      </div>
    </Menu.Dropdown>
  </Menu>
)
