/**
 * All bytes of a stream, or null if there are more than the limit, in which case the rest isn't read. The length that
 * the sender declares isn't trusted.
 */
export const readAtMost = async (
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  if (!stream) return new Uint8Array()
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > most) {
      await reader.cancel().catch(() => {})
      return null
    }
    parts.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

/** More isn't read only to be thrown away. Bytes. */
const MOST_UNREAD = 1024 * 1024

/**
 * Reads what no one read of a call's body: what is left of one call comes before the next one on the same connection,
 * which then ends without an answer. A body that someone began to read is left to them.
 */
export const readRest = async ({ body, bodyUsed }: Pick<Request, 'body' | 'bodyUsed'>): Promise<void> => {
  if (!body || bodyUsed || body.locked) return
  // A sender that goes away meanwhile gets no answer either.
  await readAtMost(body, MOST_UNREAD).catch(() => {})
}

/** The same stream, cut off with an error beyond the limit. For files too large to hold twice. */
export const countedStream = (
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): { stream: ReadableStream<Uint8Array> | null; wasTooLong: () => boolean } => {
  let length = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      length += part.byteLength
      if (length > most) controller.error(new Error('The stream is too long'))
      else controller.enqueue(part)
    },
  })
  return { stream: stream?.pipeThrough(counter) ?? null, wasTooLong: () => length > most }
}
