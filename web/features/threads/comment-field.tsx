import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { fullName } from '../../../schema/shared/values.ts'
import { PersonName } from '../../ui/person-name.tsx'
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

/** Text in which an @ offers the people to be mentioned. */
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
  const [query] = useDebouncedValue(naming?.query ?? '', DEBOUNCE_MS)
  const { data } = useMentionable(query, naming !== null)
  const people = naming ? (data ?? []) : []
  const opened = people.length > 0

  const look = (written: Written): void => {
    const found = namingAt(written.text, field.current?.selectionStart ?? written.text.length)
    setNaming(found)
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
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
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
          onKeyDown={(event) => {
            if (event.key === 'Escape' && opened) {
              event.stopPropagation()
              setNaming(null)
              combobox.closeDropdown()
            }
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
              event.preventDefault()
              onSubmit()
            }
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!opened}>
        <Combobox.Options mah={240} className={classes.options ?? ''} aria-label="People to mention">
          {people.map((person, i) => (
            <Combobox.Option key={person.id} value={person.id} active={i === 0}>
              <PersonName name={fullName(person)} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
