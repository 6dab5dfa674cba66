import type { Sliced } from '../../../../core/in-turn.ts'
import type { ReadBudget } from '../budget.ts'
import { type Decryption, decryptionOf } from './encryption.ts'
import { decodedBytes } from './filters.ts'
import { Lexer } from './lexer.ts'
import { type Dict, isDict, isStream, nameOf, numberOr, Ref, type Stream, type Value } from './values.ts'

/**
 * The objects of a PDF. One pass finds them in the file itself, because the file's own table can't be trusted. If a
 * number occurs several times the last one counts, as after an update of the file.
 */

interface Place {
  /** The file itself, or an unpacked object stream. */
  bytes: Uint8Array
  from: number
  end: number
  generation: number
  /** The position of a stream in the file. */
  data: { from: number; end: number } | null
}

/** Bytes of the file that are looked through before others go on. */
const SCANNED = 4 * 1024 * 1024
/** The number of values kept, including nested ones. */
const MOST_CACHED = 200_000
const FARTHEST_REFERENCE = 16

export class PdfFile {
  readonly #bytes: Uint8Array
  readonly budget: ReadBudget
  readonly #places = new Map<number, Place>()
  readonly #cache = new Map<number, Value>()
  readonly #packs: number[] = []
  #weight = 0
  #trailer: Dict = new Map()
  /** Null if nothing is encrypted. */
  #decryption: Decryption | null = null

  private constructor(bytes: Uint8Array, budget: ReadBudget) {
    this.#bytes = bytes
    this.budget = budget
  }

