/** Limits for reading one document. A bomb is recognized by what it does, never by what it declares. */

/** The file itself is the problem, so reading it again wouldn't help. The message is for people. */
export class UnreadableFile extends Error {}

export const PASSWORD_PROTECTED = 'The file is password-protected.'

/** Larger files are kept but not read. Bytes. */
export const MAX_READ_BYTES = 20 * 1024 * 1024
export const TOO_LARGE = 'The file is too large to be read (20 MB at most).'

export const LIMITS = {
  /** Everything unpacked, in total. Bytes. */
  unpacked: 32 * 1024 * 1024,
  /** One unpacked part that must be held whole. Bytes. */
  part: 8 * 1024 * 1024,
  /** Files in an archive, or objects in a PDF. */
  entries: 200_000,
  pages: 300,
  characters: 500_000,
  /** Tokens, operators and glyphs. Also stands in for time, because the platform's clock stops while code runs. */
  steps: 4_000_000,
  /** The time limit where the clock does run, without pauses. */
  milliseconds: 10_000,
} as const

/** What is done before others go on: a fifth of a second at most. */
const SLICE = { steps: 200_000, bytes: 4 * 1024 * 1024 } as const

const TOO_MUCH = 'The file is too large or too complex to be read.'

/** A limit was reached. What was read until then is usable. */
export class LimitReached extends UnreadableFile {
  constructor() {
    super(TOO_MUCH)
  }
}

export class ReadBudget {
  #unpacked: number = LIMITS.unpacked
  #steps: number = LIMITS.steps
  #entries: number = LIMITS.entries
  #characters: number = LIMITS.characters
  /** When the slice of work began, as what was left. */
  #slice: { steps: number; unpacked: number } = { steps: LIMITS.steps, unpacked: LIMITS.unpacked }
  #until: number
  readonly #now: () => number

  constructor(now: () => number = () => Date.now()) {
    this.#now = now
    this.#until = now() + LIMITS.milliseconds
  }

  /** Throws LimitReached, like everything below. */
  unpack(bytes: number): void {
    this.#unpacked -= bytes
    if (this.#unpacked < 0 || this.#now() > this.#until) throw new LimitReached()
  }

  step(count = 1): void {
    const before = this.#steps
    this.#steps -= count
    if (this.#steps < 0) throw new LimitReached()
    // The clock is checked only occasionally.
    if (before >> 16 !== this.#steps >> 16 && this.#now() > this.#until) throw new LimitReached()
  }

  /** Whether others should go on first, told once for each slice. */
  get isSliceOver(): boolean {
    const { steps, unpacked } = this.#slice
    if (steps - this.#steps < SLICE.steps && unpacked - this.#unpacked < SLICE.bytes) return false
    this.#slice = { steps: this.#steps, unpacked: this.#unpacked }
    return true
  }

  /** Time that others had doesn't count. */
  async paused(pause: () => Promise<void>): Promise<void> {
    const from = this.#now()
    await pause()
    this.#until += this.#now() - from
  }

  entry(count = 1): void {
    this.#entries -= count
    if (this.#entries < 0) throw new LimitReached()
  }

  /** The part of a text that still fits. */
  fit(text: string): string {
    const fitting = text.length <= this.#characters ? text : text.slice(0, this.#characters)
    this.#characters -= fitting.length
    return fitting
  }

  get isFull(): boolean {
    return this.#characters <= 0
  }
}
