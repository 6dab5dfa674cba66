import {
  MultiSelect as MantineMultiSelect,
  type MultiSelectProps as MantineMultiSelectProps,
  Select as MantineSelect,
  type SelectProps as MantineSelectProps,
} from '@mantine/core'
import { useContext, useState } from 'react'
import { OpensOnFocus } from './opens-on-focus.ts'
import { type RemoteSearch, useChoiceKeys } from './use-choice-keys.ts'

type Own = 'dropdownOpened' | 'defaultDropdownOpened' | 'onKeyDownCapture' | 'defaultSearchValue'

interface Searched {
  /** For options from a search: whether it is running. */
  remote?: RemoteSearch
  /** The search text, if the search box can also contain what was chosen. */
  typed?: string
}

export type SelectProps = Omit<MantineSelectProps<string>, Own> & Searched
export type MultiSelectProps = Omit<MantineMultiSelectProps<string>, Own> & Searched

/** One from a list. Every choice uses this or `MultiSelect`. See `useChoiceKeys` for why. */
export const Select = ({ remote, typed, onSearchChange, onDropdownOpen, onDropdownClose, ...props }: SelectProps) => {
  const opensOnFocus = useContext(OpensOnFocus)
  const [search, setSearch] = useState('')
  // The search box of a single choice also contains what was chosen.
  const [written, setWritten] = useState(false)
  const keys = useChoiceKeys({
    searchable: props.searchable ?? false,
    typed: typed ?? (written ? search.trim() : ''),
    locked: (props.disabled || props.readOnly) ?? false,
    remote,
    onOpened: (opened) => {
      if (!opened) setWritten(false)
      if (opened) onDropdownOpen?.()
      else onDropdownClose?.()
    },
  })
  return (
    <MantineSelect
      {...props}
      onSearchChange={(next) => {
        setSearch(next)
        onSearchChange?.(next)
      }}
      onInput={() => setWritten(true)}
      // What is typed replaces what was chosen. By keyboard, browsers select it themselves.
      onClick={(event) => {
        props.onClick?.(event)
        if (props.searchable && props.value && !written) event.currentTarget.select()
      }}
      onKeyDownCapture={keys.onKeyDownCapture}
      openOnFocus={opensOnFocus}
      dropdownOpened={keys.opened}
      onDropdownOpen={keys.open}
      onDropdownClose={keys.close}
      // The store that has the keyboard. Mantine's own only opens and closes with it.
      comboboxProps={{ ...props.comboboxProps, store: keys.store }}
    />
  )
}

/** Several from a list. */
export const MultiSelect = (all: MultiSelectProps) => {
  const { remote, typed, onSearchChange, onOptionSubmit, onDropdownOpen, onDropdownClose, ...props } = all
  const opensOnFocus = useContext(OpensOnFocus)
  const [search, setSearch] = useState('')
  const keys = useChoiceKeys({
    searchable: props.searchable ?? false,
    typed: typed ?? search.trim(),
    locked: (props.disabled || props.readOnly) ?? false,
    remote,
    onOpened: (opened) => (opened ? onDropdownOpen?.() : onDropdownClose?.()),
  })
  return (
    <MantineMultiSelect
      {...props}
      onSearchChange={(next) => {
        setSearch(next)
        onSearchChange?.(next)
      }}
      onOptionSubmit={(value) => {
        // The option may no longer be in the list.
        keys.store.resetSelectedOption()
        onOptionSubmit?.(value)
      }}
      onKeyDownCapture={keys.onKeyDownCapture}
      openOnFocus={opensOnFocus}
      dropdownOpened={keys.opened}
      onDropdownOpen={keys.open}
      onDropdownClose={keys.close}
      comboboxProps={{ ...props.comboboxProps, store: keys.store }}
    />
  )
}
