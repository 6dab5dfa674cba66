import { inTurn } from './in-turn.ts'

const PATIENCE_MS = 5_000

/** Loads a module when it is first needed, and keeps it. Two requests never wait for the same import: see in-turn.ts. */
export const loadOnce = <M>(load: () => Promise<M>): (() => Promise<M>) => {
  let loaded: M | null = null
  const turn = inTurn(PATIENCE_MS)
  return async () => {
    if (loaded !== null) return loaded
    return turn(async () => {
      loaded ??= await load()
      return loaded
    })
  }
}
