import { useState } from 'react'
import type { Option } from '../../../../schema/shared/values.ts'
import { type ChoiceColumn, meantBy } from '../../../ui/grid/columns.ts'
import type { NamedSource } from './api.ts'
import { useOptionLabels } from './api.ts'
import { useSearchedOptions } from './searched-options.ts'

type Choice = Pick<ChoiceColumn<unknown>, 'textOf' | 'useFound' | 'resolve' | 'remember'>

/** A code or a name, alone or after one another, as spreadsheets have them. */
const searchesFor = (text: string): string[] => {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  return [text.trim(), ...(rest.length > 0 && /\d/.test(first) ? [first] : [])]
}

/**
 * Options from the server in the cells of a grid.
 * @param chosen by its rows, whose labels are shown
 * @param given labels that came with the rows
 */
const useGridChoice = (
  { name, load }: NamedSource,
  chosen: readonly (string | null)[],
  given: readonly Option[],
): Choice => {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(
    () => new Map(given.map(({ value, label }) => [value, label])),
  )
  const missing = [...new Set(chosen)].filter((id) => id !== null && !known.has(id)) as string[]
  const labels = useOptionLabels(name, load, missing)
  const add = (options: readonly Option[]): void =>
    setKnown((before) => new Map([...before, ...options.map(({ value, label }) => [value, label] as const)]))
  if (labels.data?.some(({ value }) => missing.includes(value))) add(labels.data)
  return {
    textOf: (id) => known.get(id) ?? (labels.isPending ? '…' : 'Unknown'),
    // biome-ignore lint/correctness/useHookAtTopLevel: it is called in the cell’s editor
    useFound: (typed) => useSearchedOptions(name, load, typed, true),
    resolve: async (text) => {
      for (const search of searchesFor(text)) {
        const { edges } = await load({ search, first: 20 }, new AbortController().signal)
        const meant = meantBy(
          edges.map(({ node }) => node),
          text,
        )
        if (meant) return meant
      }
      return null
    },
    remember: (option) => add([option]),
  }
}

/** A column of choices from the server, by the row's field that has their ids. */
export const useLookupColumn = <Id extends string, Row extends Record<Id, string | null>>(
  id: Id,
  header: string,
  source: NamedSource,
  rows: readonly Row[],
  given: readonly Option[] = [],
): ChoiceColumn<Row> => ({
  kind: 'choice',
  id,
  header,
  ...useGridChoice(
    source,
    rows.map((row) => row[id]),
    given,
  ),
  get: (row) => row[id],
  set: (row, value) => ({ ...row, [id]: value }),
})
