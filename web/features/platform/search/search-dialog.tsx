import { CloseButton, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Address, to, useGo } from '../../../lib/address.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useSession } from '../session/index.ts'
import { useSearch } from './api.ts'
import { type UseCommands, useCommandsOf } from './commands.ts'
import { foundFor } from './found.ts'
import { rememberSearch } from './recent.ts'
import { RecentSearches } from './recent-searches.tsx'
import { RECORDS_KEY } from './records.ts'
import classes from './search.module.css'
import { SearchResults } from './search-results.tsx'
import { forgetVisits, visitsOf } from './visits.ts'

const DEBOUNCE_MS = 1000

export interface SearchDialogProps {
  /** @param followed a result was opened, whose page takes the focus */
  onClose: (followed: boolean) => void
  /** What was typed before the field had the focus. */
  takeTyped: () => string
  /** What can be opened or begun by its name. */
  sources: readonly UseCommands[]
}

/**
 * Global search (specification 1 §2), with what was opened last, pages and commands, which are there at once. Arrows move
 * and Enter opens. Before there is anything to open, Enter runs the search.
 */
export const SearchDialog = ({ onClose, takeTyped, sources }: SearchDialogProps) => {
  const go = useGo()
  const session = useSession()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [active, setActive] = useState(0)
  const { data, error, refetch } = useSearch(asked)
  const wanted = text.trim()
  const current = wanted !== '' && wanted === asked
  const isLooking = useIsFetching({ queryKey: RECORDS_KEY }) > 0
  const results = current ? (data ?? []) : []
  // What lists found waits for the results, so that Enter opens the first of these.
  const isAnswered = current && (data !== undefined || error !== null)
  const commands = useCommandsOf(sources, wanted).filter(({ isRecord }) => !isRecord || isAnswered)
  const [visits, setVisits] = useState(() => visitsOf(session))
  const clearVisits = (): void => {
    forgetVisits(session)
    setVisits([])
  }
  const found = foundFor(wanted, { visits, commands, results })

  const run = (next: string): void => {
    setAsked(next.trim())
    setActive(0)
  }
  const runLater = useDebouncedCallback(run, DEBOUNCE_MS)
  const change = (next: string): void => {
    setText(next)
    setActive(0)
    if (next.trim() === '') run('')
    runLater(next)
  }
  const runNow = (next: string): void => {
    runLater.cancel()
    setText(next)
    run(next)
    input.current?.focus()
  }
  const follow = (href: Address): void => {
    if (wanted) rememberSearch(session, wanted)
    onClose(true)
    go.to(href)
  }
  const optionId = (index: number): string => `${listId}-${index}`

  const onKeyDown = (event: KeyboardEvent): void => {
    // The Enter that ends an IME composition chooses a word, not a result.
    if (event.nativeEvent.isComposing) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move && found.length > 0) {
      event.preventDefault()
      setActive((was) => (was + move + found.length) % found.length)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const chosen = found[active]
    if (chosen) follow(chosen.href)
    else if (wanted === '') return
    else if (!current) runNow(text)
    else if (error) void refetch()
  }
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  return (
    <Dialog
      opened
      onClose={() => onClose(false)}
      title="Search"
      returnFocus={false}
      classNames={{ header: classes.header ?? '', title: classes.title ?? '', body: classes.body ?? '' }}
      withCloseButton={false}
    >
      <div className={classes.box}>
        <TextInput
          enterKeyHint="search"
          ref={input}
          data-autofocus
          size="md"
          variant="unstyled"
          className={classes.input ?? ''}
          aria-label="Search"
          placeholder="Search vendors and requests"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={() => {
            const early = takeTyped()
            if (early) change(early + text)
          }}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        />
        <CloseButton aria-label="Close search" onClick={() => onClose(false)} />
      </div>
      {wanted === '' && found.length > 0 && (
        <header className={classes.heading}>
          <h3>Recently opened</h3>
          <UnstyledButton className={classes.clear ?? ''} onClick={clearVisits}>
            Clear
          </UnstyledButton>
        </header>
      )}
      <SearchResults
        id={listId}
        found={found}
        active={active}
        optionId={optionId}
        onActive={setActive}
        onFollow={follow}
      />
      <Said
        text={wanted}
        isCurrent={current}
        found={current && data ? found.length : undefined}
        isLooking={isLooking}
        error={current ? error : null}
      />
      {wanted === '' && <RecentSearches owner={session} onChoose={runNow} />}
      {results.some((result) => result.kind === 'REQUEST') && (
        <button
          type="button"
          className={classes.more}
          onClick={() => follow(to('/intake-requests', {}, { filter: 'ALL', search: wanted }))}
        >
          Search all request titles
        </button>
      )}
    </Dialog>
  )
}

interface SaidProps {
  text: string
  isCurrent: boolean
  /** How much is listed. Undefined before the search answered. */
  found: number | undefined
  /** Lists are still asked. */
  isLooking: boolean
  error: Error | null
}

/** What the search is doing, for everyone. The number of results is only for screen readers. */
const Said = ({ text, isCurrent, found, isLooking, error }: SaidProps) => {
  if (text && error) {
    return (
      <p className={classes.said} role="alert">
        {errorMessage(error)}
      </p>
    )
  }
  const some = isCurrent && found !== undefined && found > 0
  const isAsked = found === undefined || isLooking
  const said = !text ? 'Start typing to search.' : isAsked ? 'Searching...' : 'No results found.'
  return (
    <p className={some ? 'ol-visually-hidden' : classes.said} role="status">
      {some ? `${found} ${found === 1 ? 'result' : 'results'}` : said}
    </p>
  )
}
