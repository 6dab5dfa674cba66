import { useSyncExternalStore } from 'react'
import { forget, recall, remember } from '../../lib/kept/remembered.ts'

/**
 * The columns that the person has chosen for tables, by name: see list-columns.ts. Kept in this browser, so that a
 * table begins as it was; what else keeps them is told of each change.
 */

const storageKey = (name: string): string => `columns.${name}`

/** Before columns had an order, each had only whether it is shown. */
const textOf = (saved: unknown): string | null => {
  if (typeof saved === 'string') return saved
  if (typeof saved !== 'object' || saved === null) return null
  return Object.entries(saved)
    .map(([id, shown]) => (shown === false ? `-${id}` : id))
    .join(',')
}

const listeners = new Set<() => void>()
let onChange: ((name: string, text: string | null) => void) | null = null

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** From where they are kept besides this browser. */
export const receiveColumns = (name: string, text: string | null): void => {
  if (text === null) forget(storageKey(name))
  else remember(storageKey(name), text)
  tell()
}

/** Whether this browser has a choice in the way that others are told of. */
export const hasKeptColumns = (name: string): boolean => typeof recall(storageKey(name)) === 'string'

/** A choice of the person. */
export const keepColumns = (name: string, text: string | null): void => {
  receiveColumns(name, text)
  onChange?.(name, text)
}

export const onColumnsKept = (told: typeof onChange): void => {
  onChange = told
}

export const useKeptColumns = (name: string | undefined): string | null =>
  useSyncExternalStore(
    subscribe,
    () => (name ? textOf(recall(storageKey(name))) : null),
    () => null,
  )
