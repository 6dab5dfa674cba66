import type { Env } from '../../env.ts'
import { AppError } from '../errors.ts'

/** How long callers are asked to wait, in seconds. */
export const HELD_SECONDS = 60

/** Whether an operator holds a cell still, to put it back to an earlier moment. The directory serves all cells. */
export const isHeld = ({ OUTLAY_HELD_CELLS: held }: Pick<Env, 'OUTLAY_HELD_CELLS'>, cell: number): boolean => {
  const cells = held?.split(',').map((text) => text.trim())
  return cells?.includes(String(cell)) === true || cells?.includes('0') === true
}

/** For calls that reach into such a cell from elsewhere. */
export const refuseHeld = (env: Pick<Env, 'OUTLAY_HELD_CELLS'>, cell: number): void => {
  if (isHeld(env, cell)) throw new AppError('CONFLICT', HELD_MESSAGE, { reason: 'HELD' })
}

export const HELD_MESSAGE = 'Outlay is being repaired, and nothing is lost. Try again in some minutes.'
