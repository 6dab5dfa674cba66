import { useEffect, useRef } from 'react'
import type { Builder } from '../../../ui/builder/use-builder.ts'

/**
 * A rule set has one version for its name, its rules and its fields. When another part was saved, what a builder edits
 * is still what it started from, so its next save is no conflict.
 * @param saved this part as the server has it
 * @param plain what counts when parts are compared
 * @returns tells that this builder has saved
 */
export const useNewVersion = <T extends object>(
  builder: Builder<T>,
  saved: T,
  version: number,
  plain: (value: T) => unknown,
) => {
  const text = JSON.stringify(plain(saved))
  const known = useRef(text)
  const { version: own, markSaved } = builder
  useEffect(() => {
    if (version > own && text === known.current) markSaved(saved, version)
  }, [version, own, text, saved, markSaved])
  return (value: T, next: number): void => {
    known.current = JSON.stringify(plain(value))
    markSaved(value, next)
  }
}
