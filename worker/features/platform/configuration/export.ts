import { canonicalJson, sha256Hex } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { compact, fileText } from './file.ts'
import { withNames } from './references.ts'
import { type Plain, type Section, type Stored, sections } from './section.ts'

/** What runs, as it would be in a file. */

export interface Shown extends Stored<unknown> {
  plain: Plain
}

export interface Running {
  sections: { section: Section; items: Shown[] }[]
  text: string
  fingerprint: string
}

const byName = (a: Stored<unknown>, b: Stored<unknown>): number => {
  const [x, y] = [a.name.toLowerCase(), b.name.toLowerCase()]
  return x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1
}

/** Without an order of its own, a section is sorted by name. */
export const readStored = async (context: StaffContext, section: Section): Promise<Stored<unknown>[]> => {
  const stored: Stored<unknown>[] = await section.read(context)
  return section.reorder || section.nameOf === null ? stored : [...stored].sort(byName)
}

/** One section, with names. */
export const readSection = async (context: StaffContext, section: Section): Promise<Shown[]> => {
  const stored = await readStored(context, section)
  return withNames(context, (reading) =>
    stored.map((each) => ({ ...each, plain: compact(section.toFile(each.raw, reading)) })),
  )
}

export const hashOf = (raw: unknown): string => sha256Hex(canonicalJson(raw))

export const readRunning = async (context: StaffContext): Promise<Running> => {
  const available = sections().filter((section) => section.isAvailable(context.actor))
  const stored = await Promise.all(available.map((section) => readStored(context, section)))
  const shown = await withNames(context, (reading) =>
    available.map((section, i) => ({
      section,
      items: (stored[i] ?? []).map((each) => ({ ...each, plain: compact(section.toFile(each.raw, reading)) })),
    })),
  )
  const content = shown.flatMap(({ section, items }): [string, Plain][] => {
    if (section.nameOf === null) return items[0] ? [[section.key, items[0].plain]] : []
    return items.length > 0 ? [[section.key, items.map(({ plain }) => plain)]] : []
  })
  const text = await fileText(context.actor.company, content)
  return { sections: shown, text, fingerprint: sha256Hex(text) }
}
