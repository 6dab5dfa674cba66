import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { AuditRow } from '../../../../schema/platform/audit/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { DifferenceList } from '../../../ui/difference-list.tsx'
import { PersonAvatar } from '../../../ui/person-name.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { type AuditTarget, useHistory } from './api.ts'
import { changedFields, type HistoryFact, otherFacts } from './facts.ts'
import classes from './history.module.css'

/** What a row shows beyond its sentence. */
export interface RowDetails {
  /** Whether there is anything. It is computed only when someone looks. */
  has(row: AuditRow): boolean
  render(row: AuditRow): ReactNode
}

interface HistoryProps {
  targetType: AuditTarget
  targetId: string
  /** Key of the area that changes the object, so that its commands refresh the history. */
  queryKey?: QueryKey
  /** Replaces before and after as recorded. */
  details?: RowDetails
}

/** The history of an object, newest first: sentences with who and when, and before → after behind each. */
export const History = ({ targetType, targetId, queryKey, details = RECORDED }: HistoryProps) => {
  const history = useHistory(targetType, targetId, queryKey)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = history
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) {
    return (
      <div className={classes.bones} aria-busy>
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} height={36} />
        ))}
      </div>
    )
  }
  const rows = data.pages.flatMap((page) => page.edges.map((edge) => edge.node))
  // Objects that came with the company have no history before their first change here.
  if (rows.length === 0) return <EmptyState compact title="No changes yet" />
  return (
    <>
      <HistoryRows rows={rows} details={details} />
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </>
  )
}

/** Rows that are already loaded. */
export const HistoryRows = ({ rows, details = RECORDED }: { rows: AuditRow[]; details?: RowDetails }) => (
  <ul className={classes.history}>
    {rows.map((row) => (
      <Row key={row.id} row={row} details={details} />
    ))}
  </ul>
)

const Row = ({ row, details }: { row: AuditRow; details: RowDetails }) => {
  const name = row.user ? fullName(row.user) : 'Outlay'
  return (
    <li className={classes.row}>
      <PersonAvatar name={name} />
      <div className={classes.text}>
        <p className={classes.message}>{row.message}</p>
        <p className={classes.dim}>
          <WhoDid row={row} /> · <DateTimeText instant={row.createdAt} />
        </p>
        {details.has(row) && <Fold render={() => details.render(row)} />}
      </div>
    </li>
  )
}

/** The person, and the person or program that acted for them. */
export const WhoDid = ({ row }: { row: Pick<AuditRow, 'user' | 'impersonator' | 'apiKey'> }) => (
  <>
    {row.user ? fullName(row.user) : 'Outlay'}
    {row.impersonator && `, through ${fullName(row.impersonator)}`}
    {row.apiKey && `, by the API key ${row.apiKey.name}`}
  </>
)

/** Opens the details of a row. */
export const Fold = ({ render }: { render: () => ReactNode }) => {
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <>
      <UnstyledButton
        className={classes.fold ?? ''}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened((was) => !was)}
      >
        <IconChevronRight size={14} aria-hidden data-opened={opened || undefined} />
        {opened ? 'Hide details' : 'Show details'}
      </UnstyledButton>
      <div id={id} hidden={!opened} className={classes.changes}>
        {opened && render()}
      </div>
    </>
  )
}

export const FactList = ({ facts }: { facts: HistoryFact[] }) =>
  facts.length === 0 ? null : (
    <dl className={classes.facts}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.text}</dd>
        </div>
      ))}
    </dl>
  )

/** Before → after as recorded, and the other facts. */
export const RECORDED: RowDetails = {
  has: (row) => changedFields(row.changeData).length > 0 || otherFacts(row.changeData).length > 0,
  render: (row) => (
    <>
      <DifferenceList differences={changedFields(row.changeData)} />
      <FactList facts={otherFacts(row.changeData)} />
    </>
  ),
}
