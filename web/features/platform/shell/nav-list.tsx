import { ActionIcon } from '@mantine/core'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { recall, remember } from '../../../lib/kept/remembered.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { searchShortcut, useOpenSearch } from '../search/index.ts'
import { useCan } from '../session/index.ts'
import { NavCount } from './nav-counts.tsx'
import { isActive, NAVIGATION, type NavEntry, visibleEntries } from './navigation.ts'
import classes from './shell.module.css'

const OPEN_MENUS = 'open-menus'

const recallMenus = (): Record<string, boolean> => {
  const saved = recall(OPEN_MENUS)
  return typeof saved === 'object' && saved !== null ? (saved as Record<string, boolean>) : {}
}

/** @param onLeave called before something opens above the page, to close a menu that is there */
export const NavList = ({ onLeave }: { onLeave?: () => void }) => {
  const can = useCan()
  const { pathname } = useLocation()
  const [menus, setMenus] = useState(recallMenus)
  const setMenu = (id: string, open: boolean): void => {
    const next = { ...menus, [id]: open }
    setMenus(next)
    remember(OPEN_MENUS, next)
  }
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul>
        {visibleEntries(NAVIGATION, can).map((entry) =>
          entry.children ? (
            <NavMenu
              key={entry.id}
              entry={entry}
              pathname={pathname}
              opened={menus[entry.id] ?? false}
              onToggle={(open) => setMenu(entry.id, open)}
            />
          ) : entry.opens ? (
            <SearchItem key={entry.id} entry={entry} onLeave={onLeave} />
          ) : (
            <NavItem key={entry.id} entry={entry} pathname={pathname} />
          ),
        )}
      </ul>
    </nav>
  )
}

const SearchItem = ({ entry, onLeave }: { entry: NavEntry; onLeave: (() => void) | undefined }) => {
  const open = useOpenSearch()
  const Icon = entry.icon
  return (
    <li className={classes.navItem}>
      <button
        type="button"
        className={classes.navLink}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => {
          onLeave?.()
          open()
        }}
      >
        {Icon && <Icon size={18} stroke={1.75} aria-hidden />}
        <span className={classes.navLabel}>{entry.label}</span>
        <kbd className={classes.keys} aria-hidden>
          {searchShortcut()}
        </kbd>
      </button>
    </li>
  )
}

export const NavItem = ({ entry, pathname }: { entry: NavEntry; pathname: string }) => {
  const Icon = entry.icon
  const active = isActive(entry, pathname)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // The menu can be longer than a low window.
    if (active) item.current?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    <li ref={item} className={classes.navItem}>
      <AppLink
        href={entry.href}
        className={classes.navLink}
        data-active={active || undefined}
        aria-current={active ? 'page' : undefined}
      >
        {Icon && <Icon size={18} stroke={1.75} aria-hidden />}
        <span className={classes.navLabel}>{entry.label}</span>
        <NavCount id={entry.id} />
      </AppLink>
      {entry.shortcut && (
        <ActionIcon
          component={AppLink}
          href={entry.shortcut.href}
          size={24}
          className={classes.shortcut}
          title={entry.shortcut.label}
          aria-label={entry.shortcut.label}
        >
          <IconPlus size={16} />
        </ActionIcon>
      )}
    </li>
  )
}

interface NavMenuProps {
  entry: NavEntry
  pathname: string
  opened: boolean
  onToggle: (open: boolean) => void
}

/** Opens automatically while one of its pages is active. A click can close it until the next page. */
const NavMenu = ({ entry, pathname, opened, onToggle }: NavMenuProps) => {
  const id = useId()
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const holdsPage = (entry.children ?? []).some((child) => isActive(child, pathname))
  const open = holdsPage ? closedAt !== pathname : opened
  const Icon = entry.icon
  const toggle = (): void => {
    if (holdsPage) setClosedAt(open ? pathname : null)
    onToggle(!open)
  }
  return (
    <li>
      <button
        type="button"
        className={classes.navLink}
        data-active={(holdsPage && !open) || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        {Icon && <Icon size={18} stroke={1.75} aria-hidden />}
        <span className={classes.navLabel}>{entry.label}</span>
        <IconChevronRight size={14} className={classes.chevron} data-open={open || undefined} aria-hidden />
      </button>
      {open && (
        <ul id={id} className={classes.children}>
          {entry.children?.map((child) =>
            child.children ? (
              <NavGroup key={child.id} entry={child} pathname={pathname} />
            ) : (
              <NavItem key={child.id} entry={child} pathname={pathname} />
            ),
          )}
        </ul>
      )}
    </li>
  )
}

/** Menu items that belong together, under a common name. */
const NavGroup = ({ entry, pathname }: { entry: NavEntry; pathname: string }) => {
  const id = useId()
  return (
    <li>
      <span id={id} className={classes.navGroup}>
        {entry.label}
      </span>
      <ul aria-labelledby={id}>
        {entry.children?.map((child) => (
          <NavItem key={child.id} entry={child} pathname={pathname} />
        ))}
      </ul>
    </li>
  )
}
