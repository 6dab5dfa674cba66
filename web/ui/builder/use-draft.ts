import { useCallback, useEffect, useRef, useState } from 'react'
import { forget, recall, remember } from '../../lib/remembered.ts'

export interface Draft<T> {
  value: T
  /** The saved version that the changes are based on. */
  version: number
  at: string
}

const WRITE_DELAY_MS = 400

const read = <T>(name: string, isDraftOf: (value: unknown) => value is T): Draft<T> | null => {
  const known = recall(name) as Partial<Draft<unknown>> | null
  if (!known || typeof known.version !== 'number' || typeof known.at !== 'string' || !isDraftOf(known.value))
    return null
  return { value: known.value, version: known.version, at: known.at }
}

interface DraftOptions<T> {
  name: string
  value: T
  version: number
  dirty: boolean
  isDraftOf: (value: unknown) => value is T
}

/** Keeps unsaved changes in this browser and offers those from an earlier visit once. */
export const useDraft = <T>({ name, value, version, dirty, isDraftOf }: DraftOptions<T>) => {
  const [offered, setOffered] = useState<Draft<T> | null>(() => {
    const found = read(name, isDraftOf)
    return found && JSON.stringify(found.value) !== JSON.stringify(value) ? found : null
  })
  const latest = useRef({ value, version, dirty })
  latest.current = { value, version, dirty }
  const wasDirty = useRef(false)

  const write = useCallback(() => {
    const { dirty: isDirty, ...rest } = latest.current
    if (isDirty) remember(name, { ...rest, at: new Date().toISOString() })
  }, [name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the value restarts the delay
  useEffect(() => {
    if (!dirty) {
      // An offered copy must survive the initial, unchanged view.
      if (wasDirty.current) forget(name)
      wasDirty.current = false
      return
    }
    wasDirty.current = true
    const timer = setTimeout(write, WRITE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [dirty, value, version, name, write])

  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  const dismiss = useCallback(() => setOffered(null), [])
  const discard = useCallback(() => {
    forget(name)
    setOffered(null)
  }, [name])
  return { offered, dismiss, discard }
}
