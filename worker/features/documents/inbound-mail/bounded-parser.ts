import PostalMime from 'postal-mime'

/**
 * A parser with limits on the text it decodes. It stores each line separately and splits marks and entities one by one,
 * so text is counted as it arrives. Files are only copied, whatever their lines look like, and the size of the email
 * limits them.
 */

export const LIMITS = {
  /** Lines and bytes of everything shown as text, and of what is between the parts. */
  textLines: 60_000,
  textBytes: 3_000_000,
  parts: 2_000,
  /** Lines of files that begin like the end of a part, and pieces of large files. */
  pieces: 200_000,
} as const

/** Shared by an email and the emails attached to it. */
export class MailBudget {
  #lines: number = LIMITS.textLines
  #bytes: number = LIMITS.textBytes
  #parts: number = LIMITS.parts
  #pieces: number = LIMITS.pieces

  /** Throws beyond the limits, like everything below. */
  text(bytes: number): void {
    this.#lines -= 1
    this.#bytes -= bytes
    if (this.#lines < 0 || this.#bytes < 0) throw new Error('The email’s text is too long')
  }

  part(): void {
    this.#parts -= 1
    if (this.#parts < 0) throw new Error('The email has too many parts')
  }

  piece(): void {
    this.#pieces -= 1
    if (this.#pieces < 0) throw new Error('The email has too many parts')
  }
}

type Bytes = Uint8Array<ArrayBuffer>

interface Decoder {
  update(line: Bytes): void
  finalize(): Promise<ArrayBuffer>
}

/** What the parser keeps of a part. Its types don't include this. */
interface Part {
  state: 'header' | 'body' | 'finished'
  contentType: { parsed: { value: string }; multipart: string | false }
  contentTransferEncoding: { encoding: string }
  contentDecoder: Decoder | null
}

interface Inside {
  av: Bytes
  readPos: number
  currentNode: Part
  isInlineTextNode(part: Part): boolean
  readLine(): { bytes: Bytes; done: boolean }
}

/** The parser reads these as text, however they are attached. */
const CALENDARS = new Set(['text/calendar', 'application/ics'])
const [LINE_FEED, RETURN, HYPHEN, EQUALS] = [10, 13, 45, 61]
/** How much of a base 64 file is decoded at a time. */
const PIECE = 64 * 1024

const nibble = (byte = 0): number => {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** Quoted-printable (RFC 2045, 6.7), in one pass and in place. Line breaks are kept. */
const unquoted = (bytes: Bytes): Bytes => {
  let to = 0
  for (let at = 0; at < bytes.byteLength; at++) {
    const byte = bytes[at] ?? 0
    if (byte === EQUALS) {
      const lineEnd = bytes[at + 1] === RETURN ? at + 2 : at + 1
      const [high, low] = [nibble(bytes[at + 1]), nibble(bytes[at + 2])]
      if (lineEnd >= bytes.byteLength || bytes[lineEnd] === LINE_FEED) {
        at = lineEnd
        continue
      }
      if (high >= 0 && low >= 0) {
        bytes[to++] = high * 16 + low
        at += 2
        continue
      }
    }
    bytes[to++] = byte
  }
  return bytes.subarray(0, to)
}

/** A file in 8bit or quoted-printable: everything read of its part, from first to last piece. */
class FileDecoder implements Decoder {
  readonly #mail: Bytes
  readonly #isQuoted: boolean
  #from: number | null = null
  #end = 0

  constructor(mail: Bytes, isQuoted: boolean) {
    this.#mail = mail
    this.#isQuoted = isQuoted
  }

  update({ byteOffset, byteLength }: Bytes): void {
    this.#from ??= byteOffset
    this.#end = byteOffset + byteLength
  }

  async finalize(): Promise<ArrayBuffer> {
    const from = this.#from ?? 0
    let end = this.#from === null ? 0 : this.#end
    // The last line break belongs to the boundary.
    if (end > from && this.#mail[end - 1] === LINE_FEED)
      end -= end - 2 >= from && this.#mail[end - 2] === RETURN ? 2 : 1
    const file = this.#mail.slice(from, end)
    return (this.#isQuoted ? unquoted(file).slice() : file).buffer
  }
}

/** Where a possible boundary line begins, or the end of the email. */
const nextBoundary = (mail: Bytes, from: number): number => {
  for (let at = mail.indexOf(LINE_FEED, from); at >= 0; at = mail.indexOf(LINE_FEED, at + 1)) {
    if (mail[at + 1] === HYPHEN && mail[at + 2] === HYPHEN) return at + 1
  }
  return mail.byteLength
}

const linesOfParser = (PostalMime.prototype as unknown as Inside).readLine

export class BoundedParser extends PostalMime {
  readonly #budget: MailBudget
  #last: Part | null = null
  /** Already found, so that no part of the email is searched twice. */
  #boundary = 0

  constructor(budget: MailBudget) {
    // Attached emails become files, which are parsed separately within the same limits.
    super({ maxNestingDepth: 40, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 0 })
    this.#budget = budget
  }

  /** The parser asks for the next line. For files it gets everything up to the next possible boundary. */
  readLine(): { bytes: Bytes; done: boolean } {
    const inside = this as unknown as Inside
    const part = inside.currentNode
    if (part !== this.#last) {
      this.#budget.part()
      this.#last = part
    }
    if (part.state !== 'body') return linesOfParser.call(inside)
    const isText =
      part.contentType.multipart !== false ||
      inside.isInlineTextNode(part) ||
      CALENDARS.has(part.contentType.parsed.value)
    if (!isText) return this.#piece(inside, part)
    const from = inside.readPos
    const line = linesOfParser.call(inside)
    this.#budget.text(inside.readPos - from)
    return line
  }

  #piece(inside: Inside, part: Part): { bytes: Bytes; done: boolean } {
    this.#budget.piece()
    const { av, readPos } = inside
    const { encoding } = part.contentTransferEncoding
    const isBase64 = encoding.includes('base64')
    if (!isBase64 && !(part.contentDecoder instanceof FileDecoder)) {
      part.contentDecoder = new FileDecoder(av, encoding.includes('quoted-printable'))
    }
    if (av[readPos] === HYPHEN && av[readPos + 1] === HYPHEN) return linesOfParser.call(inside)
    if (this.#boundary <= readPos) this.#boundary = nextBoundary(av, readPos)
    inside.readPos = isBase64 ? Math.min(this.#boundary, readPos + PIECE) : this.#boundary
    return { bytes: av.subarray(readPos, inside.readPos), done: inside.readPos >= av.byteLength }
  }
}
