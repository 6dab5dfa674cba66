import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import type { AuditRow } from '../../../../schema/audit/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { PersonAvatar } from '../../../ui/person-name.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useHistory } from '../api.ts'
import { DifferenceList } from '../difference-list.tsx'
import { changesIn } from '../differences.ts'
import { historyFacts } from '../history-facts.ts'
import { useDifferences } from '../use-differences.ts'
import classes from './details.module.css'

const Changes = ({ row, submissionId }: { row: AuditRow; submissionId: string }) => {
  const changes = useMemo(() => changesIn(row.changeData), [row.changeData])
  const differences = useDifferences(submissionId, changes)
  const facts = historyFacts(row.changeData)
  return (
    <>
      <DifferenceList differences={differences} />
      {facts.length > 0 && (
        <dl className={classes.historyFacts}>
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

const Row = ({ row, submissionId }: { row: AuditRow; submissionId: string }) => {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const name = row.user ? fullName(row.user) : 'Outlay'
  const more = changesIn(row.changeData).length > 0 || historyFacts(row.changeData).length > 0
  return (
    <li className={classes.historyRow}>
      <PersonAvatar name={name} />
      <div className={classes.historyText}>
        <p className={classes.message}>{row.message}</p>
        <p className={classes.dim}>
          {name}
          {row.impersonator && `, through ${fullName(row.impersonator)} viewing as them`}
          {row.apiKey && `, by the API key ${row.apiKey.name}`} · <DateTimeText instant={row.createdAt} />
        </p>
        {more && (
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
              {opened && <Changes row={row} submissionId={submissionId} />}
            </div>
          </>
        )}
      </div>
    </li>
  )
}

/** What happened to the request, newest first. */
export const HistoryTab = ({ id }: { id: string }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory(id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) {
    return (
      <div className={classes.bones} aria-busy>
        {[1, 2, 3, 4, 5].map((n) => (
          <Skeleton key={n} height={36} />
        ))}
      </div>
    )
  }
  const rows = data.pages.flatMap((page) => page.edges.map((edge) => edge.node))
  if (rows.length === 0) return <EmptyState compact title="No history yet" />
  return (
    <>
      <ul className={classes.history}>
        {rows.map((row) => (
          <Row key={row.id} row={row} submissionId={id} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier events
        </Button>
      )}
    </>
  )
}
