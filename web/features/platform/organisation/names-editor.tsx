import { ActionIcon, Alert, Button, Group, Skeleton, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { isApiError } from '../../../lib/errors.ts'
import { allPages } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useDraft } from '../../../ui/drafts/use-draft.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { type UnitKind, type UnitRow, unitKeys } from './api.ts'
import { areNameRows, changesOf, errorsByRow, isEdited, type NameRow, newRow, withKept, withSaved } from './names.ts'
import classes from './organisation.module.css'
import { counted } from './words.ts'

interface NamesEditorProps {
  kind: UnitKind
  /** Closes the editor, after saving or without. Missing if it is a page. */
  onDone?: () => void
  /** New ones can be added. */
  canAdd?: boolean
  /** At the end of a saved row: its menu. */
  menuOf?: (unit: UnitRow) => ReactNode
}

/** All names of a kind as fields, saved together. What someone else saved meanwhile is shown beside what was typed. */
export const NamesEditor = ({ kind, ...props }: NamesEditorProps) => {
  const { data, error, refetch } = useQuery({
    queryKey: unitKeys.names(kind),
    queryFn: ({ signal }) => allPages((cursor) => kind.calls.list({ cursor, first: 100 }, signal)),
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />
  return <Names {...props} kind={kind} units={data} reread={async () => (await refetch()).data} />
}

interface NamesProps extends NamesEditorProps {
  units: UnitRow[]
  reread: () => Promise<UnitRow[] | undefined>
}

const Names = ({ kind, units, reread, onDone, canAdd = false, menuOf }: NamesProps) => {
  const [rows, setRows] = useState(() => withSaved([], units))
  const [seen, setSeen] = useState(units)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [outrun, setOutrun] = useState(false)
  const added = useRef(0)
  if (seen !== units) {
    setSeen(units)
    setRows(withSaved(rows, units))
  }
  const changes = changesOf(rows)
  const draft = useDraft<NameRow[]>({
    name: `names.${kind.key ?? kind.plural}`,
    value: rows.filter(isEdited),
    version: 0,
    dirty: changes.length > 0,
    isDraftOf: areNameRows,
    onRestore: (kept) => {
      added.current += kept.length
      setRows((now) => withKept(now, kept, units))
    },
    onUndo: () => setRows(withSaved([], units)),
  })
  useLeaveGuard(changes.length > 0)
  const change = (key: string, patch: Partial<NameRow>): void => {
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...patch } : row)))
    setErrors(({ [key]: _, ...others }) => others)
  }
  const drop = (key: string) => setRows((now) => now.filter((row) => row.key !== key))
  const save = useCommand<typeof changes>({
    run: async (list, { commandId }) =>
      kind.saveNames?.(
        list.map(({ unit }) => unit),
        commandId,
      ),
    success: (_, list) => `${counted(list.length, 'name')} saved`,
    invalidates: [unitKeys.all(kind)],
    onSuccess: () => {
      draft.finish()
      setOutrun(false)
      setErrors({})
      // Saved rows are no longer new or changed. The reloaded list has the rest.
      setRows((now) =>
        now.flatMap((row) => (row.id === null ? [] : [{ ...row, saved: row.name.trim(), theirs: null }])),
      )
      onDone?.()
    },
    onError: (error, list) => {
      if (isApiError(error, 'INVALID') && error.fields) {
        const found = errorsByRow(error.fields, list)
        setErrors(found)
        const first = Object.keys(found)[0]
        if (first) setTimeout(() => document.getElementById(`name-${first}`)?.focus(), 0)
        return Boolean(first)
      }
      if (!isApiError(error, 'CONFLICT') && !isApiError(error, 'NOT_FOUND')) return undefined
      setOutrun(true)
      void reread()
      return true
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const blank = changes.filter(({ unit }) => unit.name === '')
    if (blank.length === 0) {
      save.send(changes)
      return
    }
    setErrors(Object.fromEntries(blank.map(({ key }) => [key, 'Required'])))
    document.getElementById(`name-${blank[0]?.key}`)?.focus()
  }
  const add = (): void => {
    added.current += 1
    const row = newRow(`new-${added.current}`)
    setRows((now) => [...now, row])
  }
  return (
    <form className={classes.names} onSubmit={submit} noValidate aria-label={`Names of ${kind.plural}`}>
      <DraftNotice draft={draft} />
      {outrun && (
        <Alert color="yellow" role="alert">
          Someone else changed {kind.plural} in the meantime. What you typed is still here next to theirs. Save again to
          replace theirs.
        </Alert>
      )}
      {rows.length === 0 && <EmptyState compact title={`No ${kind.plural} yet`} text={kind.purpose} />}
      <ul>
        {rows.map((row, index) => (
          <li key={row.key}>
            <TextInput
              id={`name-${row.key}`}
              aria-label={row.saved ? `Name of ${row.saved}` : `Name of new ${kind.noun}`}
              maxLength={120}
              value={row.name}
              error={row.gone ? 'Someone deleted this one in the meantime' : errors[row.key]}
              description={row.theirs === null ? undefined : `Someone renamed it to “${row.theirs}”.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoFocus={row.id === null && index === rows.length - 1}
              onChange={(event) => change(row.key, { name: event.currentTarget.value })}
            />
            {(row.id === null || row.gone) && (
              <ActionIcon aria-label={`Remove ${row.name || `new ${kind.noun}`}`} onClick={() => drop(row.key)}>
                <IconX size={16} />
              </ActionIcon>
            )}
            {row.id !== null && !row.gone && menuOf?.({ id: row.id, name: row.saved, version: row.version })}
            {row.theirs !== null && (
              <Button
                className={classes.theirs}
                size="compact-xs"
                variant="default"
                onClick={() => change(row.key, { name: row.theirs ?? row.name, theirs: null })}
              >
                Take “{row.theirs}”
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canAdd && (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add {kind.noun}
        </Button>
      )}
      <Group gap="xs">
        <Button type="submit" loading={save.isPending} disabled={changes.length === 0}>
          {changes.length ? `Save ${counted(changes.length, 'name')}` : 'Save names'}
        </Button>
        {onDone && (
          <Button variant="subtle" color="gray" onClick={onDone}>
            Cancel
          </Button>
        )}
      </Group>
    </form>
  )
}
