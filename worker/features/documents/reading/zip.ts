import type { Sliced } from '../../../core/in-turn.ts'
import { LimitReached, PASSWORD_PROTECTED, type ReadBudget, UnreadableFile } from './budget.ts'
import { inflate } from './inflate.ts'

/** The archive of an office file. Only requested parts are unpacked, piece by piece. */

export interface ZipPart {
  name: string
  /** Throws LimitReached or UnreadableFile. */
  read(onText: (text: string) => void): Sliced<void>
}

const MOST_PARTS = 10_000
const damaged = () => new UnreadableFile('The file is damaged.')
/** The least text passed on at a time, because waiting text is searched again each time. */
const GATHERED = 64 * 1024

/** The parts whose names match. Throws UnreadableFile, or LimitReached for more parts than any office file has. */
export const zipParts = (bytes: Uint8Array, wanted: RegExp, budget: ReadBudget): ZipPart[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count > MOST_PARTS) throw new LimitReached()
  const parts = new Map<string, ZipPart>()
  let at = view.getUint32(end + 16, true)
  for (let i = 0; i < count; i++) {
    budget.entry()
    if (at + 46 > bytes.byteLength || view.getUint32(at, true) !== 0x02014b50) throw damaged()
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)))
    if (wanted.test(name) && !parts.has(name)) parts.set(name, partAt(bytes, view, at, name, budget))
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return [...parts.values()]
}

/** The record at the end of the archive, which a comment can follow. */
const endOf = (view: DataView): number => {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at
  }
  throw damaged()
}

const partAt = (bytes: Uint8Array, view: DataView, at: number, name: string, budget: ReadBudget): ZipPart => {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  const [size, start] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
  return {
    name,
    *read(onText) {
      if (flags & 1) throw new UnreadableFile(PASSWORD_PROTECTED)
      if (start + 30 > bytes.byteLength || view.getUint32(start, true) !== 0x04034b50) throw damaged()
      const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
      const packed = bytes.subarray(from, from + size)
      const decoder = new TextDecoder()
      let gathered = ''
      const take = (piece: Uint8Array): void => {
        gathered += decoder.decode(piece, { stream: true })
        if (gathered.length < GATHERED) return
        onText(gathered)
        gathered = ''
      }
      if (method === 8) yield* inflateWhole(packed, budget, take)
      else if (method !== 0) throw damaged()
      else {
        for (let piece = 0; piece < packed.byteLength; piece += GATHERED) {
          const stored = packed.subarray(piece, piece + GATHERED)
          budget.unpack(stored.byteLength)
          take(stored)
          if (budget.isSliceOver) yield
        }
      }
      onText(gathered + decoder.decode())
    },
  }
}

const inflateWhole = function* (
  packed: Uint8Array,
  budget: ReadBudget,
  take: (piece: Uint8Array) => void,
): Sliced<void> {
  try {
    yield* inflate(packed, budget, take)
  } catch (error) {
    throw error instanceof UnreadableFile || error instanceof Stop ? error : damaged()
  }
}

/** Thrown by the reader of a part that has enough of it. */
export class Stop extends Error {}
