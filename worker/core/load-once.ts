/** A request that ended while it loaded doesn't keep the others waiting longer than this. */
const PATIENCE_MS = 5_000
const STEP_MS = 10

const step = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, STEP_MS))

/**
 * Loads a module when it is first needed, and keeps it. Two requests never wait for the same import: workerd goes on with
 * both in the one that began it, where the other's database and messages can't be used. The later one looks again after a
 * moment instead.
 */
export const loadOnce = <M>(load: () => Promise<M>): (() => Promise<M>) => {
  let loaded: M | null = null
  let begunAt = Number.NEGATIVE_INFINITY
  return async () => {
    while (loaded === null) {
      if (Date.now() - begunAt < PATIENCE_MS) {
        await step()
        continue
      }
      begunAt = Date.now()
      try {
        loaded = await load()
      } finally {
        begunAt = Number.NEGATIVE_INFINITY
      }
    }
    return loaded
  }
}
