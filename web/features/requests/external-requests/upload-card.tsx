import { Button, Group, Progress } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ExternalRow, ExternalUpload } from '../../../../schema/requests/external-requests/endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { discardUpload, externalKeys, problemsQuery, startUpload, undoUpload } from './api.ts'
import classes from './external-requests.module.css'
import { countsText, fieldLabel, requests, STATUS_BADGES } from './words.ts'

interface UploadCardProps {
  companyId: string
  upload: ExternalUpload
}

/** One file: what its check found, or what its import did, and what can be done with it. */
export const UploadCard = ({ companyId, upload }: UploadCardProps) => {
  const { fileName, system, category, status, counts, rowCount } = upload
  const left = upload.columns.filter(({ field }) => field === null).map(({ header }) => header)
  const ready = counts.CREATE ?? 0
  const common = { invalidates: [externalKeys.all(companyId)] }
  const start = useCommand({
    ...common,
    run: (_: undefined, { commandId }) => startUpload(companyId, upload, commandId),
  })
  const undo = useCommand({
    ...common,
    run: (_: undefined, { commandId }) => undoUpload(companyId, upload, commandId),
  })
  const discard = useCommand({
    ...common,
    run: (_: undefined, { commandId }) => discardUpload(companyId, upload, commandId),
    success: `${fileName} discarded`,
  })
  const askToUndo = async () => {
    const agreed = await confirm({
      title: `Undo the import of ${fileName}?`,
      text: `Deletes ${requests(counts.CREATED ?? 0)}. Those that someone has changed or commented on since stay and are listed.`,
      confirmLabel: 'Undo import',
      danger: true,
    })
    if (agreed) undo.send(undefined)
  }
  const isBusy = status === 'RUNNING' || status === 'ROLLING_BACK'
  const todo = status === 'RUNNING' ? ready : (counts.CREATED ?? 0)
  return (
    <section className={classes.card} aria-label={`${fileName} from ${system}`}>
      <Group justify="space-between" align="start" wrap="nowrap">
        <div>
          <h3 className={classes.title}>{fileName}</h3>
          <p className={classes.lead}>
            From {system} into {category.name || 'a deleted category'} · {upload.createdBy},{' '}
            <DateText instant={upload.createdAt} />
          </p>
        </div>
        <StatusBadge {...STATUS_BADGES[status]} />
      </Group>
      <p className={classes.counts}>{countsText(counts)}</p>
      {left.length > 0 && status === 'CHECKED' && (
        <p className={classes.lead}>Columns that aren’t imported: {left.join(', ')}</p>
      )}
      {isBusy && (
        <Progress
          aria-label={status === 'RUNNING' ? 'Importing' : 'Undoing'}
          value={Math.max(5, (100 * (rowCount - todo)) / rowCount)}
          animated
        />
      )}
      <Problems companyId={companyId} upload={upload} />
      {(status === 'CHECKED' || status === 'DONE') && (
        <Group gap="xs">
          {status === 'CHECKED' && ready > 0 && (
            <Button onClick={() => start.send(undefined)} loading={start.isPending}>
              Import {requests(ready)}
            </Button>
          )}
          {status === 'CHECKED' && (
            <Button variant="subtle" color="gray" onClick={() => discard.send(undefined)} loading={discard.isPending}>
              Discard
            </Button>
          )}
          {status === 'DONE' && (counts.CREATED ?? 0) > 0 && (
            <Button variant="default" onClick={() => void askToUndo()} loading={undo.isPending}>
              Undo import
            </Button>
          )}
        </Group>
      )}
    </section>
  )
}

const COLUMNS: Column<ExternalRow>[] = [
  { id: 'row', header: 'Row', align: 'right', width: '5rem', cell: ({ number }) => number },
  { id: 'title', header: 'Title', card: 'title', width: '14rem', clip: true, cell: ({ title }) => title || '–' },
  {
    id: 'problems',
    header: 'Problems',
    cell: ({ problems }) => (
      <ul className={classes.problems}>
        {problems.map(({ level, field, message }) => (
          <li key={`${field} ${message}`} data-level={level}>
            {field ? `${fieldLabel(field)}: ${message}` : message}
          </li>
        ))}
      </ul>
    ),
  },
]

/** Rows with errors and warnings. Nothing without any. */
const Problems = ({ companyId, upload }: UploadCardProps) => {
  const rows = useInfiniteQuery(problemsQuery(companyId, upload))
  if (!rows.data?.length) return null
  return (
    <TableView
      label={`Problems in ${upload.fileName}`}
      rowKeys={false}
      columns={COLUMNS}
      rows={rows.data}
      rowId={({ number }) => String(number)}
      error={rows.error}
      onRetry={() => void rows.refetch()}
      empty={{ title: 'No problems' }}
      footer={
        rows.hasNextPage && (
          <Button variant="subtle" loading={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
            Show more
          </Button>
        )
      }
    />
  )
}
