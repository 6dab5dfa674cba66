import { Inflate } from 'fflate'
import type { Sliced } from '../../../core/in-turn.ts'
import type { ReadBudget } from './budget.ts'

/** Input unpacked at a time. It grows by a factor of a thousand at most. Bytes. */
const SLICE = 1024

/**
 * Unpacks deflated bytes piece by piece. Every piece counts before it is used. Throws LimitReached, or fflate's error
 * after the good pieces if the bytes are damaged.
 */
export const inflate = function* (
  bytes: Uint8Array,
  budget: ReadBudget,
  onPiece: (piece: Uint8Array) => void,
): Sliced<void> {
  const stream = new Inflate((piece) => {
    budget.unpack(piece.byteLength)
    onPiece(piece)
  })
  for (let at = 0; at < bytes.byteLength; at += SLICE) {
    budget.step()
    stream.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.byteLength)
    if (budget.isSliceOver) yield
  }
}
