import { Combobox, Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentType } from '../../../../schema/documents/documents/types.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { formatDate } from '../../../lib/format.ts'
import { usePausedSearch } from '../../../ui/choices/paused-search.ts'
import { useChoiceKeys } from '../../../ui/choices/use-choice-keys.ts'
import { useDocumentSearch } from './api.ts'
import classes from './documents.module.css'
import { SEARCH_DEBOUNCE_MS } from './words.ts'

interface AttachExistingProps {
  attached: string[]
  onAttach: (id: string) => void
  /** Only documents of this type. */
  type?: DocumentType | undefined
}

export const AttachExisting = ({ attached, onAttach, type }: AttachExistingProps) => {
  const [text, setText] = useState('')
  const typed = text.trim()
  const { asked, settled, askNow } = usePausedSearch(text, SEARCH_DEBOUNCE_MS)
  const [opened, setOpened] = useState(false)
  const { data, error, isPending, isPlaceholderData } = useDocumentSearch(asked, type, opened)
  const waiting = opened && (!settled || isPending || isPlaceholderData)
  const keys = useChoiceKeys({
    searchable: true,
    typed,
    locked: false,
    remote: { waiting, askNow },
    onOpened: setOpened,
  })
  const found = waiting ? [] : (data ?? []).filter((document) => !attached.includes(document.id))
  return (
    <Combobox
      store={keys.store}
      onOptionSubmit={(id) => {
        onAttach(id)
        setText('')
        keys.close()
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
            keys.open()
          }}
          onKeyDownCapture={keys.onKeyDownCapture}
          onClick={keys.open}
          onBlur={keys.close}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={240} className={classes.options ?? ''} aria-label="Documents found">
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
