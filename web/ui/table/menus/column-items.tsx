import { Menu } from '@mantine/core'
import { IconArrowsSort, IconRestore } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type MenuStart, useMenuStart } from '../../menus/late-menu.tsx'
import type { ArrangingProps } from '../arrangement.ts'
import classes from '../table.module.css'
import type { Grouping } from '../types.ts'

/** Few people change the order, and the code for dragging is large. */
const OrderDialog = lazy(() => import('../order-dialog.tsx').then((module) => ({ default: module.OrderDialog })))

export interface ColumnMenuProps extends ArrangingProps {
  isArranged: boolean
  grouping: Grouping | undefined
}

/** Which columns are shown, and in which order. */
export const ColumnItems = ({
  arrangement,
  onArrange,
  isArranged,
  grouping,
  target,
  startsOpen,
}: ColumnMenuProps & MenuStart) => {
  const [opened, setOpened, around] = useMenuStart(startsOpen)
  const [orders, setOrders] = useState(false)
  const grouped = arrangement.filter(({ column }) => column.group && column.sortBy)
  const toggle = (id: string): void =>
    onArrange(arrangement.map((each) => (each.column.id === id ? { ...each, isShown: !each.isShown } : each)))
  return (
    <div ref={around}>
      <Menu position="bottom-end" closeOnItemClick={false} opened={opened} onChange={setOpened}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Columns</Menu.Label>
          <div className={classes.columnList}>
            {arrangement
              .filter(({ column, isFixed }) => column.header && (!isFixed || column.always))
              .map(({ column, isShown, isFixed }) => (
                <Menu.CheckboxItem
                  key={column.id}
                  checked={isShown}
                  disabled={isFixed}
                  onChange={() => toggle(column.id)}
                >
                  {column.header}
                </Menu.CheckboxItem>
              ))}
          </div>
          {grouping && grouped.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Label>Group by</Menu.Label>
              {grouped.map(({ column: { id, header, sortBy = null } }) => (
                <Menu.CheckboxItem
                  key={id}
                  checked={grouping.by === sortBy}
                  onChange={() => grouping.set(grouping.by === sortBy ? null : sortBy)}
                >
                  {header}
                </Menu.CheckboxItem>
              ))}
            </>
          )}
          <Menu.Divider />
          <Menu.Item
            closeMenuOnClick
            leftSection={<IconArrowsSort size={16} aria-hidden />}
            onClick={() => setOrders(true)}
          >
            Change the order
          </Menu.Item>
          {isArranged && (
            <Menu.Item
              closeMenuOnClick
              leftSection={<IconRestore size={16} aria-hidden />}
              onClick={() => onArrange(null)}
            >
              Reset columns
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {orders && (
        <Suspense>
          <OrderDialog arrangement={arrangement} onArrange={onArrange} onClose={() => setOrders(false)} />
        </Suspense>
      )}
    </div>
  )
}
