import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useCategories } from './api.ts'
import classes from './home.module.css'

const SHOWN = 6

/** One click to a new request of each category. */
export const Shortcuts = () => {
  const { data, error, refetch } = useCategories()
  return (
    <section className={classes.card} aria-labelledby="home-new">
      <header className={classes.cardHeader}>
        <h2 id="home-new">New request</h2>
        {data && data.length > SHOWN && (
          <AppLink href="/intake-requests/new" className={classes.more}>
            All {data.length}
          </AppLink>
        )}
      </header>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : !data ? (
        <div className={classes.bones} aria-hidden>
          <Skeleton height={12} width="60%" />
          <Skeleton height={12} width="45%" />
          <Skeleton height={12} width="55%" />
        </div>
      ) : data.length === 0 ? (
        <EmptyState
          compact
          title="No request forms yet"
          text="An admin adds them under Settings, Request configuration."
        />
      ) : (
        <ul className={classes.list}>
          {data.slice(0, SHOWN).map((category) => (
            <li key={category.id}>
              <AppLink
                href={`/intake-requests/${category.id}/new`}
                className={classes.shortcut}
                title={category.description}
              >
                <IconPlus size={16} aria-hidden />
                <span>{category.name}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
