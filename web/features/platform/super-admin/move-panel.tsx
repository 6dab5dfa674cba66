import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompanyMove, CompanyPlace } from '../../../../schema/platform/moves/endpoints.ts'
import type { ManagedCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import { formatBytes, formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { Fact, Facts } from '../../../ui/details.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import { confirmMove, continueMove, placeQuery, startMove, superAdminKeys, takeBackMove } from './api.ts'
import classes from './super-admin.module.css'

const PHASES: Record<CompanyMove['phase'], State> = {
  COPYING: { tone: 'waiting', label: 'Being copied' },
  SWITCHING: { tone: 'waiting', label: 'Being switched' },
  DONE: { tone: 'positive', label: 'Moved' },
  CLEARING: { tone: 'waiting', label: 'Old copy being deleted' },
  UNDOING: { tone: 'waiting', label: 'Being undone' },
}

/** The database that has the company's data, and moving it to another one. */
export const MovePanel = ({ company }: { company: ManagedCompany }) => {
  const { data: place, error, refetch } = useQuery(placeQuery(company.id))
  if (!place) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} maw="52rem" />
  }
  return (
    <section className={classes.form} aria-label="Database">
      <p className={classes.lead}>
        The data of {company.name} is in database {place.cell}.{' '}
        {place.cells.length === 1
          ? 'It is the only one. Once another one is bound, companies can be moved there.'
          : place.move?.phase !== 'DONE' &&
            'While it is copied to another one, its people can read and not change anything.'}
      </p>
      {place.move ? (
        <CurrentMove company={company} move={place.move} />
      ) : (
        place.cells.length > 1 && <NewMove company={company} place={place} />
      )}
    </section>
  )
}

const sizeOf = ({ bytes }: CompanyPlace['cells'][number]): string =>
  bytes === null ? 'not reached' : formatBytes(bytes)

const NewMove = ({ company, place }: { company: ManagedCompany; place: CompanyPlace }) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const start = useCommand<number>({
    run: (toCell, { commandId }) => startMove(company.id, toCell, commandId),
    success: 'The move begins within a minute',
    invalidates: [superAdminKeys.place(company.id)],
  })
  const ask = async (toCell: number) => {
    const agreed = await confirm({
      title: `Move ${company.name} to database ${toCell}?`,
      text: 'Until it is done, its people can read and not change anything. You can undo it as long as it is being copied.',
      confirmLabel: 'Move company',
    })
    if (agreed) start.send(toCell)
  }
  return (
    <Group align="end">
      <Select
        label="Move to"
        placeholder="Choose a database"
        data={place.cells
          .filter(({ cell }) => cell !== place.cell)
          .map((each) => ({
            value: String(each.cell),
            label: `Database ${each.cell} (${sizeOf(each)})`,
            disabled: each.bytes === null,
          }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button disabled={chosen === null} loading={start.isPending} onClick={() => void ask(Number(chosen))}>
        Move company
      </Button>
    </Group>
  )
}

const CurrentMove = ({ company, move }: { company: ManagedCompany; move: CompanyMove }) => {
  const { phase, fromCell, toCell, progress, trouble, isWorkedOn } = move
  const invalidates = [superAdminKeys.place(company.id)]
  const goOn = useCommand({
    run: (_: undefined, { commandId }) => continueMove(company.id, commandId),
    invalidates,
  })
  const takeBack = useCommand({
    run: (_: undefined, { commandId }) => takeBackMove(company.id, commandId),
    success: 'The move is undone. The company works on where it was.',
    invalidates,
  })
  const end = useCommand({
    run: (_: undefined, { commandId }) => confirmMove(company.id, commandId),
    success: 'The old copy is being deleted',
    invalidates,
  })
  const back = useCommand({
    run: (_: undefined, { commandId }) => startMove(company.id, fromCell, commandId),
    success: 'The move back begins within a minute',
    invalidates,
  })
  const askToMoveBack = async () => {
    const agreed = await confirm({
      title: `Move ${company.name} back to database ${fromCell}?`,
      text: 'The old copy there becomes the same as the company is now. Until that is done, its people can read and not change anything.',
      confirmLabel: 'Move back',
    })
    if (agreed) back.send(undefined)
  }
  const askToTakeBack = async () => {
    const agreed = await confirm({
      title: 'Undo the move?',
      text: `${company.name} stays in database ${fromCell}, and its people work on at once. What was copied is deleted.`,
      confirmLabel: 'Undo move',
    })
    if (agreed) takeBack.send(undefined)
  }
  const askToEnd = async () => {
    const agreed = await confirm({
      title: `Delete the old copy in database ${fromCell}?`,
      text: 'The company can’t go back to it afterwards.',
      confirmLabel: 'Delete old copy',
      danger: true,
    })
    if (agreed) end.send(undefined)
  }
  return (
    <>
      <Facts>
        <Fact label="Move">
          From database {fromCell} to {toCell}
        </Fact>
        <Fact label="State">
          <StatusBadge plain {...PHASES[phase]} />
        </Fact>
        <Fact label="Started">
          <DateTimeText instant={move.startedAt} /> by {move.startedBy}
        </Fact>
        <Fact label="Last progress">
          <DateTimeText instant={move.touchedAt} />
        </Fact>
        {phase !== 'DONE' && (
          <Fact label="Progress">
            <span role="status">{progress ? wordsOf(phase, progress) : 'Begins within a minute'}</span>
          </Fact>
        )}
      </Facts>
      {trouble && (
        <Alert color="yellow" title="It is waiting">
          {trouble} It is tried again each minute.
        </Alert>
      )}
      {phase === 'DONE' && (
        <p className={classes.lead}>
          Its people work in database {toCell}. The old copy in database {fromCell} stays until you delete it.
        </p>
      )}
      <Group>
        {phase === 'DONE' ? (
          <Button color="red" variant="light" loading={end.isPending} onClick={() => void askToEnd()}>
            Delete old copy
          </Button>
        ) : (
          <Button variant="default" loading={goOn.isPending} disabled={isWorkedOn} onClick={() => goOn.send(undefined)}>
            Continue now
          </Button>
        )}
        {phase === 'DONE' && (
          <Button variant="default" loading={back.isPending} onClick={() => void askToMoveBack()}>
            Move back
          </Button>
        )}
        {phase === 'COPYING' && (
          <Button variant="default" loading={takeBack.isPending} onClick={() => void askToTakeBack()}>
            Undo move
          </Button>
        )}
      </Group>
    </>
  )
}

const wordsOf = (phase: CompanyMove['phase'], { rows, round, table }: NonNullable<CompanyMove['progress']>): string => {
  const done = `${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`
  if (phase !== 'COPYING') return `${done} deleted, at ${table}`
  return `${done} compared, at ${table}${round > 1 ? `, pass ${round}` : ''}`
}
