import type { z } from 'zod'
import type {
  DecidedFile,
  Difference,
  ItemChange,
  Problem,
} from '../../../../schema/platform/configuration/endpoints.ts'
import type { ReferenceKind, StepKind } from '../../../../schema/platform/configuration/values.ts'
import { canonicalJson } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { type Running, readRunning, type Shown } from './export.ts'
import { fieldChanges } from './field-changes.ts'
import { compact } from './file.ts'
import { type ReadFile, readFile } from './read-file.ts'
import { choicesFor, type Found, withIds } from './references.ts'
import { type Path, type Plain, type Section, sections, type Writing } from './section.ts'

/** The difference between a file and what runs, and the steps that would take it over. */

export interface PlannedStep {
  section: string
  name: string
  kind: StepKind
  /** As in the file, or the names in their order. */
  item: unknown
  objectId: string | null
  before: unknown
}

export interface Comparison {
  difference: Difference
  steps: PlannedStep[]
  running: Running
}

interface Entry {
  section: Section
  path: Path
  name: string
  was: string | undefined
  item: unknown
  current: Shown | null
}

const plain = (text: string): string => text.trim().toLowerCase()
const MOST_FIELDS = 60

/** Writes below a path. */
const within = (writing: Writing, root: Path): Writing => ({
  ...writing,
  idOf: (kind, name, path) => writing.idOf(kind, name, [...root, ...path]),
  idsOf: (kind, names, path) => writing.idsOf(kind, names, [...root, ...path]),
  minor: (amount, path) => writing.minor(amount, [...root, ...path]),
  place: (id, path) => writing.place(id, [...root, ...path]),
  problem: (path, message) => writing.problem([...root, ...path], message),
  warn: (path, message) => writing.warn([...root, ...path], message),
})

const issueText = (issue: z.core.$ZodIssue): { path: Path; message: string } => {
  const path = issue.path as Path
  if (issue.code === 'unrecognized_keys')
    return { path: [...path, issue.keys[0] ?? ''], message: `Not known here: ${issue.keys.join(', ')}` }
  const isMissing = issue.code === 'invalid_type' && issue.message === 'Required'
  return { path, message: isMissing ? `“${String(path.at(-1))}” is missing` : issue.message }
}

const problemAt = (path: Path, message: string, level: Found['level'] = 'ERROR'): Found => ({
  ...{ path, level, message },
  reference: null,
})

/** The objects of the file, each with the one that it is about here. */
const entriesOf = (file: ReadFile, running: Running, context: StaffContext, found: Found[]): Entry[] => {
  const known = sections()
  for (const key of Object.keys(file.content))
    if (!known.some((section) => section.key === key))
      found.push(problemAt([key], `There’s no section of this name: ${key}`))
  return known.flatMap((section): Entry[] => {
    const content = file.content[section.key]
    if (content === undefined) return []
    if (!section.isAvailable(context.actor)) {
      found.push(problemAt([section.key], `“${section.title}” is left out: ${section.unavailable}`, 'WARNING'))
      return []
    }
    const items = running.sections.find((each) => each.section === section)?.items ?? []
    if (section.nameOf === null) {
      const parsed = section.shape.safeParse(content)
      if (parsed.success)
        return [
          { section, path: [section.key], name: '', was: undefined, item: parsed.data, current: items[0] ?? null },
        ]
      for (const issue of parsed.error.issues) {
        const { path, message } = issueText(issue)
        found.push(problemAt([section.key, ...path], message))
      }
      return []
    }
    if (!Array.isArray(content)) {
      found.push(problemAt([section.key], 'This is a list, each with a “-”'))
      return []
    }
    return listed(section, content, items, found)
  })
}

const listed = (section: Section, content: unknown[], items: readonly Shown[], found: Found[]): Entry[] => {
  const taken = new Set<string>()
  const entries = content.flatMap((each, i): Entry[] => {
    const path = [section.key, i]
    const parsed = section.shape.safeParse(each)
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        const at = issueText(issue)
        found.push(problemAt([...path, ...at.path], at.message))
      }
      return []
    }
    const { name, was } = section.nameOf?.(parsed.data) ?? { name: '' }
    if (taken.has(plain(name))) {
      found.push(problemAt(path, `There are two of this name: ${name}`))
      return []
    }
    taken.add(plain(name))
    return [{ section, path, name, was, item: parsed.data, current: null }]
  })
  const unused = Map.groupBy(items, (item) => plain(item.name))
  const find = (name: string | undefined): Shown | null =>
    (name === undefined ? undefined : unused.get(plain(name))?.shift()) ?? null
  const byName = entries.map((entry) => find(entry.name))
  const matched = entries.map((entry, i) => ({ ...entry, current: byName[i] ?? find(entry.was) }))
  for (const { current, was, path, name } of matched)
    if (!current && was !== undefined)
      found.push(
        problemAt([...path, 'was'], `There’s no ${section.noun} ${was} here, so ${name} will be new`, 'WARNING'),
      )
  return matched
}

