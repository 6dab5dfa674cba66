import type { Sliced } from '../../../../core/in-turn.ts'
import { LIMITS, LimitReached, type ReadBudget, UnreadableFile } from '../budget.ts'
import { inflate } from '../inflate.ts'
import type { Decryption } from './encryption.ts'
import { hexOf, isSpace } from './lexer.ts'
import { type Dict, isDict, nameOf, numberOr, type Stream, type Value } from './values.ts'

/** Undoes the filters of a stream (ISO 32000-1, 7.4). Pictures are never unpacked, because they contain no text. */

type Resolve = (value: Value | undefined) => Value | undefined

const MOST_FILTERS = 4

/**
 * The bytes of a stream, or null if one of its filters is for pictures or unknown. `decryption` is set for encrypted
 * files. Throws LimitReached.
 */
export const decodedBytes = function* (
  stream: Stream,
  resolve: Resolve,
  budget: ReadBudget,
  decryption: Decryption | null,
): Sliced<Uint8Array | null> {
  const { dict } = stream
  const listOf = (...names: string[]): (Value | undefined)[] => {
    const value = resolve(names.map((name) => dict.get(name)).find((one) => one !== undefined))
    return Array.isArray(value) ? value.slice(0, MOST_FILTERS + 1).map(resolve) : value ? [value] : []
  }
  const filters = listOf('Filter', 'F').map((filter) => nameOf(filter) ?? '')
  const params = listOf('DecodeParms', 'DP').map((param): Dict => (isDict(param) ? param : new Map()))
  if (filters.length > MOST_FILTERS || !filters.every((name) => name === CRYPT || FILTERS.get(name))) return null
  const crypt = filters.indexOf(CRYPT)
  const cryptFilter = crypt < 0 ? null : (nameOf(resolve(params[crypt]?.get('Name'))) ?? 'Identity')
  let data = stream.bytes
  if (decryption && stream.owner) {
    budget.step(DECRYPTION_STEPS)
    budget.unpack(data.byteLength)
    data = decryption.decrypt(data, stream.owner, cryptFilter)
  }
  for (const [i, name] of filters.entries()) {
    const filter = FILTERS.get(name)
    if (filter) data = yield* filter(data, params[i] ?? new Map(), budget)
  }
  return data
}

/** Names the encryption of a stream. */
const CRYPT = 'Crypt'
/** The cost of a stream's key, in tokens. */
const DECRYPTION_STEPS = 50

/** Collects the output, up to the size limit of a part. */
class Output {
  readonly #budget: ReadBudget
  #bytes = new Uint8Array(4096)
  #length = 0

  constructor(budget: ReadBudget) {
    this.#budget = budget
  }

