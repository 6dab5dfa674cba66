import { Inflate } from 'fflate'
import type { ReadBudget } from './budget.ts'

/** So little is unpacked at a time: it becomes a thousand times as much at most. Bytes. */
const SLICE = 1024

/**
 * Unpacks deflated bytes piece by piece; every piece counts before it is used.
 * Errors: LimitReached; where the bytes are damaged, fflate's error after the pieces that were good.
 */
export const inflate = (bytes: Uint8Array, budget: ReadBudget, onPiece: (piece: Uint8Array) => void): void => {
  const stream = new Inflate((piece) => {
    budget.unpack(piece.byteLength)
    onPiece(piece)
  })
  for (let at = 0; at < bytes.byteLength; at += SLICE) {
    budget.step()
    stream.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.byteLength)
  }
}
