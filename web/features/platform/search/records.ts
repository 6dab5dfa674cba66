import { useDebouncedValue } from '@mantine/hooks'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { Command } from './commands.ts'

/** Shorter texts are in too many names. */
const FEWEST_LETTERS = 2
const PAUSE_MS = 300
const KEPT_MS = 30_000

/** For one kind. Its list has more. */
export const MOST_RECORDS = 3

export const RECORDS_KEY: QueryKey = ['search', 'records']

interface Records<Row> {
  kind: string
  /** In the search box. */
  text: string
  /** Whether the person may see any. */
  enabled: boolean
  /** The first of a list that match. */
  read: (text: string, signal: AbortSignal) => Promise<readonly Row[]>
  command: (row: Row) => Pick<Command, 'label' | 'href' | 'context'>
}

/** What a list finds by a text, once no more is typed: for kinds that the search has no index of. */
export const useRecords = <Row>({ kind, text, enabled, read, command }: Records<Row>): Command[] => {
  const [settled] = useDebouncedValue(text.trim(), PAUSE_MS)
  const { data = [] } = useQuery({
    queryKey: [...RECORDS_KEY, kind, settled],
    queryFn: ({ signal }) => read(settled, signal),
    enabled: enabled && settled.length >= FEWEST_LETTERS,
    gcTime: KEPT_MS,
  })
  // What was found for another text is no longer offered.
  if (settled !== text.trim()) return []
  return data.slice(0, MOST_RECORDS).map((row) => ({ kind, isRecord: true, ...command(row) }))
}
