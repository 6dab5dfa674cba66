import type { Option } from '../../../../schema/shared/values.ts'
import { usePausedSearch } from '../../../ui/choices/paused-search.ts'
import { type OptionSource, useOptions } from './api.ts'

/** For every asynchronous select (specification 1 §9). */
const SEARCH_DEBOUNCE_MS = 1000

/** As the server compares. */
const matching = (options: Option[], text: string): Option[] =>
  options.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

interface Searched {
  /** None while waiting, because those for an earlier text could be chosen. */
  options: Option[]
  waiting: boolean
  error: Error | null
  /** Searches for what is typed without waiting for the pause. */
  askNow(): void
}

/** Options for what is typed. A list that is here whole is searched here at once, a longer one on the server. */
export const useSearchedOptions = (name: string, load: OptionSource, typed: string, opened: boolean): Searched => {
  const { asked, settled, askNow } = usePausedSearch(typed, SEARCH_DEBOUNCE_MS)
  const all = useOptions(name, load, '', opened)
  const here = typed && all.data?.hasMore === false ? matching(all.data.options, typed) : []
  const isHere = here.length > 0
  const found = useOptions(name, load, asked, opened && !isHere)
  const waiting = opened && !isHere && (!settled || (found.isPending && !found.error) || found.isPlaceholderData)
  const answered = waiting ? [] : (found.data?.options ?? [])
  return { options: isHere ? here : answered, waiting, error: isHere ? null : found.error, askNow }
}
