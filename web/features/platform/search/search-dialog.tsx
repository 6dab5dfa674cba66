import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import { type Address, to, useGo } from '../../../lib/address.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useSession } from '../session/index.ts'
import { hrefOfResult, useSearch } from './api.ts'
import { rememberSearch } from './recent.ts'
import { RecentSearches } from './recent-searches.tsx'
import classes from './search.module.css'
import { SearchResults } from './search-results.tsx'

const DEBOUNCE_MS = 1000

interface SearchDialogProps {
  /** @param followed a result was opened, whose page takes the focus */
  onClose: (followed: boolean) => void
}

/** Global search (specification 1 §2). Arrows move and Enter opens. Before there are results, Enter runs the search. */
export const SearchDialog = ({ onClose }: SearchDialogProps) => {
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
  const results = current ? (data ?? []) : []

  const run = (next: string): void => {
    setAsked(next.trim())
    setActive(0)
  }
  const runLater = useDebouncedCallback(run, DEBOUNCE_MS)
  const change = (next: string): void => {
    setText(next)
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
    rememberSearch(session, wanted)
    onClose(true)
    go.to(href)
  }
  const optionId = (index: number): string => `${listId}-${index}`

  const onKeyDown = (event: KeyboardEvent): void => {
    // The Enter that ends an IME composition chooses a word, not a result.
    if (event.nativeEvent.isComposing) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move && results.length > 0) {
      event.preventDefault()
      setActive((was) => (was + move + results.length) % results.length)
    }
    if (event.key !== 'Enter' || wanted === '') return
    event.preventDefault()
    const result = results[active]
    if (result) follow(hrefOfResult(result))
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
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={results.length > 0 ? optionId(active) : undefined}
        />
        <CloseButton aria-label="Close search" onClick={() => onClose(false)} />
      </div>
      <Said text={wanted} current={current} results={current ? data : undefined} error={current ? error : null} />
      {wanted === '' && <RecentSearches owner={session} onChoose={runNow} />}
      <SearchResults
        id={listId}
        results={results}
        active={active}
        optionId={optionId}
        onActive={setActive}
        onFollow={follow}
      />
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
  current: boolean
  results: SearchResult[] | undefined
  error: Error | null
}

/** What the search is doing, for everyone. The number of results is only for screen readers. */
const Said = ({ text, current, results, error }: SaidProps) => {
  if (text && error) {
    return (
      <p className={classes.said} role="alert">
        {errorMessage(error)}
      </p>
    )
  }
  const found = current && results !== undefined && results.length > 0
  const said = !text ? 'Start typing to search.' : !results ? 'Searching...' : 'No results found.'
  return (
    <p className={found ? 'ol-visually-hidden' : classes.said} role="status">
      {found ? `${results.length} ${results.length === 1 ? 'result' : 'results'}` : said}
    </p>
  )
}
