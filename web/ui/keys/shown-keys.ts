import { useEffect, useSyncExternalStore } from 'react'

/** The keys of what is on the screen, for the dialog that lists them. */
export interface KeyGroup {
  title: string
  keys: readonly { keys: readonly string[]; text: string }[]
}

let groups: readonly KeyGroup[] = []
let opened = false
const listeners = new Set<() => void>()

const change = (apply: () => void): void => {
  apply()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Lists these keys while the component is on the screen. The group must keep its identity. */
export const useKeyGroup = (group: KeyGroup | null): void =>
  useEffect(() => {
    if (!group) return
    change(() => {
      groups = [...groups, group]
    })
    return () =>
      change(() => {
        const at = groups.indexOf(group)
        groups = groups.filter((_, index) => index !== at)
      })
  }, [group])

/** Each group once, even if several tables on the screen have it. */
export const shownGroups = (): KeyGroup[] => [...new Set(groups)]

const setOpened = (next: boolean): void =>
  change(() => {
    opened = next
  })

export const openKeys = (): void => setOpened(true)
export const closeKeys = (): void => setOpened(false)

export const useKeysOpened = (): boolean => useSyncExternalStore(subscribe, () => opened)
