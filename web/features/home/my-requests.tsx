import { Skeleton } from '@mantine/core'
import type { IntakeSubmissionRow } from '../../../schema/intake/endpoints.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { requestState, StatusBadge } from '../../ui/status-badge.tsx'
import { useMyOpenRequests } from './api.ts'
import classes from './home.module.css'

/** "Waiting for Dana Reyes and 2 others": who, before what. */
export const waitingSentence = ({ waitingFor }: Pick<IntakeSubmissionRow, 'waitingFor'>): string => {
  const names = [...new Set(waitingFor.flatMap((block) => block.people.map((person) => person.name)))]
  const [first, ...rest] = names
  if (!first) return waitingFor[0] ? `Waiting for ${waitingFor[0].label}` : ''
  if (rest.length === 0) return `Waiting for ${first}`
  return rest.length === 1 ? `Waiting for ${first} and ${rest[0]}` : `Waiting for ${first} and ${rest.length} others`
}

export const MyRequests = () => {
  const { data, error, refetch } = useMyOpenRequests()
  const rows = data?.edges.map((edge) => edge.node)
  return (
    <section className={classes.card} aria-labelledby="home-mine">
      <header className={classes.cardHeader}>
        <h2 id="home-mine">My open requests</h2>
        {data?.pageInfo.hasNextPage && (
          <AppLink href="/intake-requests?mine=true" className={classes.more}>
            All
          </AppLink>
        )}
      </header>
      {error && !rows ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : !rows ? (
        <div className={classes.bones} aria-hidden>
          <Skeleton height={12} width="80%" />
          <Skeleton height={12} width="65%" />
          <Skeleton height={12} width="70%" />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState compact title="No open requests" text="Requests that you file stay here until they are decided." />
      ) : (
        <ul className={classes.list}>
          {rows.map((row) => (
            <li key={row.id}>
              <AppLink href={`/intake-request/${row.id}`} className={classes.mine}>
                <span className={classes.mineTitle}>{row.title}</span>
                <MoneyText money={row.requestAmount} />
                <span className={classes.mineWaiting}>{waitingSentence(row)}</span>
                <StatusBadge {...requestState(row)} plain />
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