interface Weighed extends Entry {
  change: 'ADDED' | 'CHANGED' | 'SAME'
  plain: Plain
}

/** The object of the file that a place is in: the whole section, or one of its list. */
const rootOf = (path: Path, length: number): string => path.slice(0, length).join('\n')

/** Every entry with what it would be here, and what prevents it. */
const weigh = async (
  context: StaffContext,
  entries: Entry[],
  { mappings }: Pick<DecidedFile, 'mappings'>,
  found: Found[],
): Promise<Weighed[]> => {
  const coming = new Set(
    entries.flatMap(({ section, item }) =>
      (section.brings?.(item) ?? []).map(({ kind, name }) => `${kind}\n${plain(name)}`),
    ),
  )
  const resolved = await withIds(
    context,
    (writing) =>
      entries.map(({ section, item, current, path }) =>
        section.fromFile(item, within(writing, path), current?.raw ?? null),
      ),
    { mappings, coming: (kind, name) => coming.has(`${kind}\n${name}`) },
  )
  const lengths = new Map(entries.map(({ path }) => [path[0], path.length]))
  const foundIn = Map.groupBy(resolved.found, ({ path }) => rootOf(path, lengths.get(path[0]) ?? path.length))
  return entries.flatMap((entry, i): Weighed[] => {
    const { section, current, path } = entry
    const raw: unknown = resolved.result[i]
    const blocked = current ? null : (section.blocked?.(context.actor, raw) ?? null)
    if (blocked !== null) {
      found.push(problemAt(path, `“${entry.name}” is left out: ${blocked}`, 'WARNING'))
      return []
    }
    const shown = compact(section.toFile(raw, resolved.reading))
    const isSame = current !== null && canonicalJson(shown) === canonicalJson(current.plain)
    const own = foundIn.get(rootOf(path, path.length)) ?? []
    // What is as it was may name people who left.
    if (!isSame || own.some(({ reference, level }) => level === 'ERROR' && reference === null)) found.push(...own)
    if (!isSame)
      for (const { id, message } of section.check?.(raw, current?.raw ?? null) ?? [])
        found.push(problemAt(resolved.places.get(id) ?? path, message))
    return [{ ...entry, plain: shown, change: isSame ? 'SAME' : current ? 'CHANGED' : 'ADDED' }]
  })
}

/** Whether the objects of the file are in another order here, or new ones belong between them. */
const isReordered = (section: Section, entries: readonly Weighed[], items: readonly Shown[]): boolean => {
  if (!section.reorder || entries.length === 0) return false
  const at = new Map(items.map(({ id }, i) => [id, i]))
  const places = entries.map(({ current }) => at.get(current?.id ?? '') ?? Number.MAX_SAFE_INTEGER)
  return places.some((at, i) => i > 0 && at < (places[i - 1] ?? 0))
}

const stepsOf = (
  weighed: readonly Weighed[],
  missing: readonly { section: Section; item: Shown }[],
  reordered: readonly Section[],
): PlannedStep[] => {
  const step = (kind: StepKind, { section, name, item, current }: Entry, before: unknown): PlannedStep => ({
    ...{ section: section.key, name, kind, item },
    objectId: current?.id ?? null,
    before,
  })
  const differing = weighed.filter(({ change }) => change !== 'SAME')
  return [
    ...differing.filter(({ change }) => change === 'ADDED').map((entry) => step('CREATE', entry, null)),
    // A new object gets its content once everything that it can name is there.
    ...differing.map((entry) => step('CHANGE', entry, entry.current?.raw ?? null)),
    ...reordered.map(
      (section): PlannedStep => ({
        ...{ section: section.key, name: '', kind: 'ORDER', objectId: null, before: null },
        item: weighed.filter((entry) => entry.section === section).map(({ name }) => name),
      }),
    ),
    ...[...missing].reverse().map(
      ({ section, item }): PlannedStep => ({
        ...{ section: section.key, name: item.name, kind: 'REMOVE', item: null },
        ...{ objectId: item.id, before: item.raw },
      }),
    ),
  ]
}

