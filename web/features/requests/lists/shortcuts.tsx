import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { useCan } from '../../platform/session/index.ts'
import classes from './home.module.css'
import { useCategories } from './home-api.ts'

const SHOWN = 4

/** One click to a new request in each category. */
export const Shortcuts = () => {
  const { data, error } = useCategories()
  const can = useCan()
  useNotYet(!data && !error)
  if (error && !data) return null
  if (data?.length === 0) {
    return can('requests.create-category') ? (
      <div className={`ol-fades ${classes.shortcuts}`}>
        <span className={classes.hint}>No request forms yet.</span>
        <Button component={AppLink} href={to('/settings/intake-categories')} variant="default">
          Set up request forms
        </Button>
      </div>
    ) : (
      <p className={classes.hint}>No request forms yet. Ask an admin to add one.</p>
    )
  }
  return (
    <nav aria-labelledby="new-request" className={`ol-fades ${classes.shortcuts}`}>
      <span id="new-request" className={classes.shortcutsLabel}>
        New request
      </span>
      {data ? (
        data.slice(0, SHOWN).map((category) => (
          <Button
            key={category.id}
            component={AppLink}
            href={to('/intake-requests/$categoryId/new', { categoryId: category.id })}
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
        <Button component={AppLink} href={to('/intake-requests/new')} variant="subtle">
          All {data.length} forms
        </Button>
      )}
    </nav>
  )
}

const ShortcutPlaceholders = () =>
  [9, 11, 10, 8].map((width) => <Skeleton key={width} height={36} width={`${width}rem`} />)
