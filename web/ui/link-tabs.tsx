import { AppLink } from './app-link.tsx'
import classes from './link-tabs.module.css'

export interface LinkTab {
  id: string
  label: string
  href: string
}

interface LinkTabsProps {
  /** What the tabs are parts of, for those who do not see them. */
  label: string
  tabs: readonly LinkTab[]
  /** The id of the tab that is open. */
  current: string
}

/** The parts of a page, each with an address of its own. */
export const LinkTabs = ({ label, tabs, current }: LinkTabsProps) => (
  <nav className={classes.tabs} aria-label={label}>
    {tabs.map(({ id, label: name, href }) => (
      <AppLink key={id} href={href} aria-current={id === current ? 'page' : undefined}>
        {name}
      </AppLink>
    ))}
  </nav>
)
