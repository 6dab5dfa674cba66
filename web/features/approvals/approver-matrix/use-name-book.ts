import { useCallback, useMemo, useRef, useState } from 'react'
import type { Option } from '../../../../schema/shared/values.ts'
import { resolveNames } from './api.ts'
import { type Known, namesOfResolved, type Resolver, resolverOf } from './text/cell-text.ts'
import type { Texts } from './text/table.ts'

/** Names for the ids in the cells: as loaded, as chosen from options, or as found for pasted names. */
export const useNameBook = (loaded: readonly [string, Known][]) => {
  const [learnt, setLearnt] = useState<ReadonlyMap<string, Known>>(() => new Map())
  const names = useMemo((): ReadonlyMap<string, Known> => new Map([...learnt, ...loaded]), [learnt, loaded])
  const known = useRef(names)
  known.current = names

  const learn = useCallback((entries: readonly [string, Known][]) => {
    const fresh = entries.filter(([id]) => !known.current.has(id))
    if (fresh.length > 0) setLearnt((before) => new Map([...before, ...fresh]))
  }, [])
  const learnOptions = useCallback(
    (options: readonly Option[]) => learn(options.map(({ value, label }) => [value, { name: label }])),
    [learn],
  )
  /** Resolves texts on the server and remembers the names. */
  const resolve = useCallback(async (texts: Texts): Promise<Resolver> => {
    if (Object.values(texts).every((list) => list.length === 0)) return () => []
    const resolved = await resolveNames(texts)
    // The latest lookup is more current than an option.
    setLearnt((before) => new Map([...before, ...namesOfResolved(resolved)]))
    return resolverOf(resolved)
  }, [])
  return { names, learn, learnOptions, resolve }
}
export type NameBook = ReturnType<typeof useNameBook>
