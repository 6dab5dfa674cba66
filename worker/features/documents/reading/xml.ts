import { type ReadBudget, UnreadableFile } from './budget.ts'

/** Tags and texts of an XML part, in one pass. Nothing is nested and no entity is expanded. */

export interface XmlEvents {
  /** `name` begins with a slash for a closing tag. `tag` is everything between the angle brackets. */
  onTag(name: string, tag: string): void
  onText(text: string): void
}

const LONGEST_TAG = 64 * 1024
const LONGEST_ENTITY = 12

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
)

/** The five entities of XML and numeric characters. Nothing else is ever resolved. */
const decoded = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, digits, name) => {
        if (name) return ENTITIES.get(String(name).toLowerCase()) ?? whole
        const code = hex ? Number.parseInt(hex, 16) : Number(digits)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text

export const attribute = (tag: string, name: string): string | undefined =>
  decoded(patternOf(name).exec(tag)?.[2] ?? '') || undefined

/** One whose name has a single letter, as cells have them, of which there can be millions. Blank without it. */
export const shortAttribute = (tag: string, letter: string): string => {
  for (let at = tag.indexOf(letter, 1); at >= 0; at = tag.indexOf(letter, at + 1)) {
    const quote = tag.charCodeAt(at + 2)
    if (tag.charCodeAt(at - 1) > 32 || tag.charCodeAt(at + 1) !== 61 || (quote !== 34 && quote !== 39)) continue
    const end = tag.indexOf(tag.charAt(at + 2), at + 3)
    return end < 0 ? '' : decoded(tag.slice(at + 3, end))
  }
  // Written with spaces around its sign, which few programs do.
  return tag.includes(' =') || tag.includes('= ') ? (attribute(tag, letter) ?? '') : ''
}

const patterns = new Map<string, RegExp>()
/** `name` may be a pattern. Both kinds of quotation marks are allowed. */
const patternOf = (name: string): RegExp => {
  const pattern = patterns.get(name) ?? new RegExp(`(?<=\\s)${name}\\s*=\\s*(["'])(.*?)\\1`, 's')
  patterns.set(name, pattern)
  return pattern
}

/** Markup other than elements: how it begins and ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const
const CDATA_END = ']]>'

const nameOf = (tag: string): string => {
  let end = tag.charCodeAt(0) === 47 ? 1 : 0
  for (; end < tag.length && end < 200; end++) {
    const code = tag.charCodeAt(end)
    if (code <= 32 || code === 47) break
  }
  return tag.slice(0, end)
}

export class XmlReader {
  readonly #budget: ReadBudget
  readonly #events: XmlEvents
  #rest = ''
  /** Inside such markup: how it ends. */
  #until: string | null = null

  constructor(budget: ReadBudget, events: XmlEvents) {
    this.#budget = budget
    this.#events = events
  }

  /** Throws LimitReached, or UnreadableFile for a tag that doesn't end. */
  push(piece: string): void {
    const text = this.#rest + piece
    let at = 0
    while (at < text.length) {
      const next = this.#take(text, at)
      if (next === at) break
      at = next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > LONGEST_TAG) throw new UnreadableFile('The file is damaged.')
  }

  end(): void {
    if (!this.#rest.startsWith('<') && this.#until === null) this.#events.onText(decoded(this.#rest))
    this.#rest = ''
  }

  /** @returns where to continue; `at` if more text is needed */
  #take(text: string, at: number): number {
    this.#budget.step()
    if (this.#until !== null) return this.#skip(text, at, this.#until)
    if (text[at] !== '<') return this.#text(text, at)
    const sign = text.charCodeAt(at + 1)
    const begins = sign === 33 || sign === 63 ? SKIPPED.find(([start]) => text.startsWith(start, at)) : undefined
    if (begins) {
      this.#until = begins[1]
      return at + begins[0].length
    }
    const end = endOfTag(text, at + 1)
    // The opening of skipped markup may be split between pieces.
    if (end < 0) return at
    const tag = text.slice(at + 1, end)
    this.#events.onTag(nameOf(tag), tag)
    return end + 1
  }

  #skip(text: string, at: number, until: string): number {
    const found = text.indexOf(until, at)
    const end = found < 0 ? Math.max(at, text.length - until.length + 1) : found
    if (until === CDATA_END && end > at) this.#events.onText(text.slice(at, end))
    if (found < 0) return end
    this.#until = null
    return found + until.length
  }

  #text(text: string, at: number): number {
    const tag = text.indexOf('<', at)
    let end = tag < 0 ? text.length : tag
    if (tag < 0) {
      const entity = text.lastIndexOf('&')
      if (entity >= at && text.length - entity < LONGEST_ENTITY && text.indexOf(';', entity) < 0) end = entity
    }
    if (end > at) this.#events.onText(decoded(text.slice(at, end)))
    return end
  }
}

/** Where a tag ends, after the values of its attributes, or -1 if the text ends first. */
const endOfTag = (text: string, from: number): number => {
  let quote = 0
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quote) {
      if (code === quote) quote = 0
    } else if (code === 62) return i
    else if (code === 34 || code === 39) quote = code
    if (i - from > LONGEST_TAG) throw new UnreadableFile('The file is damaged.')
  }
  return -1
}
