import type { ReadBudget } from '../budget.ts'
import { type Dict, Keyword, Name, Ref, type Value } from './values.ts'

/** Reads one value after another. Values deeper or longer than any program writes are skipped. */

const DEEPEST = 32
/** Values nested deeper are skipped. */
const FLAT = 128
const LONGEST_WORD = 128
const LONGEST_STRING = 65_535
/** The size of one value with everything in it. */
const MOST_KEPT = 200_000

export const isSpace = (byte: number): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
const isDelimiter = (byte: number): boolean =>
  byte === 40 ||
  byte === 41 ||
  byte === 60 ||
  byte === 62 ||
  byte === 91 ||
  byte === 93 ||
  byte === 123 ||
  byte === 125 ||
  byte === 47 ||
  byte === 37
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57

/** The value of a hexadecimal digit, or -1. */
export const hexOf = (byte: number): number => {
  if (isDigit(byte)) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

const ARRAY_END = new Keyword(']')
const DICT_END = new Keyword('>>')
const NOTHING = new Keyword('')
const ESCAPES: Record<number, number> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 }

const LETTERS = Array.from({ length: 256 }, (_, code) => new Keyword(String.fromCharCode(code)))

const numberIn = (bytes: Uint8Array, from: number, end: number): number => {
  let [value, scale] = [0, 0]
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte === 46 && scale === 0) scale = 1
    else if (isDigit(byte)) {
      value = value * 10 + byte - 48
      scale *= 10
    } else if (at > from) break
  }
  const size = scale > 1 ? value / scale : value
  return bytes[from] === 45 ? -size : size
}

export class Lexer {
  readonly #bytes: Uint8Array
  readonly #end: number
  readonly #budget: ReadBudget
  readonly #mostKept: number
  #kept = 0
  at: number

  constructor(
    bytes: Uint8Array,
    budget: ReadBudget,
    { from = 0, end = bytes.byteLength, mostKept = MOST_KEPT }: { from?: number; end?: number; mostKept?: number } = {},
  ) {
    this.#bytes = bytes
    this.#mostKept = mostKept
    this.#budget = budget
    this.at = from
    this.#end = Math.min(end, bytes.byteLength)
  }

  /** The size of the value read last. */
  get weight(): number {
    return this.#kept
  }

