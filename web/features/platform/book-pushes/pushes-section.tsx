import { Alert, Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookGeneration, BookPush, PushProblem } from '../../../../schema/platform/book-pushes/endpoints.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { AgeText } from '../../../ui/date-text.tsx'
import { Section } from '../../../ui/details.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { discard, generationQuery, generationsQuery, pushKeys } from './api.ts'
import classes from './book-pushes.module.css'
import { GENERATION_STATES, KIND_NAMES, PUSH_STATES } from './words.ts'

/** The list has so many of a generation. */
const FILES_LISTED = 8
/** For each file. A program gets a hundred. */
const PROBLEMS_SHOWN = 5

const Problems = ({ problems, count }: { problems: readonly PushProblem[]; count: number }) => (
  <ul className={classes.problems}>
    {problems.slice(0, PROBLEMS_SHOWN).map((error) => (
      <li key={`${error.kind} ${error.part} ${error.line} ${error.message}`}>
        {error.kind !== null && `${KIND_NAMES[error.kind as BookPush['kind']]}, `}
        {error.part !== null && error.part > 1 && `part ${error.part}, `}
        {error.line !== null && `line ${formatNumber(error.line)}: `}
        {error.message}
      </li>
    ))}
    {count > PROBLEMS_SHOWN && <li>and {formatNumber(count - PROBLEMS_SHOWN)} more</li>}
  </ul>
)

const File = ({ push }: { push: BookPush }) => (
  <li className={classes.file}>
    <span className={classes.kind}>
      {KIND_NAMES[push.kind]}
      {push.part > 1 && ` (part ${push.part})`}
    </span>
    <span className={classes.rows}>
      {push.rows === 1 ? '1 row' : `${formatNumber(push.rows)} rows`} · <AgeText instant={push.startedAt} />
    </span>
    <StatusBadge {...PUSH_STATES[push.state]} />
    {push.problems.length > 0 && (
      <Problems problems={push.problems} count={Math.max(push.problemCount, push.problems.length)} />
    )}
  </li>
)

const Generation = ({ of }: { of: BookGeneration }) => {
  const [showsAll, setShowsAll] = useState(false)
  const all = useQuery({ ...generationQuery(of.generation), enabled: showsAll })
  const pushes = (showsAll && all.data?.pushes) || of.pushes
  const remove = useCommand<string>({
    run: (name, { commandId }) => discard(name, commandId),
    success: 'Generation discarded',
    invalidates: [pushKeys.all],
  })
  const ask = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Discard ${of.generation}?`,
      text: 'Its files are deleted. What you pushed before stays as it is.',
      confirmLabel: 'Discard generation',
      danger: true,
    })
    if (agreed) remove.send(of.generation)
  }
  return (
    <li className={classes.generation}>
      <div className={classes.head}>
        <h3>{of.generation}</h3>
        <StatusBadge {...GENERATION_STATES[of.state]} />
        {of.state === 'OPEN' && (
          <Button size="xs" variant="subtle" color="gray" loading={remove.isPending} onClick={() => void ask()}>
            Discard
          </Button>
        )}
      </div>
      {of.problems.length > 0 && (
        <Alert color="red" title={of.state === 'OPEN' ? 'The files don’t fit together' : 'It wasn’t applied'}>
          <Problems problems={of.problems} count={of.problems.length} />
        </Alert>
      )}
      <ul className={classes.files} aria-label={`Files of ${of.generation}`}>
        {pushes.map((push) => (
          <File key={push.id} push={push} />
        ))}
      </ul>
      {of.pushes.length === FILES_LISTED && !showsAll && (
        <Button size="xs" variant="subtle" onClick={() => setShowsAll(true)}>
          Show all files
        </Button>
      )}
    </li>
  )
}

/** What was pushed, newest first, with what was wrong. */
export const PushesSection = () => {
  const found = useInfiniteQuery(generationsQuery)
  const generations = found.data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) ?? []
  return (
    <Section id="pushes" title="Pushes">
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && generations.length === 0 && (
        <p className={classes.note}>No pushes yet. The first file that arrives appears here.</p>
      )}
      <ul className={classes.generations}>
        {generations.map((each) => (
          <Generation key={each.generation} of={each} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show earlier pushes
        </Button>
      )}
    </Section>
  )
}
