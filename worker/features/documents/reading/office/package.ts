import type { Sliced } from '../../../../core/in-turn.ts'
import type { ReadBudget } from '../budget.ts'
import { attribute, type XmlEvents, XmlReader } from '../xml.ts'
import { Stop, type ZipPart, zipParts } from '../zip.ts'

/** The parts of an office file and how they refer to each other (ECMA-376, part 2). */

/** Throws LimitReached or UnreadableFile. */
export const readPart = function* (
  part: ZipPart,
  budget: ReadBudget,
  isEnough: () => boolean,
  events: XmlEvents,
): Sliced<void> {
  const reader = new XmlReader(budget, events)
  try {
    yield* part.read((text) => {
      reader.push(text)
      if (isEnough()) throw new Stop()
    })
    reader.end()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
  }
}

/** Names of parts have no case and one slash. */
const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase()

export type Parts = ReadonlyMap<string, ZipPart>

export const partsOf = (bytes: Uint8Array, budget: ReadBudget): Parts =>
  new Map(zipParts(bytes, /\.(?:xml|rels)$/i, budget).map((part) => [keyOf(part.name), part]))

interface Relation {
  id: string
  /** The last word of its type, such as "header". */
  type: string
  part: ZipPart | undefined
}

const resolved = (from: string, target: string): string => {
  if (target.startsWith('/')) return keyOf(target)
  const path = from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.') path.push(step)
  }
  return keyOf(path.join('/'))
}

const MOST_RELATIONS = 5_000

/** What a part refers to. `from` is empty for the file itself. */
export const relationsOf = function* (parts: Parts, from: string, budget: ReadBudget): Sliced<Relation[]> {
  const at = from.lastIndexOf('/') + 1
  const part = parts.get(keyOf(`${from.slice(0, at)}_rels/${from.slice(at)}.rels`))
  const found: Relation[] = []
  if (!part) return found
  yield* readPart(part, budget, () => found.length >= MOST_RELATIONS, {
    onTag: (name, tag) => {
      if (localName(name) !== 'Relationship' || found.length >= MOST_RELATIONS) return
      const type = attribute(tag, 'Type') ?? ''
      found.push({
        id: attribute(tag, 'Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        part: parts.get(resolved(from, attribute(tag, 'Target') ?? '')),
      })
    },
    onText: () => {},
  })
  return found
}

/** The part that everything else belongs to, wherever it is. */
export const mainPart = function* (parts: Parts, usual: string, budget: ReadBudget): Sliced<ZipPart | undefined> {
  const relations = yield* relationsOf(parts, '', budget)
  return relations.find(({ type, part }) => type === 'officeDocument' && part)?.part ?? parts.get(usual)
}

/** "/x:row" is "/row". Producers choose prefixes as they like. */
export const localName = (name: string): string => {
  const colon = name.indexOf(':')
  if (colon < 0) return name
  return name.startsWith('/') ? `/${name.slice(colon + 1)}` : name.slice(colon + 1)
}

/**
 * The local names of one vocabulary, whatever its prefix is. Others keep theirs, so that two elements of one name, such
 * as a text of Word and a text of a drawing, stay apart.
 */
export const namesOf = (vocabulary: RegExp): ((name: string, tag: string) => string) => {
  let prefix: string | null = null
  return (name, tag) => {
    if (prefix === null && tag.includes('xmlns')) {
      for (const [, of = '', , uri = ''] of tag.matchAll(/xmlns(?::([\w.-]+))?\s*=\s*(["'])(.*?)\2/g))
        if (vocabulary.test(uri)) prefix = of
    }
    if (prefix === null) return localName(name)
    const colon = name.indexOf(':')
    if (colon < 0) return name
    const own = name.slice(name.startsWith('/') ? 1 : 0, colon)
    return own === prefix ? localName(name) : name
  }
}

const SLASH = 47

/** An element that is left out with everything in it. */
export class LeftOut {
  readonly #names: ReadonlySet<string>
  #depth = 0

  constructor(...names: string[]) {
    this.#names = new Set(names)
  }

  /** Whether what follows the tag is left out. */
  isIn(name: string, tag: string): boolean {
    const isEnd = name.charCodeAt(0) === SLASH
    const colon = name.indexOf(':')
    const own = colon < 0 ? (isEnd ? name.slice(1) : name) : name.slice(colon + 1)
    if (this.#names.has(own) && !tag.endsWith('/')) this.#depth += isEnd ? -1 : 1
    return this.#depth > 0
  }
}
