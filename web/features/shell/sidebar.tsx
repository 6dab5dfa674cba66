import { ActionIcon, Drawer, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { recall, remember } from '../../lib/remembered.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useIsMobile } from '../../ui/viewport.ts'
import { CompanyLogo } from './company-logo.tsx'
import { OutlayMark } from './logo.tsx'
import { NavList } from './nav-list.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

const COLLAPSED = 'sidebar-collapsed'

const Brand = () => (
  <AppLink href="/" className={classes.brand} aria-label="Outlay, home">
    <OutlayMark />
    <span className={classes.wordmark}>Outlay</span>
  </AppLink>
)

export const Sidebar = () => (useIsMobile() ? <MobileBar /> : <DesktopSidebar />)

/** Collapsed it is a rail of icons that opens over the page on hover or focus. */
const DesktopSidebar = () => {
  const [collapsed, setCollapsed] = useState(() => recall(COLLAPSED) === true)
  const toggle = (): void => {
    setCollapsed(!collapsed)
    remember(COLLAPSED, !collapsed)
  }
  const label = collapsed ? 'Keep sidebar open' : 'Collapse sidebar'
  return (
    <div className={classes.rail} data-collapsed={collapsed || undefined}>
      <div className={classes.sidebar}>
        <header className={classes.sidebarTop}>
          <Brand />
          <CompanyLogo />
          <Tooltip label={label}>
            <ActionIcon className={classes.collapse} aria-label={label} aria-pressed={collapsed} onClick={toggle}>
              {collapsed ? <IconLayoutSidebarLeftExpand size={16} /> : <IconLayoutSidebarLeftCollapse size={16} />}
            </ActionIcon>
          </Tooltip>
        </header>
        <NavList />
        <UserMenu />
      </div>
    </div>
  )
}

const MobileBar = () => {
  const [opened, { open, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(close, [pathname])
  return (
    <header className={classes.mobileBar}>
      <ActionIcon size="lg" aria-label="Open menu" aria-expanded={opened} onClick={open}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <Brand />
      <CompanyLogo />
      <Drawer
        opened={opened}
        onClose={close}
        size="18rem"
        padding={0}
        title={<Brand />}
        classNames={{
          header: classes.drawerHeader ?? '',
          body: classes.drawerBody ?? '',
          content: classes.drawer ?? '',
        }}
        closeButtonProps={{ 'aria-label': 'Close menu' }}
      >
        <NavList onLeave={close} />
        <UserMenu />
      </Drawer>
    </header>
  )
}
