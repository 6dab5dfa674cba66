import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fullName } from '../../../../schema/shared/values.ts'
import { usePausedSearch } from '../../../ui/choices/paused-search.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { useMentionable } from './api.ts'
import { namingAt, type Written, withMention } from './mention-text.ts'
import classes from './threads.module.css'

interface CommentFieldProps {
  label: string
  placeholder?: string
  value: Written
  onChange: (value: Written) => void
  error?: string | null
  autoFocus?: boolean
  onSubmit: () => void
}

const DEBOUNCE_MS = 200

/** Text in which an @ offers people to mention. Enter takes the first one, and waits for the search. */
export const CommentField = ({
  label,
  placeholder,
  value,
  onChange,
  error,
  autoFocus,
  onSubmit,
}: CommentFieldProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [naming, setNaming] = useState<{ start: number; query: string } | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { asked, settled, askNow } = usePausedSearch(naming?.query ?? '', DEBOUNCE_MS)
  const { data, isPending } = useMentionable(asked, naming !== null)
  const waiting = naming !== null && (!settled || isPending)
  const people = naming && !waiting ? (data ?? []) : []
  const opened = waiting || people.length > 0
  /** What Enter does if no one is found, when it was pressed before the search answered. */
  const [enterWaits, setEnterWaits] = useState<'line' | 'submit' | null>(null)

  const { selectFirstOption, resetSelectedOption } = combobox
  useEffect(() => {
    if (people.length > 0) selectFirstOption()
    else resetSelectedOption()
  }, [people.length, selectFirstOption, resetSelectedOption])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the search has answered
  useEffect(() => {
    if (!enterWaits || waiting) return
    setEnterWaits(null)
    const found = people[0]
    if (found) choose(found.id)
    else if (enterWaits === 'submit') onSubmit()
    else breakLine()
  }, [enterWaits, waiting])

  /** Where the caret belongs once the text is drawn. Any later, it would jump away from what is typed meanwhile. */
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.focus()
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const breakLine = (): void => {
    const at = field.current?.selectionStart ?? value.text.length
    setNaming(null)
    onChange({ ...value, text: `${value.text.slice(0, at)}\n${value.text.slice(at)}` })
    caret.current = at + 1
  }
  const look = (written: Written): void => {
    const found = namingAt(written.text, field.current?.selectionStart ?? written.text.length)
    setNaming(found)
    setEnterWaits(null)
    if (found) combobox.openDropdown()
    else combobox.closeDropdown()
  }
  const choose = (userId: string): void => {
    const person = people.find((one) => one.id === userId)
    if (!person || !naming) return
    const next = withMention(value, naming, { userId, name: fullName(person) })
    onChange(next.written)
    setNaming(null)
    combobox.closeDropdown()
    caret.current = next.caret
  }
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && opened) {
      event.stopPropagation()
      setNaming(null)
      setEnterWaits(null)
      combobox.closeDropdown()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    const submits = event.metaKey || event.ctrlKey
    if (!opened && !submits) return
    event.preventDefault()
    event.stopPropagation()
    if (waiting) {
      setEnterWaits(submits ? 'submit' : 'line')
      askNow()
    } else if (opened) combobox.clickSelectedOption()
    else onSubmit()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" withinPortal>
      <Combobox.Target withKeyboardNavigation={opened} withAriaAttributes={opened}>
        <Textarea
          ref={field}
          label={label}
          placeholder={placeholder ?? 'Write a comment, or @ to mention someone'}
          autosize
          minRows={2}
          maxRows={16}
          maxLength={10_000}
          error={error}
          {...(autoFocus && { 'data-autofocus': true })}
          value={value.text}
          onChange={(event) => {
            const next = { ...value, text: event.currentTarget.value }
            onChange(next)
            look(next)
          }}
          onKeyDownCapture={onKeyDownCapture}
          onBlur={() => {
            setEnterWaits(null)
            combobox.closeDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!opened}>
        <Combobox.Options mah={240} className={classes.options ?? ''} aria-label="People to mention">
          {people.map((person) => (
            <Combobox.Option key={person.id} value={person.id}>
              <PersonName name={fullName(person)} />
            </Combobox.Option>
          ))}
          {waiting && <Combobox.Empty>Searching…</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
