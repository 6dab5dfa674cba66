import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { AppLink } from '../../ui/app-link.tsx'
import { useCategories } from './api.ts'
import classes from './home.module.css'

const SHOWN = 4

/** One click to a new request of each category. */
export const Shortcuts = () => {
  const { data, error } = useCategories()
  if (error && !data) return null
  if (data?.length === 0) {
    return (
      <p className={classes.hint}>No request forms yet. An admin adds them under Settings, Request configuration.</p>
    )
  }
  return (
    <nav aria-label="New request" className={classes.shortcuts}>
      {data ? (
        data.slice(0, SHOWN).map((category) => (
          <Button
            key={category.id}
            component={AppLink}
            href={`/intake-requests/${category.id}/new`}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            title={category.description || undefined}
          >
            {category.name}
          </Button>
        ))
      ) : (
        <ShortcutPlaceholders />
      )}
      {data && data.length > SHOWN && (
        <Button component={AppLink} href="/intake-requests/new" variant="subtle">
          All {data.length} forms
        </Button>
      )}
    </nav>
  )
}

const ShortcutPlaceholders = () =>
  [9, 11, 10, 8].map((width) => <Skeleton key={width} height={36} width={`${width}rem`} />)
