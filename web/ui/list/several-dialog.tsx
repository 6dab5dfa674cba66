import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SeveralResults } from '../../../schema/shared/list.ts'
import { useCommand } from '../../lib/use-command.ts'
import { Dialog } from '../dialog.tsx'
import classes from './list.module.css'

interface SeveralDialogProps {
  rows: readonly { id: string; name: string }[]
  noun: string
  title: (counted: string) => string
  text: string
  button: string
  /** "archived", as what was done is called. */
  done: string
  /** What to choose first. */
  children?: ReactNode
  /** What is wrong with the choice. Shows it beside its field. */
  isReady?: () => boolean
  run: (ids: string[], commandId: string) => Promise<SeveralResults>
  invalidates: QueryKey
  onClose: () => void
  /** After everything is done. */
  onDone: () => void
}

/** An action on several objects. If some couldn't be changed, it shows the result for each. */
export const SeveralDialog = (props: SeveralDialogProps) => {
  const { rows, noun, title, text, button, done, children, isReady, run, invalidates, onClose, onDone } = props
  const [results, setResults] = useState<SeveralResults['results'] | null>(null)
  const counted = (count: number): string => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)
  const finish = (): void => {
    onClose()
    onDone()
  }
  const sending = useCommand<undefined, SeveralResults>({
    run: (_, { commandId }) =>
      run(
        rows.map(({ id }) => id),
        commandId,
      ),
    success: ({ results: each }) => (each.every(({ ok }) => ok) ? `${counted(each.length)} ${done}` : undefined),
    onSuccess: ({ results: each }) => {
      if (each.every(({ ok }) => ok)) finish()
      else setResults(each)
    },
    invalidates: [invalidates],
  })
  if (results) {
    const nameOf = (id: string): string => rows.find((row) => row.id === id)?.name ?? `A ${noun}`
    return (
      <Dialog
        opened
        onClose={finish}
        title={`${results.filter(({ ok }) => ok).length} of ${counted(results.length)} ${done}`}
      >
        <ul className={classes.results}>
          {results.map(({ id, ok, message }) => (
            <li key={id} data-ok={ok}>
              {ok ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
              <span>
                {nameOf(id)}
                <span className={classes.resultText}>{ok ? `Was ${done}` : message}</span>
              </span>
            </li>
          ))}
        </ul>
        <Group justify="flex-end" mt="md">
          <Button onClick={finish}>Close</Button>
        </Group>
      </Dialog>
    )
  }
  return (
    <Dialog opened onClose={onClose} title={title(counted(rows.length))}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady?.() ?? true) sending.send(undefined)
        }}
      >
        <Stack gap="sm">
          <Text>{text}</Text>
          {children}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose} disabled={sending.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={sending.isPending}>
              {button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
