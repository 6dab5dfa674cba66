import { ActionIcon } from '@mantine/core'
import { IconChevronRight, IconDots } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { Address } from '../lib/address.ts'
import { AppLink } from './app-link.tsx'
import { lateMenu } from './menus/late-menu.tsx'
import classes from './page-header.module.css'
import { usePageTitle } from './page-title.ts'

/** Pages without a menu don't need what draws one. */
const HeaderMenu = lateMenu(async () => (await import('./menus/page-header-menu.tsx')).PageHeaderMenu)

export interface Crumb {
  label: string
  href: Address
}

interface PageHeaderProps {
  title: string
  /** The browser tab's title, if it says more than the heading. */
  tabTitle?: string
  /** A StatusBadge, beside the title. */
  state?: ReactNode
  /** A line below the title: the status sentence, the number, who asked. */
  subtitle?: ReactNode
  /** At most one button. */
  action?: ReactNode
  /** `Menu.Item`s for everything else. */
  menu?: ReactNode
  /** Only below the second level of the navigation, without the page itself. */
  breadcrumbs?: Crumb[]
}

export const PageHeader = ({ title, tabTitle, state, subtitle, action, menu, breadcrumbs }: PageHeaderProps) => {
  usePageTitle(tabTitle ?? title)
  return (
    <header className={classes.header}>
      {breadcrumbs && breadcrumbs.length > 0 && (
        <nav aria-label="Breadcrumbs" className={classes.crumbs}>
          {breadcrumbs.map((crumb) => (
            <Fragment key={crumb.href}>
              <AppLink href={crumb.href} className="ol-link">
                {crumb.label}
              </AppLink>
              <IconChevronRight size={14} aria-hidden />
            </Fragment>
          ))}
        </nav>
      )}
      <div className={classes.row}>
        <div className={classes.titles}>
          <h1 className={classes.title}>{title}</h1>
          {state}
        </div>
        <div className={classes.actions}>
          {menu && (
            <HeaderMenu
              items={menu}
              target={
                <ActionIcon size="lg" variant="default" aria-label="More actions">
                  <IconDots size={16} />
                </ActionIcon>
              }
            />
          )}
          {action}
        </div>
      </div>
      {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
    </header>
  )
}