  /** The next value, or undefined at the end. Throws LimitReached. */
  next(depth = 0): Value | undefined {
    if (depth === 0) this.#kept = 0
    this.#budget.step()
    this.#skipSpace()
    if (this.at >= this.#end) return undefined
    const byte = this.#bytes[this.at] ?? 0
    if (byte === 47) return this.#name()
    if (byte === 40) return this.#string()
    if (byte === 60) return this.#bytes[this.at + 1] === 60 ? this.#dict(depth) : this.#hex()
    if (byte === 91) return this.#array(depth)
    if (byte === 93 || byte === 123 || byte === 125 || byte === 41) {
      this.at += 1
      return byte === 93 ? ARRAY_END : NOTHING
    }
    if (byte === 62) {
      this.at += this.#bytes[this.at + 1] === 62 ? 2 : 1
      return DICT_END
    }
    if (isDigit(byte) || byte === 43 || byte === 45 || byte === 46) return this.#number()
    return this.#word()
  }

  #skipSpace(): void {
    const from = this.at
    for (; this.at < this.#end; this.at++) {
      const byte = this.#bytes[this.at] ?? 0
      if (byte === 37) {
        while (this.at < this.#end && this.#bytes[this.at] !== 10 && this.#bytes[this.at] !== 13) this.at++
      } else if (!isSpace(byte)) break
    }
    this.#budget.step((this.at - from) >> 6)
  }

  #name(): Name {
    let name = ''
    for (this.at += 1; this.at < this.#end; this.at++) {
      let byte = this.#bytes[this.at] ?? 0
      if (isSpace(byte) || isDelimiter(byte)) break
      if (byte === 35) {
        const [high, low] = [hexOf(this.#bytes[this.at + 1] ?? 0), hexOf(this.#bytes[this.at + 2] ?? 0)]
        if (high >= 0 && low >= 0) {
          byte = high * 16 + low
          this.at += 2
        }
      }
      if (name.length < LONGEST_WORD) name += String.fromCharCode(byte)
    }
    return new Name(name)
  }

  #number(): Value {
    const from = this.at
    this.at += 1
    while (this.at < this.#end) {
      const byte = this.#bytes[this.at] ?? 0
      if (!isDigit(byte) && byte !== 46 && byte !== 45) break
      this.at += 1
    }
    const number = numberIn(this.#bytes, from, Math.min(this.at, from + 32))
    return Number.isInteger(number) && number >= 0 ? this.#refOr(number) : number
  }

  /** `12 0 R` */
  #refOr(number: number): Value {
    const bytes = this.#bytes
    let at = this.at
    if (!isSpace(bytes[at] ?? 0)) return number
    at += 1
    const generation = at
    while (at < generation + 5 && isDigit(bytes[at] ?? 0)) at += 1
    if (at === generation || !isSpace(bytes[at] ?? 0) || bytes[at + 1] !== 82) return number
    const after = bytes[at + 2] ?? 32
    if (at + 2 > this.#end || !(isSpace(after) || isDelimiter(after))) return number
    this.at = at + 2
    return new Ref(number)
  }

  #string(): Uint8Array {
    const out: number[] = []
    const from = this.at
    let depth = 1
    for (this.at += 1; this.at < this.#end; this.at++) {
      let byte = this.#bytes[this.at] ?? 0
      if (byte === 92) {
        const escaped = this.#escaped()
        if (escaped < 0) continue
        byte = escaped
      } else if (byte === 40) depth += 1
      else if (byte === 41) {
        depth -= 1
        if (depth === 0) break
      }
      if (out.length < LONGEST_STRING) out.push(byte)
    }
    this.#budget.step((this.at - from) >> 3)
    this.at += 1
    return Uint8Array.from(out)
  }

  /** The character after a backslash, or -1 if there is none. */
  #escaped(): number {
    this.at += 1
    const byte = this.#bytes[this.at] ?? 0
    if (byte === 13) {
      if (this.#bytes[this.at + 1] === 10) this.at += 1
      return -1
    }
    if (byte === 10) return -1
    if (byte < 48 || byte > 55) return ESCAPES[byte] ?? byte
    let value = byte - 48
    for (let i = 0; i < 2; i++) {
      const digit = this.#bytes[this.at + 1] ?? 0
      if (digit < 48 || digit > 55) break
      value = value * 8 + digit - 48
      this.at += 1
    }
    return value & 255
  }

  #hex(): Uint8Array {
    const out: number[] = []
    const from = this.at
    let high = -1
    for (this.at += 1; this.at < this.#end; this.at++) {
      const byte = this.#bytes[this.at] ?? 0
      if (byte === 62) break
      const digit = hexOf(byte)
      if (digit < 0) continue
      if (high < 0) high = digit
      else {
        if (out.length < LONGEST_STRING) out.push(high * 16 + digit)
        high = -1
      }
    }
    this.#budget.step((this.at - from) >> 3)
    this.at += 1
    if (high >= 0) out.push(high * 16)
    return Uint8Array.from(out)
  }

  #array(depth: number): Value[] {
    this.at += 1
    const items: Value[] = []
    if (depth >= FLAT) return items
    for (let item = this.next(depth + 1); item !== undefined && item !== ARRAY_END; item = this.next(depth + 1)) {
      // The end of the surrounding dictionary, because its own is missing.
      if (item === DICT_END) {
        this.at -= 2
        break
      }
      if (this.#keeps(depth)) items.push(item)
    }
    return items
  }

  #dict(depth: number): Dict {
    this.at += 2
    const dict: Dict = new Map()
    while (depth < FLAT) {
      const key = this.next(depth + 1)
      if (key === undefined || key === DICT_END) break
      if (!(key instanceof Name)) continue
      const value = this.next(depth + 1)
      if (value === undefined || value === DICT_END) break
      if (this.#keeps(depth)) dict.set(key.name, value)
    }
    return dict
  }

  #keeps(depth: number): boolean {
    this.#kept += 1
    return depth < DEEPEST && this.#kept <= this.#mostKept
  }

  #word(): Value {
    const from = this.at
    while (this.at < this.#end) {
      const byte = this.#bytes[this.at] ?? 0
      if (isSpace(byte) || isDelimiter(byte)) break
      this.at += 1
    }
    if (this.at === from + 1) return LETTERS[this.#bytes[from] ?? 0] ?? NOTHING
    const word = String.fromCharCode(...this.#bytes.subarray(from, Math.min(this.at, from + LONGEST_WORD)))
    if (word === 'true') return true
    if (word === 'false') return false
    return word === 'null' ? null : new Keyword(word)
  }
}
