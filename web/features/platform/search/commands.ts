import type { Address } from '../../../lib/address.ts'

/** Something that a person can open or begin by its name. */
export interface Command {
  /** What kind of thing it is, before its name: "Page", "New", "Settings". */
  kind: string
  label: string
  href: Address
  /** Further words that find it. */
  also?: string
  /** It was looked for with the text, by those who have it, and comes after what the search itself finds. */
  isRecord?: true
  /** Beside its name, to tell it from its like. */
  context?: string
}

/** A hook that offers commands for the text in the search box, only those that the person may use. */
export type UseCommands = (text: string) => readonly Command[]

type LoadCommands = () => Promise<{ useCommands: UseCommands }>

const sources: LoadCommands[] = []

/** Adds what a wing can do by name. Its code loads with the search dialog. */
export const registerCommands = (load: LoadCommands): void => void sources.push(load)

export const loadCommands = async (): Promise<readonly UseCommands[]> =>
  (await Promise.all(sources.map((load) => load()))).map(({ useCommands }) => useCommands)

/** What all sources offer. Their number stays the same while the app runs. */
export const useCommandsOf = (used: readonly UseCommands[], text: string): Command[] =>
  // biome-ignore lint/correctness/useHookAtTopLevel: as many in each rendering
  used.flatMap((useCommands) => useCommands(text))

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether each word of the text begins a word of the name. Blank text matches nothing. */
export const matchesName = (text: string, ...names: (string | undefined)[]): boolean => {
  const wanted = wordsOf(text)
  const known = wordsOf(names.filter(Boolean).join(' '))
  return wanted.length > 0 && wanted.every((word) => known.some((other) => other.startsWith(word)))
}

export const MOST_COMMANDS = 5

/** Those that match, the shortest first, because the text says most of them. */
export const matchingCommands = (commands: readonly Command[], text: string): Command[] =>
  commands
    .filter(({ isRecord, kind, label, also }) => !isRecord && matchesName(text, kind, label, also))
    .toSorted((a, b) => a.label.length - b.label.length)
    .slice(0, MOST_COMMANDS)
