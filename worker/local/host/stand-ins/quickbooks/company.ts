import { type BooksSize, SeededBooks } from '../books/index.ts'

/** A company in QuickBooks: its books, and what the stand-in remembers of it. */
export class QuickbooksCompany {
  readonly realmId: string
  readonly name: string
  readonly books: SeededBooks
  readonly now: () => number
  /** When calls came in the last minute. */
  calls: number[] = []
  underWay = 0
  /** Answers to writes by their request ids. */
  readonly answered = new Map<string, { status: number; body: string }>()
  /** A company whose owner stopped paying. */
  hasEnded = false
  /** Users that were taken away. */
  hasAccess = true

  constructor(realmId: string, name: string, size: Partial<BooksSize>, now: () => number) {
    this.realmId = realmId
    this.name = name
    this.now = now
    // Only one entity to a company here.
    this.books = new SeededBooks({ ...size, entities: 1 }, now)
  }

  /** The last day of the closed books. */
  get closedThrough(): string {
    const closed = this.books.list('period').flatMap(({ isClosed, endDay }) => (isClosed ? [endDay] : []))
    return closed.sort().at(-1) ?? ''
  }
}

/** A refusal as the Accounting API says it. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly type: string

  constructor(code: string, message: string, detail: string, { status = 400, type = 'ValidationFault' } = {}) {
    super(message)
    this.code = code
    this.detail = detail
    this.status = status
    this.type = type
  }

  toResponse(now: number): Response {
    const error = { Message: this.message, Detail: this.detail, code: this.code, element: '' }
    return Response.json(
      { Fault: { Error: [error], type: this.type }, time: timeText(now) },
      { status: this.status, headers: this.status === 429 ? { 'retry-after': '5' } : {} },
    )
  }
}

const OFFSET_MS = 8 * 60 * 60 * 1000

/** Times are in the company's own zone, by the second. */
export const timeText = (at: number): string => `${new Date(at - OFFSET_MS).toISOString().slice(0, 19)}-08:00`
