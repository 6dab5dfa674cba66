import { Button, Skeleton } from '@mantine/core'
import { fullName } from '../../../schema/shared/values.ts'
import { isApiError } from '../../lib/errors.ts'
import { DateTimeText } from '../../ui/date-text.tsx'
import { PersonAvatar } from '../../ui/person-name.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type UnitKind, useUnitHistory } from './api.ts'
import classes from './organisation.module.css'

/** What happened to a unit, newest first. */
export const UnitHistory = ({ kind, id }: { kind: UnitKind; id: string }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useUnitHistory(kind, id)
  if (error && !data) {
    // What was brought in with the company has no history before its first change here.
    if (isApiError(error, 'NOT_FOUND')) return <EmptyState compact title="No changes yet" />
    return <ErrorState error={error} onRetry={() => void refetch()} compact />
  }
  if (!data) return <Skeleton height={72} />
  const rows = data.pages.flatMap((page) => page.edges.map((edge) => edge.node))
  return (
    <>
      <ul className={classes.history}>
        {rows.map((row) => {
          const name = row.user ? fullName(row.user) : 'Outlay'
          return (
            <li key={row.id}>
              <PersonAvatar name={name} />
              <div>
                <p className={classes.message}>{row.message}</p>
                <p className={classes.dim}>
                  {name}
                  {row.impersonator && `, through ${fullName(row.impersonator)} viewing as them`}
                  {row.apiKey && `, by the API key ${row.apiKey.name}`} · <DateTimeText instant={row.createdAt} />
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </>
  )
}
