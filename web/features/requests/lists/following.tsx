import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { AttentionTable } from './attention.tsx'
import classes from './home.module.css'
import { MyRequests } from './my-requests.tsx'

/** What a person follows: their own open requests, what they watch, and what was decided recently. */
export const FOLLOWED = ['mine', 'watcher', 'recently-completed'] as const
export type Followed = (typeof FOLLOWED)[number]

const TABS: Record<Followed, string> = {
  mine: 'My open requests',
  watcher: 'Watching',
  'recently-completed': 'Recently completed',
}

interface FollowingProps {
  tab: Followed
  onTab: (tab: Followed) => void
  /** Of other kinds, below the requests. */
  more?: ReactNode
}

export const Following = ({ tab, onTab, more }: FollowingProps) => (
  <section aria-labelledby="following">
    <h2 id="following" className={classes.title}>
      What you follow
    </h2>
    <Tabs value={tab} onChange={(next) => next && onTab(next as Followed)}>
      <Tabs.List className={classes.tabs ?? ''}>
        {FOLLOWED.map((id) => (
          <Tabs.Tab key={id} value={id}>
            {TABS[id]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt="sm">
        {tab === 'mine' ? <MyRequests /> : <AttentionTable key={tab} filter={tab} rowKeys={false} />}
        {more}
      </Tabs.Panel>
    </Tabs>
  </section>
)
