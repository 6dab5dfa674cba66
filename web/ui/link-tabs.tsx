import type { Address } from '../lib/address.ts'
import { AppLink } from './app-link.tsx'
import classes from './link-tabs.module.css'

export interface LinkTab {
  id: string
  label: string
  href: Address
}

interface LinkTabsProps {
  /** What the tabs are parts of, for screen readers. */
  label: string
  tabs: readonly LinkTab[]
  /** The id of the open tab. */
  current: string
}

/** The parts of a page, each with its own address. */
export const LinkTabs = ({ label, tabs, current }: LinkTabsProps) => (
  <nav className={classes.tabs} aria-label={label}>
    {tabs.map(({ id, label: name, href }) => (
      <AppLink key={id} href={href} aria-current={id === current ? 'page' : undefined}>
        {name}
      </AppLink>
    ))}
  </nav>
)
