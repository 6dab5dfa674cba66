import type { RefObject } from 'react'
import { type KeyGroup, useKeyGroup } from '../../../ui/keys/shown-keys.ts'
import { useSingleKeys } from '../../../ui/keys/single-keys.ts'

const KEYS: KeyGroup = {
  title: 'Waiting for you',
  keys: [
    { keys: ['j', 'k'], text: 'Next, previous line' },
    { keys: ['Enter'], text: 'Open it' },
  ],
}
const NO_KEYS = {}

/** j and k move the focus from line to line. They open and decide nothing. */
export const useQueueKeys = (list: RefObject<HTMLUListElement | null>, enabled: boolean): void => {
  const move = (step: 1 | -1): void => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('li a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const next = at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))
    links[next]?.focus()
  }
  useKeyGroup(enabled ? KEYS : null)
  useSingleKeys(enabled ? { j: () => move(1), k: () => move(-1) } : NO_KEYS)
}
