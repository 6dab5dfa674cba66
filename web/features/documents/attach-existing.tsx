import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '../../lib/errors.ts'
import { formatDate } from '../../lib/format.ts'
import { useDocumentSearch } from './api.ts'
import classes from './documents.module.css'

/** Of the document search (specification 1 §9). */
const SEARCH_DEBOUNCE_MS = 500

interface AttachExistingProps {
  attached: string[]
  onAttach: (id: string) => void
}

export const AttachExisting = ({ attached, onAttach }: AttachExistingProps) => {
  const [text, setText] = useState('')
  const [debounced] = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const opened = combobox.dropdownOpened
  const { data, error, isFetching } = useDocumentSearch(debounced, opened)
  const waiting = opened && (isFetching || text.trim() !== debounced)
  const found = (data ?? []).filter((document) => !attached.includes(document.id))
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onAttach(id)
        setText('')
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          aria-label="Attach an existing document"
          placeholder="Attach an existing document by name"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={waiting ? <Loader size={14} /> : null}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={240} className={classes.options ?? ''}>
          {error ? (
            <Combobox.Empty>Error: {errorMessage(error)}</Combobox.Empty>
          ) : found.length === 0 ? (
            <Combobox.Empty>{waiting ? 'Searching…' : 'No results'}</Combobox.Empty>
          ) : (
            found.map((document) => (
              <Combobox.Option key={document.id} value={document.id} className={classes.option ?? ''}>
                <span className={classes.fileName}>{document.displayName}</span>
                <span className={classes.hint}>{formatDate(document.createdAt)}</span>
              </Combobox.Option>
            ))
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
