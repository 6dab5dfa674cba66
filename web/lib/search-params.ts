import { type SearchSchemaInput, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'

type PlainSearch = Record<string, unknown>

/** Addresses are readable and can be written by hand: `?tab=watcher&cursor=a&cursor=b`, no JSON. */
export const parseSearch = (text: string): PlainSearch => {
  const search = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const known = search.get(name)
    if (known === undefined) search.set(name, value)
    else search.set(name, Array.isArray(known) ? [...known, value] : [known, value])
  }
  return Object.fromEntries(search)
}

export const stringifySearch = (search: PlainSearch): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') params.append(name, String(item))
    }
  }
  const text = params.toString()
  return text && `?${text}`
}

type KeyOf<U> = U extends unknown ? keyof U : never
type ValueOf<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never
type SearchOf<Parts extends z.ZodObject[]> = {
  [K in KeyOf<z.output<Parts[number]>>]?: ValueOf<z.output<Parts[number]>, K>
}

/**
 * What a page's address may say besides its path, for the route's `validateSearch`: each part of the page has a schema.
 * What none of them knows is dropped from these keys. Defaults stay unwritten.
 */
export const pageSearch =
  <const Parts extends z.ZodObject[]>(...parts: Parts) =>
  (given: SearchOf<Parts> & SearchSchemaInput): SearchOf<Parts> => {
    const read = parts.map((part) => (part.safeParse(given).data ?? {}) as PlainSearch)
    const keys = parts.flatMap((part) => Object.keys(part.shape)).filter((key) => Object.hasOwn(given, key))
    return Object.fromEntries(
      keys.map((key) => [key, read.find((values) => values[key] !== undefined)?.[key]]),
    ) as SearchOf<Parts>
  }

interface SetSearchOptions {
  /** False adds a step to the browser's history, for paging and tabs. Filters replace it. */
  replace?: boolean
  /** False keeps the scroll position, for dialogs. */
  resetScroll?: boolean
}

/**
 * A page's state in the address, read through its schema. Give every key a `.catch()` or `.optional()`, so that a
 * broken address still shows the page. Setting a key to undefined removes it. Other keys stay.
 */
export const usePageSearch = <S extends z.ZodObject>(
  schema: S,
): [z.output<S>, (patch: Partial<z.input<S>>, options?: SetSearchOptions) => void] => {
  const raw = useSearch({ strict: false }) as PlainSearch
  const navigate = useNavigate()
  const search = useMemo(() => {
    const parsed = schema.safeParse(raw)
    return parsed.success ? parsed.data : (schema.parse({}) as z.output<S>)
  }, [schema, raw])
  const set = useCallback(
    (patch: Partial<z.input<S>>, { replace = true, resetScroll = true }: SetSearchOptions = {}) => {
      void navigate({ to: '.', search: (previous: PlainSearch) => ({ ...previous, ...patch }), replace, resetScroll })
    },
    [navigate],
  )
  return [search, set]
}
