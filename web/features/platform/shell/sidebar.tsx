import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Address } from '../../../lib/address.ts'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import { recall, remember } from '../../../lib/kept/remembered.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { OutlayMark } from '../../../ui/logo.tsx'
import { useIsMobile } from '../../../ui/viewport.ts'
import classes from './shell.module.css'

const MenuDrawer = lazy(lateCode(() => import('./menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer }))))

const COLLAPSED = 'sidebar-collapsed'

export interface SidebarProps {
  /** Where the product's mark leads. */
  home: Address
  /** Beside the product's mark. */
  logo?: ReactNode
  /** In the head, at its end. */
  bell?: ReactNode
  /** @param onLeave called before something opens above the page, to close a menu that is there */
  nav: (onLeave?: () => void) => ReactNode
  menu: ReactNode
}

const Brand = ({ home }: Pick<SidebarProps, 'home'>) => (
  <AppLink href={home} className={classes.brand} aria-label="Outlay, home">
    <OutlayMark />
    <span className={classes.wordmark}>Outlay</span>
  </AppLink>
)

export const Sidebar = (props: SidebarProps) =>
  useIsMobile() ? <MobileBar {...props} /> : <DesktopSidebar {...props} />

/** Collapsed, it is a rail of icons that opens above the page on hover or focus. */
const DesktopSidebar = ({ home, logo, bell, nav, menu }: SidebarProps) => {
  const [collapsed, setCollapsed] = useState(() => recall(COLLAPSED) === true)
  const toggle = (): void => {
    setCollapsed(!collapsed)
    remember(COLLAPSED, !collapsed)
  }
  const label = collapsed ? 'Keep sidebar open' : 'Collapse sidebar'
  return (
    <div className={classes.rail} data-no-print data-collapsed={collapsed || undefined}>
      <div className={classes.sidebar}>
        <header className={classes.sidebarTop}>
          <Brand home={home} />
          {logo}
          {bell && <span className={classes.bell}>{bell}</span>}
          <ActionIcon
            className={classes.collapse}
            title={label}
            aria-label={label}
            aria-pressed={collapsed}
            onClick={toggle}
          >
            {collapsed ? <IconLayoutSidebarLeftExpand size={16} /> : <IconLayoutSidebarLeftCollapse size={16} />}
          </ActionIcon>
        </header>
        {nav()}
        {menu}
      </div>
    </div>
  )
}

const MobileBar = ({ home, logo, bell, nav, menu }: SidebarProps) => {
  const [opened, { open, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(close, [pathname])
  return (
    <header className={classes.mobileBar} data-no-print>
      <ActionIcon size="lg" aria-label="Open menu" aria-expanded={opened} onClick={open}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <Brand home={home} />
      {logo}
      {bell && <span className={classes.bell}>{bell}</span>}
      <Suspense fallback={null}>
        <MenuDrawer opened={opened} onClose={close} title={<Brand home={home} />}>
          {nav(close)}
          {menu}
        </MenuDrawer>
      </Suspense>
    </header>
  )
}
