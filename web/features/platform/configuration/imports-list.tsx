import { Anchor, Button, Group, Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UNDO_DAYS } from '../../../../schema/platform/configuration/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useCan } from '../session/index.ts'
import { beforeAddress, type ConfigurationImport, configurationKeys, importsQuery, isBusy, undoImport } from './api.ts'
import classes from './configuration.module.css'
import { STATE_BADGES } from './words.ts'

/** What was imported, how far it is, and the way back. */
export const ImportsList = () => {
  const imports = useQuery(importsQuery)
  return (
    <section className={classes.section} aria-label="Imports">
      <h2 className={classes.heading}>Imports</h2>
      {imports.data ? (
        imports.data.map((each) => <ImportCard key={each.id} of={each} />)
      ) : imports.error ? (
        <ErrorState error={imports.error} onRetry={() => void imports.refetch()} compact />
      ) : (
        <Skeleton height={120} />
      )}
      {imports.data?.length === 0 && (
        <EmptyState compact title="No imports yet" text="A file that you import appears here, and can be undone." />
      )}
    </section>
  )
}

/** How far it is matters while it isn’t at an end. */
const isPartial = ({ state }: ConfigurationImport): boolean => state !== 'DONE' && state !== 'UNDONE'

const ImportCard = ({ of }: { of: ConfigurationImport }) => {
  const can = useCan()
  const undo = useCommand({
    run: (_: undefined, { commandId }) => undoImport(of, commandId),
    invalidates: [configurationKeys.all],
  })
  const name = of.fileName || 'File'
  const ask = async () => {
    const agreed = await confirm({
      title: `Undo the import of ${name}?`,
      text: 'Its changes are reverted and its additions removed.',
      confirmLabel: 'Undo import',
      danger: true,
    })
    if (agreed) undo.send(undefined)
  }
  return (
    <section className={classes.card} aria-label={name}>
      <Group justify="space-between" align="start" wrap="nowrap">
        <div>
          <h3 className={classes.title}>{name}</h3>
          <p className={classes.lead}>
            {of.createdBy}, <DateText instant={of.createdAt} />
            {isPartial(of) && ` · ${of.doneCount} of ${of.stepCount} steps`}
          </p>
        </div>
        <span role="status">
          <StatusBadge {...STATE_BADGES[of.state]} />
        </span>
      </Group>
      {isBusy(of) && (
        <Progress
          aria-label={of.state === 'RUNNING' ? 'Importing' : 'Undoing'}
          value={Math.max(5, (100 * of.doneCount) / Math.max(1, of.stepCount))}
          animated
        />
      )}
      {of.waitingCount > 0 && of.state === 'DONE' && (
        <p className={classes.text}>
          {of.waitingCount === 1 ? '1 change about money waits' : `${of.waitingCount} changes about money wait`} until
          another admin confirms, or for 24 hours where no one else can.
        </p>
      )}
      {of.problem && <p className={classes.text}>{of.problem}</p>}
      <Group gap="md">
        {of.canUndo && can('configuration.import') && (
          <Button variant="default" onClick={() => void ask()} loading={undo.isPending}>
            Undo import
          </Button>
        )}
        {of.keepsBefore ? (
          <Anchor href={beforeAddress(of.id)} download inherit underline="always">
            Download what ran before
          </Anchor>
        ) : (
          <span className={classes.lead}>Files are kept for {UNDO_DAYS} days.</span>
        )}
      </Group>
    </section>
  )
}
