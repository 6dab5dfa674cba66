import {
  MultiSelect as MantineMultiSelect,
  type MultiSelectProps as MantineMultiSelectProps,
  Select as MantineSelect,
  type SelectProps as MantineSelectProps,
} from '@mantine/core'
import { useState } from 'react'
import { type RemoteSearch, useChoiceKeys } from './use-choice-keys.ts'

type Own = 'dropdownOpened' | 'defaultDropdownOpened' | 'onKeyDownCapture' | 'defaultSearchValue'

interface Searched {
  /** Where the options come from a search: whether it is under way. */
  remote?: RemoteSearch
  /** What is searched for, where the search box may also hold what was chosen. */
  typed?: string
}

export type SelectProps = Omit<MantineSelectProps<string>, Own> & Searched
export type MultiSelectProps = Omit<MantineMultiSelectProps<string>, Own> & Searched

/** One out of a list. Every choice goes through here or through `MultiSelect`: `useChoiceKeys` says why. */
export const Select = ({ remote, typed, onSearchChange, onDropdownOpen, onDropdownClose, ...props }: SelectProps) => {
  const [search, setSearch] = useState('')
  // The search box of a single choice also holds what was chosen.
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
      onKeyDownCapture={keys.onKeyDownCapture}
      dropdownOpened={keys.opened}
      onDropdownOpen={keys.open}
      onDropdownClose={keys.close}
      // The store that has the keyboard; Mantine's own only opens and closes with it.
      comboboxProps={{ ...props.comboboxProps, store: keys.store }}
    />
  )
}

/** Several out of a list. */
export const MultiSelect = (all: MultiSelectProps) => {
  const { remote, typed, onSearchChange, onOptionSubmit, onDropdownOpen, onDropdownClose, ...props } = all
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
        // The option may have left the list.
        keys.store.resetSelectedOption()
        onOptionSubmit?.(value)
      }}
      onKeyDownCapture={keys.onKeyDownCapture}
      dropdownOpened={keys.opened}
      onDropdownOpen={keys.open}
      onDropdownClose={keys.close}
      comboboxProps={{ ...props.comboboxProps, store: keys.store }}
    />
  )
}
