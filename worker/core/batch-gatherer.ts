export type BatchResults = D1Result<Record<string, unknown>>[]
type Ask = (statements: D1PreparedStatement[]) => Promise<BatchResults>

interface Waiting {
  statements: D1PreparedStatement[]
  resolve(results: BatchResults): void
  reject(error: unknown): void
}

/** Statements in one round trip: a longer one would keep others waiting. */
const MOST_STATEMENTS = 60

/**
 * Batches that are asked for at the same moment share round trips, and transactions with them. When such a
 * transaction fails, nothing of it is kept and each batch is asked for again on its own: one that cannot succeed
 * does not take the others along.
 */
export class BatchGatherer {
  readonly #ask: Ask
  #waiting: Waiting[] = []

  constructor(ask: Ask) {
    this.#ask = ask
  }

  add(statements: D1PreparedStatement[]): Promise<BatchResults> {
    return new Promise((resolve, reject) => {
      // Everybody who is ready in this turn comes along.
      if (this.#waiting.length === 0) queueMicrotask(() => void this.#askAll())
      this.#waiting.push({ statements, resolve, reject })
    })
  }

  async #askAll(): Promise<void> {
    let group: Waiting[] = []
    let size = 0
    for (const each of this.#waiting.splice(0)) {
      if (group.length > 0 && size + each.statements.length > MOST_STATEMENTS) {
        await this.#askTogether(group)
        group = []
        size = 0
      }
      group.push(each)
      size += each.statements.length
    }
    await this.#askTogether(group)
  }

  async #askTogether(group: Waiting[]): Promise<void> {
    try {
      const results = await this.#ask(group.flatMap(({ statements }) => statements))
      for (const { statements, resolve } of group) resolve(results.splice(0, statements.length))
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else for (const { statements, resolve, reject } of group) await this.#ask(statements).then(resolve, reject)
    }
  }
}
