import { Combobox, Loader, Pill, PillsInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { MATRIX_LIMITS } from '../../../../schema/approver-matrix/model.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { optionSource, useOptions } from '../../lookups/api.ts'
import { SEARCH_DEBOUNCE_MS } from '../../lookups/async-option-select.tsx'
import { type GridColumn, optionKindOf } from '../columns.ts'
import type { Names } from '../text/cell-text.ts'
import { isUnknown, unknownEntry } from '../unknown.ts'
import { entryName } from './chips.tsx'
import classes from './grid.module.css'

export type EditEnd = 'stay' | 'down' | 'next' | 'previous'

interface CellEditorProps {
  column: GridColumn
  label: string
  entries: readonly string[]
  names: Names
  /** What was typed to begin with. */
  text: string
  onOptions: (options: readonly Option[]) => void
  /** `where` is where the person goes on. */
  onDone: (entries: string[], where: EditEnd) => void
  onCancel: () => void
}

const includes = (label: string, search: string): boolean => label.toLowerCase().includes(search.toLowerCase())

/** The cell's chips and a search. What is known already is offered at once, the rest after the search's pause. */
export const CellEditor = ({ column, label, entries, names, text, onOptions, onDone, onCancel }: CellEditorProps) => {
  const kind = optionKindOf(column)
  const load = useMemo(() => optionSource(kind), [kind])
  const [chosen, setChosen] = useState<string[]>([...entries])
  const [search, setSearch] = useState(text)
  const [debounced] = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS)
  const first = useOptions(kind, load, '', true)
  const found = useOptions(kind, load, debounced, debounced !== '')
  const inputRef = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  const combobox = useCombobox({ opened: true })

  useEffect(() => {
    const input = inputRef.current
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])

  const wanted = search.trim()
  const loaded = [...(first.data?.options ?? []), ...(debounced ? (found.data?.options ?? []) : [])]
  const options = [...new Map(loaded.map((option) => [option.value, option])).values()]
    .filter((option) => !chosen.includes(option.value) && includes(option.label, wanted))
    .slice(0, 50)
  const waiting = first.isPending || (wanted !== '' && (wanted !== debounced || found.isFetching))
  const failure = first.error ?? found.error

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first match is the one that Enter takes
  useEffect(() => {
    if (wanted) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  }, [wanted, options.length])

  const withTyped = (): string[] => (wanted ? [...chosen, unknownEntry(wanted)] : chosen)
  const end = (next: string[], where: EditEnd): void => {
    if (ended.current) return
    ended.current = true
    onDone([...new Set(next)], where)
  }
  const add = (value: string): void => {
    const option = options.find((candidate) => candidate.value === value)
    if (option) onOptions([option])
    setChosen([...chosen, value].slice(0, MATRIX_LIMITS.perCell))
    setSearch('')
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const picked = combobox.getSelectedOptionIndex()
    if (event.key === 'Escape') {
      event.preventDefault()
      ended.current = true
      onCancel()
    } else if (event.key === 'Tab') {
      event.preventDefault()
      const match = wanted && picked >= 0 ? options[picked] : undefined
      if (match) onOptions([match])
      end(match ? [...chosen, match.value] : withTyped(), event.shiftKey ? 'previous' : 'next')
    } else if (event.key === 'Enter' && picked < 0) {
      event.preventDefault()
      end(withTyped(), 'down')
    } else if (event.key === 'Backspace' && search === '') {
      event.preventDefault()
      setChosen(chosen.slice(0, -1))
    }
  }

  return (
    <div className={classes.editor} data-own-undo>
      <Combobox
        store={combobox}
        onOptionSubmit={add}
        position="bottom-start"
        width={280}
        middlewares={{ flip: true, shift: true }}
      >
        <Combobox.DropdownTarget>
          <PillsInput size="sm" rightSection={waiting ? <Loader size={12} /> : undefined}>
            <Pill.Group>
              {chosen.map((entry) => (
                <Pill
                  key={entry}
                  size="sm"
                  withRemoveButton
                  data-unknown={isUnknown(entry) || undefined}
                  className={classes.pill}
                  removeButtonProps={{ tabIndex: -1, 'aria-label': `Remove ${entryName(entry, names)}` }}
                  onRemove={() => {
                    setChosen(chosen.filter((other) => other !== entry))
                    inputRef.current?.focus()
                  }}
                >
                  {entryName(entry, names)}
                </Pill>
              ))}
              <Combobox.EventsTarget>
                <PillsInput.Field
                  ref={inputRef}
                  aria-label={label}
                  value={search}
                  placeholder={chosen.length ? undefined : column.kind === 'approver' ? 'Name or e-mail' : 'Name'}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                  onKeyDown={onKeyDown}
                  onBlur={() => end(withTyped(), 'stay')}
                />
              </Combobox.EventsTarget>
            </Pill.Group>
          </PillsInput>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
          <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={`Options of ${column.label}`}>
            {options.map((option) => (
              <Combobox.Option key={option.value} value={option.value}>
                {option.label}
              </Combobox.Option>
            ))}
            {options.length === 0 && (
              <Combobox.Empty>
                {failure ? `Error: ${errorMessage(failure)}` : waiting ? 'Searching…' : 'No results'}
              </Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </div>
  )
}
