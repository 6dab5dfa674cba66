import { ActionIcon, Alert, Button, Group, Popover } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage, isApiError } from '../../lib/errors.ts'
import { newCommandId } from '../../lib/rest.ts'
import { useCommand } from '../../lib/use-command.ts'
import { OpensOnFocus } from '../choices/opens-on-focus.ts'
import { isNowhere } from '../focus/nowhere.ts'
import type { EditedField, EditedObject } from './edited.ts'
import classes from './table.module.css'
import type { EditedCell } from './types.ts'

interface CellEditorProps<Item, Body, Value> extends EditedCell<Item> {
  object: EditedObject<Item, Body>
  field: EditedField<Item, Value>
}

/** Lists of ids have no order. */
const plain = (value: unknown): string => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
const same = (a: unknown, b: unknown): boolean => plain(a) === plain(b)

const isOutdated = (error: unknown): boolean => isApiError(error, 'CONFLICT') && error.reason === 'STALE_VERSION'

/**
 * A field over its cell. Enter and leaving it save what changed, Esc keeps nothing, and after either the pencil has the
 * focus again. It stays until the row shows what was saved. What is refused stays typed, with the reason beside it.
 *
 * If someone else changed the object meanwhile, but not this field, both changes are kept. If they changed this field,
 * their value is shown, and mine is saved over it only when I say so.
 */
export const CellEditor = <Item extends { version: number }, Body, Value>(
  props: CellEditorProps<Item, Body, Value>,
) => {
  const { object, field, row, label, anchor, close } = props
  const client = useQueryClient()
  const box = useRef<HTMLDivElement>(null)
  /** From sending until the answer is shown, or for good: the events of leaving the field must not send again. */
  const isSent = useRef(false)
  /** What the value is compared to. Reloading the list in the background doesn't change it. */
  const [base, setBase] = useState<Item>(row)
  const [value, setValue] = useState(() => field.valueOf(row))
  const [fault, setFault] = useState<string>()
  const [isMet, setMet] = useState(false)
  const { width, height } = anchor.getBoundingClientRect()

  const change = (next: Value, version: number) => ({ [field.field]: next, version }) as Body
  const hasFocus = (): boolean => isNowhere() || box.current?.contains(document.activeElement) === true
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: object.invalidates })

  const save = useCommand<Value, Item | null>({
    run: async (next, { commandId }) => {
      try {
        await object.save(base, change(next, base.version), commandId)
        return null
      } catch (error) {
        if (!isOutdated(error)) throw error
        const latest = await object.read(base)
        const theirs = field.valueOf(latest)
        if (same(theirs, next)) return null
        if (!same(theirs, field.valueOf(base))) return latest
        await object.save(latest, change(next, latest.version), newCommandId())
        return null
      }
    },
    success: (met) => (met ? undefined : `${label} saved`),
    onSuccess: async (met) => {
      if (met) {
        isSent.current = false
        setBase(met)
        setMet(true)
        return
      }
      await refresh()
      close(hasFocus())
    },
    onError: (error) => {
      isSent.current = false
      const fields = error instanceof ApiError ? error.fields : undefined
      setFault(fields?.[field.field] ?? Object.values(fields ?? {})[0] ?? errorMessage(error))
      return true
    },
  })
  const cancel = (returnsFocus: boolean): void => {
    if (isSent.current) return
    isSent.current = true
    if (isMet) void refresh()
    close(returnsFocus)
  }
  const submit = (next: Value): void => {
    if (isSent.current) return
    if (same(next, field.valueOf(base))) {
      cancel(hasFocus())
      return
    }
    const checked = object.body.safeParse(change(next, base.version))
    const message = checked.error?.issues.find(({ path }) => path[0] === field.field)?.message
    setFault(message)
    if (message !== undefined) return
    isSent.current = true
    save.send(next)
  }
  const onChange = (next: Value): void => {
    setValue(next)
    setFault(undefined)
    if (field.isChoice && !isMet) submit(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    const isField = event.target instanceof HTMLInputElement
    if (event.key !== 'Enter' || !isField || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit(value)
  }
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    cancel(true)
  }
  /** Another window, or a list of choices, is no leaving. */
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (isSent.current || isMet || fault || !document.hasFocus()) return
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
    if (relatedTarget instanceof Element && relatedTarget.closest('[role="listbox"]')) return
    submit(value)
  }
  return (
    <Popover
      opened
      withRoles={false}
      trapFocus
      closeOnClickOutside={false}
      closeOnEscape={false}
      hideDetached={false}
      position="bottom-start"
      offset={-height}
      width={Math.max(width, LEAST_WIDTH)}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className={classes.edited} />
      </Popover.Target>
      <Popover.Dropdown
        ref={box}
        role="dialog"
        aria-label={`Edit ${label}`}
        aria-busy={save.isPending}
        className={classes.editor}
        data-no-open
        onClick={(event) => event.stopPropagation()}
        onKeyDownCapture={onEscape}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        <Opened />
        {/* Above the field, whose list of choices would cover it. */}
        {isMet && (
          <>
            <Alert color="yellow" role="alert" p="xs">
              <strong>Someone changed this {object.what} in the meantime.</strong> It now says:{' '}
              {field.text(base) || 'nothing'}. Yours isn’t saved yet.
            </Alert>
            <Group gap="xs" justify="flex-end">
              <Button variant="default" size="compact-sm" onClick={() => cancel(true)}>
                Keep theirs
              </Button>
              <Button size="compact-sm" loading={save.isPending} onClick={() => submit(value)}>
                Save mine
              </Button>
            </Group>
          </>
        )}
        <div className={classes.editorField}>
          <OpensOnFocus value>
            {field.input({ item: base, value, onChange, error: fault, readOnly: save.isPending, 'aria-label': label })}
          </OpensOnFocus>
          {!isMet && (
            <ActionIcon
              variant="filled"
              size="lg"
              aria-label="Save"
              loading={save.isPending}
              onClick={() => submit(value)}
            >
              <IconCheck size={16} aria-hidden />
            </ActionIcon>
          )}
          {!isMet && (
            <ActionIcon variant="default" size="lg" aria-label="Cancel" onClick={() => cancel(true)}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Narrower columns have a wider field. */
const LEAST_WIDTH = 320

/** Text is selected, and a list of choices is open, so that the next key already counts. */
const Opened = () => {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      const input = ref.current?.parentElement?.querySelector<HTMLInputElement>('input:not([type="hidden"])')
      if (!input) return
      input.focus({ preventScroll: true })
      if (input.getAttribute('aria-expanded') === 'false') input.click()
      else if (!input.hasAttribute('aria-expanded')) input.select()
    }, 0)
    return () => clearTimeout(timer)
  }, [])
  return <span ref={ref} hidden />
}
