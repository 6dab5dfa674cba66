/** What is called by a process that has ended. */
export class Ended extends Error {
  constructor() {
    super('The process has ended')
  }
}

/**
 * A process of the Worker, which can end at one of its calls to the database or the provider, before or after that was
 * carried out. Nothing that it does afterwards happens.
 */
export class Life {
  isOver = false
  #left: number
  readonly #isAfter: boolean

  /** @param left the call at which it ends. Infinity for never */
  constructor(left = Number.POSITIVE_INFINITY, isAfter = false) {
    this.#left = left
    this.#isAfter = isAfter
  }

  async call<T>(run: () => T | Promise<T>): Promise<T> {
    if (this.isOver) throw new Ended()
    this.#left -= 1
    const isLast = this.#left === 0
    if (isLast && !this.#isAfter) return this.#end()
    const result = await run()
    if (isLast || this.isOver) return this.#end()
    return result
  }

  #end(): never {
    this.isOver = true
    throw new Ended()
  }
}
