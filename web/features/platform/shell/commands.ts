import type { Command, UseCommands } from '../search/index.ts'
import { useCan } from '../session/index.ts'
import { NAVIGATION, type NavEntry, visibleEntries } from './navigation.ts'

const pagesIn = (entries: readonly NavEntry[], kind: string): Command[] =>
  entries.flatMap(({ id, label, href, opens, shortcut, children }) => {
    if (opens) return []
    if (children) return pagesIn(children, id === 'settings' || kind === 'Settings' ? 'Settings' : 'Page')
    const page = { kind, label, href }
    return shortcut ? [page, { kind: 'New', ...shortcut }] : [page]
  })

/** Every page of the menu, and a person's own settings. */
export const useCommands: UseCommands = () => pagesIn(visibleEntries(NAVIGATION, useCan()), 'Page')
