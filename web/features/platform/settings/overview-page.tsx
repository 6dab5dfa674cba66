import type { ReactNode } from 'react'
import { AppLink } from '../../../ui/app-link.tsx'
import { GoTo } from '../../../ui/go-to.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { EmptyState, Forbidden } from '../../../ui/states.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { GuardedChanges } from '../guarded/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { NAVIGATION, visibleEntries } from '../shell/index.ts'
import { settingsGroups } from './groups.ts'
import { modulesText } from './modules-text.ts'
import { AccountingNotice, KeyNotices } from './notices.tsx'
import classes from './settings.module.css'

interface SettingsOverviewProps {
  /** As it is in the address. */
  search: string
  onSearch: (text: string | undefined) => void
  /** What other areas say that needs attention. */
  notices?: ReactNode
}

/** Filters a list that is there already, so that it needn't wait for a pause in typing. */
const AT_ONCE_MS = 80

/** /settings: every page that the person can open, what needs attention, and a search by the words that people use. */
export const SettingsOverview = ({ search, onSearch, notices }: SettingsOverviewProps) => {
  const can = useCan()
  const company = useCompany()
  const entries = visibleEntries(NAVIGATION, can).find(({ id }) => id === 'settings')?.children ?? []
  const [only] = settingsGroups(entries, '').flatMap(({ pages }) => pages)
  if (!only) return <Forbidden />
  if (entries.length === 1 && !entries[0]?.children) return <GoTo href={only.href} />
  const groups = settingsGroups(entries, search)
  const states: Record<string, string> = { modules: modulesText(company) }
  return (
    <>
      <PageHeader title="Settings" subtitle="How Outlay works for your company." />
      <div className={classes.search}>
        <SearchBox
          label="Search settings"
          placeholder="Search settings"
          value={search}
          onSearch={onSearch}
          delayMs={AT_ONCE_MS}
        />
      </div>
      <InOrder>
        {!search && (
          <div>
            <GuardedChanges />
            <section className={classes.attention} aria-labelledby="settings-attention">
              <h2 id="settings-attention" className={classes.heading}>
                Needs attention
              </h2>
              <ul className={classes.notices}>
                {can('api-keys.manage') && <KeyNotices />}
                {can('integrations.manage') && <AccountingNotice />}
                {notices}
              </ul>
            </section>
          </div>
        )}
        <div>
          {groups.length === 0 && (
            <EmptyState title="No settings found" text="Try another word, for example “limits” or “workflow”." />
          )}
          <div className={classes.groups}>
            {groups.map(({ title, pages }) => (
              <section key={title} aria-label={title} className={classes.group}>
                <h2 className={classes.heading}>{title}</h2>
                <ul className={classes.pages}>
                  {pages.map(({ id, label, text, href }) => (
                    <li key={id}>
                      <AppLink href={href} className={classes.page}>
                        <span className={classes.label}>{label}</span>
                        <span className={classes.text}>{text}</span>
                        {states[id] && <span className={classes.state}>{states[id]}</span>}
                      </AppLink>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
      </InOrder>
    </>
  )
}