const shownItem = (entry: Weighed): ItemChange => {
  const fields = fieldChanges(entry.current?.plain, entry.plain)
  const renamed = entry.current && plain(entry.current.name) !== plain(entry.name) ? entry.current.name : null
  return {
    name: entry.name,
    change: entry.change === 'ADDED' ? 'ADDED' : 'CHANGED',
    was: renamed,
    isRemoved: false,
    fields: fields.slice(0, MOST_FIELDS),
    more: Math.max(0, fields.length - MOST_FIELDS),
  }
}

const refusedFile = (running: Running, problems: Problem[]): Comparison => ({
  running,
  steps: [],
  difference: {
    ...{ fingerprint: running.fingerprint, problems, sections: [], choices: {} },
    ...{ changes: 0, canImport: false },
  },
})

export const compare = async (context: StaffContext, decided: DecidedFile): Promise<Comparison> => {
  const [file, running] = await Promise.all([readFile(decided.file), readRunning(context)])
  if ('problems' in file)
    return refusedFile(
      running,
      file.problems.map((problem) => ({ ...problem, level: 'ERROR', reference: null })),
    )
  const found: Found[] = []
  const { currency } = context.actor.company
  const isMapped = decided.mappings.some(
    ({ kind, name, to }) => kind === 'currency' && name === file.currency && to === currency,
  )
  if (file.currency !== currency && !isMapped)
    found.push({
      ...problemAt(['currency'], `The amounts of this file are in ${file.currency}, and those here in ${currency}`),
      reference: { kind: 'currency', name: file.currency },
    })
  const entries = entriesOf(file, running, context, found)
  const weighed = await weigh(context, entries, decided, found)
  const chosen = new Set(decided.removals.map(({ section, name }) => `${section}\n${plain(name)}`))
  const isChosen = (section: Section, name: string) => chosen.has(`${section.key}\n${plain(name)}`)
  const named = new Set(entries.flatMap(({ section, current }) => (current ? [`${section.key}\n${current.id}`] : [])))
  const removed: { section: Section; item: Shown }[] = []
  const reordered: Section[] = []
  const shown = running.sections.flatMap(({ section, items }) => {
    const own = weighed.filter((entry) => entry.section === section)
    const missing =
      section.nameOf === null || !section.remove ? [] : items.filter(({ id }) => !named.has(`${section.key}\n${id}`))
    const going = missing.filter(({ name }) => isChosen(section, name))
    removed.push(...going.map((item) => ({ section, item })))
    const isMoved = isReordered(section, own, items)
    if (isMoved) reordered.push(section)
    const changed = own.filter(({ change }) => change !== 'SAME').map(shownItem)
    const left = missing.map(
      ({ name }): ItemChange => ({
        ...{ name, change: 'MISSING', was: null, fields: [], more: 0 },
        isRemoved: isChosen(section, name),
      }),
    )
    if (changed.length + left.length === 0 && !isMoved && own.length === 0) return []
    return {
      ...{ key: section.key, title: section.title, items: [...changed, ...left], isReordered: isMoved },
      unchanged: own.length - changed.length,
      canRemove: section.remove !== undefined,
    }
  })
  const steps = stepsOf(weighed, removed, reordered)
  const problems = told(found, file)
  const kinds = new Set(found.flatMap(({ reference }) => (reference ? [reference.kind] : [])))
  return {
    running,
    steps,
    difference: {
      fingerprint: running.fingerprint,
      problems,
      sections: shown,
      choices: await choicesFor(context, kinds as ReadonlySet<ReferenceKind>),
      changes: new Set(steps.map(({ section, name, kind }) => `${section}\n${kind === 'ORDER'}\n${name}`)).size,
      canImport: steps.length > 0 && !problems.some(({ level }) => level === 'ERROR'),
    },
  }
}

const MOST_PROBLEMS = 200

/** In the order of the file, each name once. */
const told = (found: readonly Found[], file: ReadFile): Problem[] => {
  const seen = new Set<string>()
  return found
    .map(({ path, level, message, reference }) => ({ line: file.lineOf(path), level, message, reference }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .filter(({ reference, message, line }) => {
      const key = reference ? `${reference.kind}\n${plain(reference.name)}` : `${line}\n${message}`
      return seen.has(key) ? false : seen.add(key)
    })
    .slice(0, MOST_PROBLEMS)
}
