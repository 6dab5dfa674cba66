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
