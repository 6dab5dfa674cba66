/** What reads something that strangers send, with ordinary inputs of every size. */
export interface Reader {
  name: string
  /** Where it takes an input apart. A test compares them with the files that use a parser. */
  files: readonly string[]
  /** How large an input may be, in bytes or characters. */
  limit: number
  shapes: Record<string, (size: number) => unknown>
  /** @param pause between slices of the work */
  read: (input: never, pause: () => Promise<void>) => Promise<unknown>
}

/** Parts one after another, until there is as much as asked for. */
export const filled = (size: number, part: (i: number) => string, head = '', tail = ''): string => {
  const parts = [head]
  let left = size - head.length - tail.length
  for (let i = 0; left > 0; i++) {
    const next = part(i)
    left -= next.length
    if (left >= 0) parts.push(next)
  }
  return [...parts, tail].join('')
}

const encoder = new TextEncoder()
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)
