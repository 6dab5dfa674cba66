import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { lateMenu } from '../menus/late-menu.tsx'
import type { ColumnMenuProps } from './menus/column-items.tsx'
import classes from './table.module.css'

const Items = lateMenu(async () => (await import('./menus/column-items.tsx')).ColumnItems)

/** Which columns are shown, and in which order. */
export const ColumnMenu = (props: ColumnMenuProps) => (
  <Items
    {...props}
    target={
      <ActionIcon variant="default" size="lg" aria-label="Choose columns" className={classes.columnMenu}>
        <IconAdjustmentsHorizontal size={16} />
      </ActionIcon>
    }
  />
)
