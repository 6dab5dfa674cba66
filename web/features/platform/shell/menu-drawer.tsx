import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useBackCloses } from '../../../ui/back-closes.ts'
import { keysWereTaken } from '../../../ui/keys/single-keys.ts'
import classes from './shell.module.css'

interface MenuDrawerProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
}

/** The menu of a narrow window, above the page. */
export const MenuDrawer = ({ opened, onClose, title, children }: MenuDrawerProps) => {
  useBackCloses(opened, onClose)
  useEffect(() => (opened ? keysWereTaken : undefined), [opened])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="18rem"
      padding={0}
      title={title}
      classNames={{
        header: classes.drawerHeader ?? '',
        body: classes.drawerBody ?? '',
        content: classes.drawer ?? '',
      }}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
    >
      {children}
    </Drawer>
  )
}
