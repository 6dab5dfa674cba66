const STEP_MS = 10

const step = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, STEP_MS))

/**
 * Runs work of one kind one after another in an isolate. Requests never wait for the same promise: workerd goes on with
 * both in the one that began it, where the other's database and messages can't be used. Who comes later looks again after
 * a moment instead.
 * @param patienceMs after which a request that ended in the middle doesn't keep the others waiting
 */
export const inTurn = (patienceMs: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let begunAt = Number.NEGATIVE_INFINITY
  return async (work) => {
    while (Date.now() - begunAt < patienceMs) await step()
    begunAt = Date.now()
    try {
      return await work()
    } finally {
      begunAt = Number.NEGATIVE_INFINITY
    }
  }
}

/**
 * Long work on what strangers send, in slices: it yields once a slice is done, and others' requests go on before the
 * next one. One isolate answers many companies, and code that runs keeps all of them waiting.
 */
export type Sliced<T> = Generator<void, T, void>

/** Until what waits already has had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Runs the work to its end. @param pause between two slices */
export const inSlices = async <T>(work: Sliced<T>, pause: () => Promise<void> = nextTurn): Promise<T> => {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await pause()
  }
}