  /** Throws UnreadableFile or LimitReached. */
  static *open(bytes: Uint8Array, budget: ReadBudget): Sliced<PdfFile> {
    const file = new PdfFile(bytes, budget)
    yield* file.#scan()
    file.#decryption = file.#trailer.has('Encrypt')
      ? decryptionOf(file.resolve(file.#trailer.get('Encrypt')), file.#id, file.resolve)
      : null
    for (const pack of file.#packs) yield* file.#unpackObjects(pack)
    return file
  }

  /** The dictionary that leads to the pages. */
  *root(): Sliced<Dict | null> {
    const root = this.resolve(this.#trailer.get('Root'))
    if (isDict(root) && root.has('Pages')) return root
    // The trailer is missing or unusable.
    for (const number of this.#places.keys()) {
      const value = this.resolve(new Ref(number))
      if (this.budget.isSliceOver) yield
      if (isDict(value) && nameOf(value.get('Type')) === 'Catalog') return value
    }
    return null
  }

  /** The first of the two ids, because the second one changes with the file. */
  get #id(): Uint8Array {
    const ids = this.resolve(this.#trailer.get('ID'))
    const first = Array.isArray(ids) ? this.resolve(ids[0]) : null
    return first instanceof Uint8Array ? first : new Uint8Array(0)
  }

  readonly resolve = (value: Value | undefined): Value | undefined => {
    let found = value
    for (let i = 0; found instanceof Ref; i++) {
      if (i > FARTHEST_REFERENCE) return undefined
      found = this.#object(found.number)
    }
    return found
  }

  dictOf(value: Value | undefined): Dict | null {
    const found = this.resolve(value)
    return isDict(found) ? found : isStream(found) ? found.dict : null
  }

  streamOf(value: Value | undefined): Stream | null {
    const found = this.resolve(value)
    return isStream(found) ? found : null
  }

  /** Null if there is none, or it is a picture. Throws LimitReached. */
  *contentOf(value: Value | undefined): Sliced<Uint8Array | null> {
    const stream = this.streamOf(value)
    return stream && (yield* decodedBytes(stream, this.resolve, this.budget, this.#decryption))
  }

  #object(number: number): Value | undefined {
    if (this.#cache.has(number)) return this.#cache.get(number)
    const place = this.#places.get(number)
    if (!place) return undefined
    const lexer = new Lexer(place.bytes, this.budget, place)
    const value = lexer.next() ?? null
    const whole =
      place.data && isDict(value)
        ? {
            dict: value,
            bytes: this.#bytes.subarray(place.data.from, this.#endOfData(value, place.data)),
            owner: { number, generation: place.generation },
          }
        : value
    this.#weight += lexer.weight + 10
    if (this.#weight > MOST_CACHED) {
      this.#cache.clear()
      this.#weight = lexer.weight
    }
    this.#cache.set(number, whole)
    return whole
  }

  /** The declared length, unless it goes beyond the end. The line break before the end isn't part of it. */
  #endOfData(dict: Dict, { from, end }: { from: number; end: number }): number {
    const length = dict.get('Length')
    return typeof length === 'number' && length >= 0 && from + length <= end ? from + length : end
  }

  /** One pass over the file: `12 0 obj`, `stream … endstream`, `trailer`. */
  *#scan(): Sliced<void> {
    const bytes = this.#bytes
    let open: { number: number; place: Place } | null = null
    const close = (end: number): void => {
      if (!open) return
      open.place.end = end
      this.#add(open.number, open.place)
      open = null
    }
    this.budget.step(bytes.byteLength >> 8)
    let next = SCANNED
    for (let at = 0; at < bytes.byteLength; at++) {
      const byte = bytes[at]
      if (at >= next || this.budget.isSliceOver) {
        next = at + SCANNED
        yield
      }
      if (byte === 0x6f && matches(bytes, at, 'obj')) {
        const header = headerBefore(bytes, at)
        if (!header) continue
        close(header.from)
        const { number, generation } = header
        open = { number, place: { bytes, from: at + 3, end: bytes.byteLength, generation, data: null } }
        at += 2
      } else if (byte === 0x73 && open && bytes[at - 1] !== 0x64 && matches(bytes, at, 'stream')) {
        const from = at + (bytes[at + 6] === 13 && bytes[at + 7] === 10 ? 8 : 7)
        const found = indexOf(bytes, 'endstream', from)
        const end = found < 0 ? bytes.byteLength : found
        open.place.data = { from, end }
        close(at)
        at = end + 8
      } else if (byte === 0x74 && matches(bytes, at, 'trailer')) {
        close(at)
        const dict = new Lexer(bytes, this.budget, { from: at + 7, end: at + 7 + 20_000 }).next()
        if (isDict(dict)) this.#takeTrailer(dict)
      }
    }
    close(bytes.byteLength)
  }

  #takeTrailer(dict: Dict): void {
    for (const key of ['Root', 'Encrypt', 'ID']) {
      const value = dict.get(key)
      if (value !== undefined && value !== null) this.#trailer.set(key, value)
    }
  }

  #add(number: number, place: Place): void {
    this.budget.entry()
    this.#places.delete(number)
    this.#places.set(number, place)
    if (!place.data) return
    const isPack = indexOf(place.bytes, 'ObjStm', place.from, place.end) >= 0
    const isTable = indexOf(place.bytes, 'XRef', place.from, place.end) >= 0
    if (!isPack && !isTable) return
    const dict = new Lexer(place.bytes, this.budget, place).next()
    if (!isDict(dict)) return
    if (nameOf(dict.get('Type')) === 'ObjStm') this.#packs.push(number)
    if (nameOf(dict.get('Type')) === 'XRef') this.#takeTrailer(dict)
  }

  /** An object stream: pairs of number and position, then the objects. */
  *#unpackObjects(number: number): Sliced<void> {
    const stream = this.streamOf(new Ref(number))
    const bytes = stream && (yield* this.contentOf(stream))
    if (!stream || !bytes) return
    const first = numberOr(this.resolve(stream.dict.get('First')), -1)
    const count = numberOr(this.resolve(stream.dict.get('N')), 0)
    if (first < 0) return
    const head = new Lexer(bytes, this.budget, { end: first })
    for (let i = 0; i < count; i++) {
      const [object, offset] = [head.next(), head.next()]
      if (typeof object !== 'number' || typeof offset !== 'number') break
      this.budget.entry()
      if (this.budget.isSliceOver) yield
      // Every known program writes the objects of such a stream in the order of their positions.
      this.#places.set(object, {
        ...{ bytes, from: first + offset, end: bytes.byteLength },
        ...{ generation: 0, data: null },
      })
    }
  }
}

const matches = (bytes: Uint8Array, at: number, word: string): boolean => {
  for (let i = 1; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false
  return true
}

const indexOf = (bytes: Uint8Array, word: string, from: number, end = bytes.byteLength): number => {
  const within = bytes.subarray(from, end)
  const first = word.charCodeAt(0)
  for (let at = within.indexOf(first); at >= 0; at = within.indexOf(first, at + 1)) {
    if (matches(within, at, word)) return from + at
  }
  return -1
}

interface Header {
  number: number
  generation: number
  from: number
}

/** The numbers before `obj`, and where they begin. Null for `endobj` and similar words. */
const headerBefore = (bytes: Uint8Array, at: number): Header | null => {
  let i = at - 1
  const spaces = () => {
    const from = i
    while (i >= 0 && from - i < 16 && [32, 10, 13, 9].includes(bytes[i] ?? 0)) i--
    return from - i
  }
  const digits = (most: number): string => {
    let text = ''
    while (i >= 0 && text.length < most && (bytes[i] ?? 0) >= 48 && (bytes[i] ?? 0) <= 57) {
      text = String.fromCharCode(bytes[i] ?? 0) + text
      i--
    }
    return text
  }
  spaces()
  const generation = digits(5)
  if (!generation || spaces() === 0) return null
  const number = digits(10)
  return number ? { number: Number(number), generation: Number(generation), from: i + 1 } : null
}
