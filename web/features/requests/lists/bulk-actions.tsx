import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListedSubmission, ResultsOfSeveral } from '../../../../schema/requests/endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { archiveRequests, remindRequests, requestKeys } from '../submissions/index.ts'
import classes from './list.module.css'

type Kind = 'archive' | 'unarchive' | 'remind'

const plural = (count: number): string => (count === 1 ? '1 request' : `${count} requests`)

const WORDS: Record<Kind, { button: string; title: (n: number) => string; text: string; note: string; done: string }> =
  {
    archive: {
      button: 'Archive',
      title: (n) => `Archive ${plural(n)}`,
      text: 'Approvals stop and the requests leave your lists. You can unarchive them at any time.',
      note: 'Message',
      done: 'archived',
    },
    unarchive: {
      button: 'Unarchive',
      title: (n) => `Unarchive ${plural(n)}`,
      text: 'The requests return to the list and wait for the remaining approvers.',
      note: 'Message',
      done: 'unarchived',
    },
    remind: {
      button: 'Send reminders',
      title: (n) => `Send reminders for ${plural(n)}`,
      text: 'Everyone these requests are waiting for gets an email.',
      note: 'Note',
      done: 'reminded',
    },
  }

interface BulkActionsProps {
  rows: ListedSubmission[]
  clear: () => void
}

/** The buttons of the selection bar. */
export const BulkActions = ({ rows, clear }: BulkActionsProps) => {
  const [kind, setKind] = useState<Kind | null>(null)
  const kinds: Kind[] = [
    ...(rows.some((row) => !row.archived && row.status === 'PENDING') ? (['remind'] as const) : []),
    ...(rows.some((row) => !row.archived) ? (['archive'] as const) : []),
    ...(rows.some((row) => row.archived) ? (['unarchive'] as const) : []),
  ]
  return (
    <>
      {kinds.map((each) => (
        <Button key={each} variant="default" size="compact-sm" onClick={() => setKind(each)}>
          {WORDS[each].button}
        </Button>
      ))}
      {kind && <BulkDialog kind={kind} rows={rows} onClose={() => setKind(null)} onDone={clear} />}
    </>
  )
}

interface BulkDialogProps extends Pick<BulkActionsProps, 'rows'> {
  kind: Kind
  onClose: () => void
  onDone: () => void
}

const run = (kind: Kind, ids: string[], note: string, commandId: string): Promise<ResultsOfSeveral> => {
  if (kind === 'remind') return remindRequests({ ids, ...(note && { note }) }, commandId)
  return archiveRequests({ ids, archived: kind === 'archive', ...(note && { message: note }) }, commandId)
}

const BulkDialog = ({ kind, rows, onClose, onDone }: BulkDialogProps) => {
  const words = WORDS[kind]
  const [note, setNote] = useState('')
  const [results, setResults] = useState<ResultsOfSeveral['results'] | null>(null)
  const sending = useCommand({
    run: (text: string, { commandId }) =>
      run(
        kind,
        rows.map((row) => row.id),
        text,
        commandId,
      ),
    success: ({ results: each }) => {
      const done = each.filter((result) => result.done).length
      return done === each.length ? `${plural(done)} ${words.done}` : undefined
    },
    onSuccess: ({ results: each }) => {
      if (each.every((result) => result.done)) finish()
      else setResults(each)
    },
    invalidates: [requestKeys.all],
  })
  const finish = (): void => {
    onClose()
    onDone()
  }
  if (results) return <Results kind={kind} rows={rows} results={results} onClose={finish} />
  return (
    <Dialog opened onClose={onClose} title={words.title(rows.length)}>
      <Stack gap="sm">
        <Text>{words.text}</Text>
        <TextArea
          label={words.note}
          description="Optional."
          maxLength={2000}
          minRows={2}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose} disabled={sending.isPending}>
            Cancel
          </Button>
          <Button loading={sending.isPending} onClick={() => sending.send(note.trim())}>
            {words.button}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface ResultsProps {
  kind: Kind
  rows: ListedSubmission[]
  results: ResultsOfSeveral['results']
  onClose: () => void
}

/** The result for each request, if some failed. */
const Results = ({ kind, rows, results, onClose }: ResultsProps) => {
  const words = WORDS[kind]
  const done = results.filter((result) => result.done).length
  const titleOf = (id: string): string => rows.find((row) => row.id === id)?.title ?? 'A request'
  return (
    <Dialog opened onClose={onClose} title={`${done} of ${plural(results.length)} ${words.done}`}>
      <ul className={classes.results}>
        {results.map((result) => (
          <li key={result.id} data-done={result.done}>
            {result.done ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
            <span>
              {titleOf(result.id)}
              <span className={classes.resultText}>
                {result.done ? `${words.done.charAt(0).toUpperCase()}${words.done.slice(1)}` : result.message}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  )
}
