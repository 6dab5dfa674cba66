import type { FieldChange } from '../../../../schema/platform/configuration/endpoints.ts'
import type { Plain } from './section.ts'

/** What differs between two objects of a file, field by field and in words. */

/** What a part of a list is called by. */
const NAMES = ['question', 'workflow', 'step', 'rule', 'field', 'column', 'option', 'key', 'afterDays'] as const
/** What whole objects are called by, which is told beside them. */
const ROOTS = ['category', 'vendorCategory', 'matrix', 'ruleSet'] as const
/** Parts without a name are counted. */
const COUNTED: ReadonlyMap<string, string> = new Map(
  Object.entries({ levels: 'Level', rows: 'Row', rules: 'Rule', conditions: 'Condition' }),
)

type Fields = { [key: string]: Plain }
const isFields = (value: Plain | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** "Shown if" for shownIf and "First payment" for first-payment. */
const keyWords = (key: string): string => {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MOST_TEXT = 300
const cut = (text: string): string => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text)

const nameKey = (value: Fields): string | undefined => NAMES.find((each) => value[each] !== undefined)

/** "Manager, Lab lead" for the steps of levels. */
const listWords = (list: Plain[]): string =>
  list
    .map((each) => {
      if (!isFields(each)) return inWords(each) ?? ''
      const key = nameKey(each)
      return key ? String(each[key]) : (inWords(each) ?? '')
    })
    .filter(Boolean)
    .join(', ')

/** A value as people read it. Null for none. */
const inWords = (value: Plain | undefined): string | null => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.length === 0 ? null : cut(listWords(value))
  const parts = Object.entries(value).flatMap(([key, each]) => {
    const text = inWords(each)
    if (text === null) return []
    return COUNTED.has(key) || key === 'steps' || (NAMES as readonly string[]).includes(key)
      ? [text]
      : [`${keyWords(key).toLowerCase()}: ${text}`]
  })
  return parts.length > 0 ? cut(parts.join('; ')) : null
}

/** What an object has besides its name. */
const withoutName = (value: Fields): Fields => {
  const key = nameKey(value)
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== key))
}

interface Part {
  name: string
  value: Fields
}

/** The parts of a list with what tells them apart, or null for a list of plain values. */
const partsOf = (key: string, list: Plain[]): Part[] | null => {
  if (!list.every(isFields)) return null
  const counts = new Map<string, number>()
  return list.map((value, i) => {
    const named = nameKey(value)
    // Several conditions can ask about one question.
    if (!named || COUNTED.has(key)) {
      const noun = COUNTED.get(key) ?? keyWords(key)
      return { name: `${noun} ${i + 1}`, value }
    }
    const text = String(value[named])
    const count = (counts.get(text.toLowerCase()) ?? 0) + 1
    counts.set(text.toLowerCase(), count)
    return { name: count === 1 ? `“${text}”` : `“${text}” (${count})`, value }
  })
}

/** The first of each name. */
const byName = (parts: readonly Part[]): ReadonlyMap<string, Part> =>
  new Map(parts.toReversed().map((part) => [part.name.toLowerCase(), part]))

export const fieldChanges = (before: Plain | undefined, after: Plain | undefined): FieldChange[] => {
  const changes: FieldChange[] = []
  const tell = (path: readonly string[], was: Plain | undefined, is: Plain | undefined) => {
    // A switch that isn't there is off.
    const off = typeof (was ?? is) === 'boolean' ? false : undefined
    const [b, a] = [inWords(was ?? off), inWords(is ?? off)]
    if (b !== a) changes.push({ path: path.join(' › '), before: b, after: a })
  }
  const added = (path: readonly string[], value: Fields, isNew: boolean) => {
    const text = inWords(withoutName(value)) ?? 'Yes'
    changes.push({ path: path.join(' › '), before: isNew ? null : text, after: isNew ? text : null })
  }
  const lists = (path: readonly string[], key: string, was: Plain[], is: Plain[]): void => {
    const [old, now] = [partsOf(key, was), partsOf(key, is)]
    if (!old || !now) {
      tell(path, was, is)
      return
    }
    const [oldByName, nowByName] = [byName(old), byName(now)]
    for (const part of now) {
      const match = oldByName.get(part.name.toLowerCase())
      if (match) walk([...path, part.name], match.value, part.value)
      else added([...path, part.name], part.value, true)
    }
    for (const part of old) if (!nowByName.has(part.name.toLowerCase())) added([...path, part.name], part.value, false)
    const kept = (list: Part[], other: ReadonlyMap<string, Part>) =>
      list.map(({ name }) => name).filter((name) => other.has(name.toLowerCase()))
    const [oldOrder, newOrder] = [kept(old, nowByName), kept(now, oldByName)]
    if (oldOrder.join().toLowerCase() !== newOrder.join().toLowerCase()) tell([...path, 'Order'], oldOrder, newOrder)
  }
  const walk = (path: readonly string[], was: Plain | undefined, is: Plain | undefined): void => {
    if (isFields(was ?? {}) && isFields(is ?? {}) && (isFields(was) || isFields(is))) {
      const [old, now] = [(was ?? {}) as Fields, (is ?? {}) as Fields]
      for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
        const [b, a] = [old[key], now[key]]
        const at = [...path, keyWords(key)]
        if (Array.isArray(b ?? []) && Array.isArray(a ?? []) && (b !== undefined || a !== undefined))
          lists(at, key, (b ?? []) as Plain[], (a ?? []) as Plain[])
        else walk(at, b, a)
      }
    } else tell(path, was, is)
  }
  const isRoot = (key: string) => (ROOTS as readonly string[]).includes(key)
  const root = (value: Plain | undefined): Plain | undefined =>
    isFields(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !isRoot(key))) : value
  walk([], root(before), root(after))
  return changes
}
