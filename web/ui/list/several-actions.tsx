import { Button } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SeveralResults } from '../../../schema/shared/list.ts'
import { SeveralDialog } from './several-dialog.tsx'

/** Something to do with the selected objects. Its dialog asks first, and tells the result for each. */
export interface SeveralAction<Row, Value> {
  id: string
  button: string
  icon?: ReactNode
  title: (counted: string) => string
  text: string
  /** "archived", as what was done is called. */
  done: string
  /** The objects it is for. Without any there is no button. */
  isFor?: (row: Row) => boolean
  /** What to choose first. */
  field?: (props: { value: Value; onChange: (next: Value) => void; error: string | undefined }) => ReactNode
  /** What is wrong with the choice. */
  faultOf?: (value: Value) => string | null
  run: (ids: string[], value: Value, commandId: string) => Promise<SeveralResults>
}

interface SeveralActionsProps<Row, Value> {
  actions: readonly SeveralAction<Row, Value>[]
  /** Before something is chosen. */
  initial: Value
  noun: string
  rows: Row[]
  clear: () => void
  invalidates: QueryKey
}

/** The buttons of the selection bar. */
export const SeveralActions = <Row extends { id: string; name: string }, Value>(
  props: SeveralActionsProps<Row, Value>,
) => {
  const { actions, rows } = props
  const [opened, setOpened] = useState<SeveralAction<Row, Value> | null>(null)
  return (
    <>
      {actions
        .filter(({ isFor = () => true }) => rows.some(isFor))
        .map((action) => (
          <Button
            key={action.id}
            variant="default"
            size="compact-sm"
            {...(action.icon && { leftSection: action.icon })}
            onClick={() => setOpened(action)}
          >
            {action.button}
          </Button>
        ))}
      {opened && <ActionDialog {...props} action={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

interface ActionDialogProps<Row, Value> extends SeveralActionsProps<Row, Value> {
  action: SeveralAction<Row, Value>
  onClose: () => void
}

const ActionDialog = <Row extends { id: string; name: string }, Value>(props: ActionDialogProps<Row, Value>) => {
  const { action, rows, initial, noun, clear, invalidates, onClose } = props
  const { title, text, button, done, isFor = () => true, field, faultOf, run } = action
  const [value, setValue] = useState(initial)
  const [fault, setFault] = useState<string | null>(null)
  return (
    <SeveralDialog
      {...{ title, text, button, done, noun, invalidates, onClose }}
      rows={rows.filter(isFor)}
      isReady={() => {
        const wrong = faultOf?.(value) ?? null
        setFault(wrong)
        return wrong === null
      }}
      run={(ids, commandId) => run(ids, value, commandId)}
      onDone={clear}
    >
      {field?.({ value, onChange: setValue, error: fault ?? undefined })}
    </SeveralDialog>
  )
}
