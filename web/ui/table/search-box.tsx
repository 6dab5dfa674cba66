import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './table.module.css'

/** Short, so that rows are there within 300 ms of the last key. Someone who types fast still asks once. */
const DEBOUNCE_MS = 150

interface SearchBoxProps {
  /** For screen readers: "Search members". */
  label: string
  placeholder: string
  /** As it is in the address. */
  value: string
  /** Trimmed, or undefined without a search. */
  onSearch: (text: string | undefined) => void
  /** After the last key. */
  delayMs?: number
}

/** The search of a list. The address follows typing a moment later. White space clears it. */
export const SearchBox = ({ label, placeholder, value, onSearch, delayMs = DEBOUNCE_MS }: SearchBoxProps) => {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim()
    onSearch(next.trim() || undefined)
  }, delayMs)
  useEffect(() => {
    // Back, Forward and Clear filters change the address from outside.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  const change = (next: string): void => {
    setText(next)
    send(next)
  }
  return (
    <TextInput
      enterKeyHint="search"
      className={classes.search ?? ''}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />}
    />
  )
}
