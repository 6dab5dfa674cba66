/** The same numbers for the same words, quickly (mulberry32). */
export class Random {
  #state: number

  constructor(...words: (string | number)[]) {
    let hash = 2166136261
    for (const character of words.join('\n')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
    this.#state = hash >>> 0
  }

  /** 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let value = this.#state
    value = Math.imul(value ^ (value >>> 15), value | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** Throws for an empty list. */
  of<T>(list: readonly T[]): T {
    const one = list[Math.floor(this.next() * list.length)]
    if (one === undefined) throw new Error('There is nothing to choose from')
    return one
  }

  /** The first ones much more often than the last. */
  early<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() ** 2.6 * list.length)] ?? this.of(list)
  }

  /** Around the middle, rarely up to five times as much. */
  around(middle: number): number {
    return middle * (0.35 + this.next() * 0.8 + this.next() ** 6 * 4)
  }
}
