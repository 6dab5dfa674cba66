import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { AuditRow } from '../../../schema/audit/endpoints.ts'
import { fullName } from '../../../schema/shared/values.ts'
import { DateTimeText } from '../../ui/date-text.tsx'
import { DifferenceList } from '../../ui/difference-list.tsx'
import { PersonAvatar } from '../../ui/person-name.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type AuditTarget, useHistory } from './api.ts'
import { changedFields, type HistoryFact, otherFacts } from './facts.ts'
import classes from './history.module.css'

/** What a row has to say beyond its sentence. */
export interface RowDetails {
  /** Whether there is anything; what it is, is made only when somebody looks. */
  has(row: AuditRow): boolean
  render(row: AuditRow): ReactNode
}

interface HistoryProps {
  targetType: AuditTarget
  targetId: string
  /** Of the area that changes the object: its commands then renew the history. */
  queryKey?: QueryKey
  /** In place of before and after as they were recorded. */
  details?: RowDetails
}

/** What happened to an object, newest first: sentences with who and when, and before → after behind each. */
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
  // What came with the company has no history before its first change here.
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

/** Rows that are there already. */
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

/** The person; where somebody acted on their behalf or a program did it, both. */
export const WhoDid = ({ row }: { row: Pick<AuditRow, 'user' | 'impersonator' | 'apiKey'> }) => (
  <>
    {row.user ? fullName(row.user) : 'Outlay'}
    {row.impersonator && `, through ${fullName(row.impersonator)}`}
    {row.apiKey && `, by the API key ${row.apiKey.name}`}
  </>
)

/** Opens what lies behind a row. */
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

/** Before → after as they were recorded, and what else was. */
export const RECORDED: RowDetails = {
  has: (row) => changedFields(row.changeData).length > 0 || otherFacts(row.changeData).length > 0,
  render: (row) => (
    <>
      <DifferenceList differences={changedFields(row.changeData)} />
      <FactList facts={otherFacts(row.changeData)} />
    </>
  ),
}
