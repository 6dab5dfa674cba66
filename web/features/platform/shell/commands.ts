import type { Command, UseCommands } from '../search/index.ts'
import { useCan } from '../session/index.ts'
import { NAVIGATION, type NavEntry, visibleEntries } from './navigation.ts'
import { ALSO, OTHER_PAGES } from './usual-words.ts'

const pagesIn = (entries: readonly NavEntry[], kind: string): Command[] =>
  entries.flatMap(({ id, label, href, opens, shortcut, children }) => {
    if (opens) return []
    if (children) return pagesIn(children, id === 'settings' || kind === 'Settings' ? 'Settings' : 'Page')
    const page = { kind, label, href, ...(ALSO[id] && { also: ALSO[id] }) }
    return shortcut ? [page, { kind: 'New', ...shortcut }] : [page]
  })

/** Every page of the menu that someone may open, by the words that people use for it, and pages that are further away. */
export const commandsFor = (can: ReturnType<typeof useCan>): Command[] => [
  ...pagesIn(visibleEntries(NAVIGATION, can), 'Page'),
  ...OTHER_PAGES.filter(({ permission }) => !permission || can(permission)),
]

export const useCommands: UseCommands = () => commandsFor(useCan())
