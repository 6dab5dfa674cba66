import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listAuditLogs } from '../../../schema/audit/endpoints.ts'
import { fullName } from '../../../schema/shared/values.ts'
import { isApiError } from '../../lib/errors.ts'
import { call, type QueryOf } from '../../lib/rest.ts'
import { DateTimeText } from '../../ui/date-text.tsx'
import { PersonAvatar } from '../../ui/person-name.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import classes from './object-history.module.css'

interface ObjectHistoryProps {
  targetType: QueryOf<typeof listAuditLogs>['targetType']
  id: string
  /** Under the keys of the object, so that a change of it asks again. */
  queryKey: readonly unknown[]
}

/** What happened to an object, newest first. */
export const ObjectHistory = ({ targetType, id, queryKey }: ObjectHistoryProps) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(listAuditLogs, { query: { targetType, targetId: id, first: 20, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? (last.pageInfo.endCursor ?? undefined) : undefined),
  })
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
