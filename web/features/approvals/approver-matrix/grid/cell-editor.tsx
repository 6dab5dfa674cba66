import { Combobox, Loader, Pill, PillsInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { MATRIX_LIMITS } from '../../../../../schema/approvals/approver-matrix/model.ts'
import type { Option } from '../../../../../schema/shared/values.ts'
import { errorMessage } from '../../../../lib/errors.ts'
import { optionSource, useSearchedOptions } from '../../../platform/lookups/index.ts'
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
  /** The text typed so far. */
  text: string
  onOptions: (options: readonly Option[]) => void
  /** `where` is where the person moves next. */
  onDone: (entries: string[], where: EditEnd) => void
  onCancel: () => void
}

/** The cell's chips and a search. Enter and Tab wait for the search, so that they take what is shown. */
export const CellEditor = ({ column, label, entries, names, text, onOptions, onDone, onCancel }: CellEditorProps) => {
  const kind = optionKindOf(column)
  const load = useMemo(() => optionSource(kind), [kind])
  const [chosen, setChosen] = useState<string[]>([...entries])
  const [search, setSearch] = useState(text)
  const wanted = search.trim()
  const { options: found, waiting, error, askNow } = useSearchedOptions(kind, load, wanted, true)
  /** What happens once the search has answered: Enter takes the first match, and a second Enter also moves on. */
  const [afterSearch, setAfterSearch] = useState<'take' | EditEnd | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  const combobox = useCombobox({ opened: true })

  useEffect(() => {
    const input = inputRef.current
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])

  const options = found.filter((option) => !chosen.includes(option.value))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first match is the one that Enter takes
  useEffect(() => {
    if (wanted) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  }, [wanted, waiting, options.length])

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

  const finish = (what: 'take' | EditEnd): void => {
    const match = options[Math.max(combobox.getSelectedOptionIndex(), 0)]
    if (match && what === 'take') {
      add(match.value)
      return
    }
    if (match) onOptions([match])
    end(match ? [...chosen, match.value] : withTyped(), what === 'take' ? 'down' : what)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the search has answered
  useEffect(() => {
    if (!afterSearch || waiting) return
    setAfterSearch(null)
    finish(afterSearch)
  }, [afterSearch, waiting])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const picked = combobox.getSelectedOptionIndex()
    if (event.key === 'Escape') {
      event.preventDefault()
      ended.current = true
      onCancel()
    } else if (event.key === 'Tab' || event.key === 'Enter') {
      const onward = event.key === 'Enter' ? 'down' : event.shiftKey ? 'previous' : 'next'
      if (wanted && waiting) {
        event.preventDefault()
        setAfterSearch(onward === 'down' && !afterSearch ? 'take' : onward)
        askNow()
        return
      }
      // The list itself takes a marked option.
      if (event.key === 'Enter' && picked >= 0 && options[picked]) return
      event.preventDefault()
      if (wanted) finish(onward)
      else end(chosen, onward)
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
                  placeholder={chosen.length ? undefined : column.kind === 'approver' ? 'Name or email' : 'Name'}
                  onChange={(event) => {
                    setAfterSearch(null)
                    setSearch(event.currentTarget.value)
                  }}
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
                {error ? `Error: ${errorMessage(error)}` : waiting ? 'Searching…' : 'No results'}
              </Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </div>
  )
}
