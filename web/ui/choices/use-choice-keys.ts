import { type ComboboxStore, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { labelMeant, NOTHING_TYPED, TYPE_AHEAD_MS, type Typed, typedOn } from './type-ahead.ts'

/** For a list that is searched elsewhere. */
export interface RemoteSearch {
  /** The shown options don't match the typed text yet. */
  waiting: boolean
  /** Searches at once, without waiting for a pause in typing. */
  askNow(): void
}

interface ChoiceKeysInput {
  /** Without a search box, typing moves through the list. */
  searchable: boolean
  /** The search text. Empty while the box only shows what was chosen. */
  typed: string
  /** Can't be changed. */
  locked: boolean
  remote?: RemoteSearch | undefined
  onOpened?(opened: boolean): void
}

interface ChoiceKeys {
  store: ComboboxStore
  opened: boolean
  open(): void
  close(): void
  onKeyDownCapture(event: KeyboardEvent<HTMLInputElement>): void
}

/**
 * The keyboard of every choice from a list: what is shown is what is chosen, Enter waits for a running search, and
 * lists without a search box jump to what is typed. Mantine chooses by position, which may have another option by then.
 * This chooses the marked option.
 */
export const useChoiceKeys = ({ searchable, typed, locked, remote, onOpened }: ChoiceKeysInput): ChoiceKeys => {
  const [opened, setOpened] = useState(false)
  const [enterWaits, setEnterWaits] = useState(false)
  const ahead = useRef<Typed>(NOTHING_TYPED)
  const field = useRef<HTMLInputElement | null>(null)
  const store = useCombobox({ opened, onOpenedChange: (next) => (next ? open() : close()) })
  const waiting = opened && (remote?.waiting ?? false)

  const options = (): HTMLElement[] => {
    const list = store.listId ? document.getElementById(store.listId) : null
    return list ? [...list.querySelectorAll<HTMLElement>('[data-combobox-option]')] : []
  }
  const first = (): HTMLElement | undefined =>
    options().find((option) => !option.hasAttribute('data-combobox-disabled'))
  const open = (): void => {
    if (opened) return
    setOpened(true)
    store.updateSelectedOptionIndex('active', { scrollIntoView: true })
    onOpened?.(true)
  }
  const close = (): void => {
    setOpened(false)
    setEnterWaits(false)
    store.resetSelectedOption()
    if (opened) onOpened?.(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another list, in which nothing is marked
  useEffect(() => {
    setEnterWaits(false)
    if (searchable) store.resetSelectedOption()
  }, [typed])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is there and shown
  useEffect(() => {
    if (!enterWaits || waiting) return
    setEnterWaits(false)
    if (opened && typed) first()?.click()
  }, [enterWaits, waiting, opened])

  const mark = (text: string): void => {
    const all = options()
    const marked = all.findIndex((option) => option.hasAttribute('data-combobox-selected'))
    const index = labelMeant(
      all.map((option) => option.textContent ?? ''),
      text,
      marked >= 0 ? marked : all.findIndex((option) => option.hasAttribute('data-combobox-active')),
    )
    const id = index < 0 ? null : store.selectOption(index)
    if (id) field.current?.setAttribute('aria-activedescendant', id)
  }
  // A list opened by typing exists only after it is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (!opened || searchable || Date.now() - ahead.current.at > TYPE_AHEAD_MS) return
    const timer = setTimeout(() => mark(ahead.current.text), 0)
    return () => clearTimeout(timer)
  }, [opened])

  const typeAhead = (key: string): void => {
    ahead.current = typedOn(ahead.current, key, Date.now())
    if (opened) mark(ahead.current.text)
    else open()
  }

  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, currentTarget } = event
    field.current = currentTarget
    if (event.nativeEvent.isComposing || locked) return
    const take = (): void => {
      event.preventDefault()
      event.stopPropagation()
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (key === 'Enter' && opened) {
      const marked = options().find((option) => option.hasAttribute('data-combobox-selected'))
      if (waiting) {
        take()
        if (!typed) return
        setEnterWaits(true)
        remote?.askNow()
      } else if (marked || typed) {
        take()
        ;(marked ?? first())?.click()
      }
    } else if (waiting && (key === 'ArrowDown' || key === 'ArrowUp')) {
      take()
    } else if (!searchable && plain && key.length === 1) {
      // A space opens and chooses, unless it is part of typed text.
      if (key === ' ' && Date.now() - ahead.current.at > TYPE_AHEAD_MS) return
      take()
      typeAhead(key)
    }
  }
  return { store, opened, open, close, onKeyDownCapture }
}