  /** Already counted. */
  take(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength
    if (length > LIMITS.part) throw new LimitReached()
    if (length > this.#bytes.byteLength) {
      const wider = new Uint8Array(Math.max(length, 2 * this.#bytes.byteLength))
      wider.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = wider
    }
    this.#bytes.set(piece, this.#length)
    this.#length = length
  }

  add(piece: Uint8Array): void {
    this.#budget.unpack(piece.byteLength)
    this.take(piece)
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

type Filter = (data: Uint8Array, params: Dict, budget: ReadBudget) => Sliced<Uint8Array>

const flate: Filter = function* (data, params, budget) {
  const out = new Output(budget)
  try {
    // Without the two bytes of zlib's header.
    yield* inflate(data.subarray(2), budget, (piece) => out.take(piece))
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    // Output before the damage is good, and the bytes at the end are often missing.
  }
  return predicted(out.bytes(), params, budget)
}

/** Undoes PNG predictors, which are used in tables of objects. */
const predicted = (data: Uint8Array, params: Dict, budget: ReadBudget): Uint8Array => {
  const predictor = numberOr(params.get('Predictor'), 1)
  if (predictor < 10) return data
  const bits = numberOr(params.get('Colors'), 1) * numberOr(params.get('BitsPerComponent'), 8)
  const pixel = Math.max(1, Math.ceil(bits / 8))
  const row = Math.ceil((numberOr(params.get('Columns'), 1) * bits) / 8)
  if (!(row >= 1 && row <= 1_000_000 && pixel <= 64)) throw new LimitReached()
  const rows = Math.ceil(data.byteLength / (row + 1))
  budget.step(data.byteLength >> 4)
  const out = new Uint8Array(rows * row)
  for (let r = 0; r < rows; r++) {
    const [from, to, above] = [r * (row + 1) + 1, r * row, (r - 1) * row]
    const kind = data[from - 1]
    for (let i = 0; i < row; i++) {
      const left = i >= pixel ? (out[to + i - pixel] ?? 0) : 0
      const up = r > 0 ? (out[above + i] ?? 0) : 0
      const corner = r > 0 && i >= pixel ? (out[above + i - pixel] ?? 0) : 0
      const guess =
        kind === 1 ? left : kind === 2 ? up : kind === 3 ? (left + up) >> 1 : kind === 4 ? paeth(left, up, corner) : 0
      out[to + i] = (data[from + i] ?? 0) + guess
    }
  }
  return out
}

const paeth = (left: number, up: number, corner: number): number => {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

const lzw: Filter = function* (data, params, budget) {
  const out = new Output(budget)
  const early = numberOr(params.get('EarlyChange'), 1)
  const [prefix, last, lengths] = [new Uint16Array(4097), new Uint8Array(4097), new Uint16Array(4097)]
  for (let i = 0; i < 256; i++) {
    last[i] = i
    lengths[i] = 1
  }
  let [bits, held, size, next, before] = [0, 0, 9, 258, -1]
  const written = (code: number): Uint8Array => {
    const piece = new Uint8Array(lengths[code] ?? 0)
    let at = code
    for (let i = piece.byteLength - 1; i >= 0; i--) {
      piece[i] = last[at] ?? 0
      at = prefix[at] ?? 0
    }
    return piece
  }
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xffffff
    held += 8
    if (held < size) continue
    held -= size
    const code = (bits >> held) & ((1 << size) - 1)
    if (code === 257) break
    budget.step()
    if (budget.isSliceOver) yield
    if (code === 256) {
      ;[size, next, before] = [9, 258, -1]
      continue
    }
    if (code > next || (code === next && before < 0)) break
    if (before >= 0 && next < 4096) {
      prefix[next] = before
      lengths[next] = (lengths[before] ?? 0) + 1
      last[next] = written(code === next ? before : code)[0] ?? 0
      next += 1
    }
    out.add(written(code))
    before = code
    if (next + early >= 1 << size && size < 12) size += 1
  }
  return predicted(out.bytes(), params, budget)
}

// biome-ignore lint/correctness/useYield: two bytes of one, which takes no time
const asciiHex: Filter = function* (data, _, budget) {
  const out = new Uint8Array(Math.min(LIMITS.part, (data.byteLength >> 1) + 1))
  budget.unpack(out.byteLength)
  let [at, high] = [0, -1]
  for (const byte of data) {
    if (byte === 62 || at >= out.byteLength) break
    const digit = hexOf(byte)
    if (digit < 0) continue
    if (high < 0) high = digit
    else {
      out[at++] = high * 16 + digit
      high = -1
    }
  }
  if (high >= 0 && at < out.byteLength) out[at++] = high * 16
  return out.subarray(0, at)
}

const ascii85: Filter = function* (data, _, budget) {
  const out = new Output(budget)
  let group: number[] = []
  const flush = (): void => {
    const count = group.length
    if (count < 2) return
    let value = 0
    for (let i = 0; i < 5; i++) value = value * 85 + (group[i] ?? 84)
    const four = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256)
    out.add(Uint8Array.from(four.slice(0, count - 1)))
    group = []
  }
  for (const byte of data) {
    if (byte === 126) break
    if (isSpace(byte)) continue
    budget.step()
    if (budget.isSliceOver) yield
    if (byte === 122 && group.length === 0) out.add(new Uint8Array(4))
    else if (byte >= 33 && byte <= 117) group.push(byte - 33)
    if (group.length === 5) flush()
  }
  flush()
  return out.bytes()
}

const runLength: Filter = function* (data, _, budget) {
  const out = new Output(budget)
  for (let at = 0; at < data.byteLength; ) {
    budget.step()
    if (budget.isSliceOver) yield
    const length = data[at] ?? 128
    if (length === 128) break
    if (length < 128) {
      out.add(data.subarray(at + 1, at + 2 + length))
      at += length + 2
    } else {
      out.add(new Uint8Array(257 - length).fill(data[at + 1] ?? 0))
      at += 2
    }
  }
  return out.bytes()
}

const FILTERS: ReadonlyMap<string, Filter> = new Map(
  Object.entries({
    ...{ FlateDecode: flate, Fl: flate, LZWDecode: lzw, LZW: lzw, ASCIIHexDecode: asciiHex, AHx: asciiHex },
    ...{ ASCII85Decode: ascii85, A85: ascii85, RunLengthDecode: runLength, RL: runLength },
  }),
)
