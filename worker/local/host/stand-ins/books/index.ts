import { documentsOf } from './documents.ts'
import { type BooksSize, type Contents, makeEntries, WHOLE } from './entries.ts'
import { makingOf } from './month.ts'
import type { BookEntry, BookKinds, BookRecord, DocumentType, KindName } from './shapes.ts'

export { demoContents } from './demo.ts'
export { type BooksSize, fullNameOf, SMALL, WHOLE } from './entries.ts'
export { dollarsPer, lineOf } from './month.ts'
export type * from './shapes.ts'

interface Removed {
  id: string
  at: number
}

/** What a caller says of a new document. The rest is filled in. */
export type NewRecord = Pick<BookRecord, 'type' | 'date' | 'lines'> & Partial<BookRecord>

/**
 * A company's books in memory, for stand-ins of accounting systems. They are made when they are first asked for, always
 * the same for one size, and can be changed then. Every change has a time and raises the version.
 */
export class SeededBooks {
  readonly size: BooksSize
  readonly #now: () => number
  readonly #contents: ((now: number) => Contents) | null
  #made: Contents | undefined
  readonly #removed = new Map<KindName | DocumentType, Removed[]>()
  #nextId = 900_000_000

  /** @param contents of other books than those that are made from a seed */
  constructor(
    size: Partial<BooksSize> = {},
    now: () => number = Date.now,
    contents: ((now: number) => Contents) | null = null,
  ) {
    this.size = { ...WHOLE, ...size }
    this.#now = now
    this.#contents = contents
  }

  /** Everything of a kind, oldest first. */
  list<Kind extends KindName>(kind: Kind): readonly BookKinds[Kind][] {
    return this.#books().entries[kind]
  }

  find<Kind extends KindName>(kind: Kind, id: string | null): BookKinds[Kind] | undefined {
    return id === null ? undefined : this.list(kind).find((each) => each.id === id)
  }

  /** Adds one with a new id and today's time. */
  add<Kind extends KindName>(
    kind: Kind,
    rest: Omit<BookKinds[Kind], keyof BookEntry> & Partial<BookEntry>,
  ): BookKinds[Kind] {
    const at = this.#now()
    const entry: BookEntry = {
      ...{ id: String(this.#nextId++), name: '', isActive: true, parentId: null, version: 0 },
      ...{ createdAt: at, changedAt: at, externalId: null },
    }
    const made = { ...entry, ...rest } as BookKinds[Kind]
    const list: BookKinds[Kind][] = this.#books().entries[kind]
    list.push(made)
    return made
  }

  /** Throws if there is none. */
  change<Kind extends KindName>(kind: Kind, id: string, patch: Partial<BookKinds[Kind]>): BookKinds[Kind] {
    const found = this.find(kind, id)
    if (!found) throw new Error(`The books have no ${kind} ${id}`)
    return Object.assign(found, patch, { version: found.version + 1, changedAt: this.#now() })
  }

  remove(kind: KindName, id: string): void {
    const list: BookEntry[] = this.#books().entries[kind]
    const place = list.findIndex((each) => each.id === id)
    if (place < 0) return
    list.splice(place, 1)
    this.#forget(kind, id)
  }

  /** What was removed since the books were made, oldest first. */
  removed(kind: KindName | DocumentType): readonly Removed[] {
    return this.#removed.get(kind) ?? []
  }

  /** Documents of a type, by id. */
  documents(type: DocumentType): readonly BookRecord[] {
    return [...(this.#books().documents.get(type)?.values() ?? [])]
  }

  document(type: DocumentType, id: string): BookRecord | undefined {
    return this.#books().documents.get(type)?.get(id)
  }

  addDocument(rest: NewRecord): BookRecord {
    const [home] = this.list('entity')
    const at = this.#now()
    const made: BookRecord = {
      ...{ id: String(this.#nextId++), number: '', dueDate: null, entityId: home?.id ?? '1', memo: '' },
      ...{ currency: home?.currency ?? 'USD', exchangeRate: 1, vendorId: null, customerId: null, accountId: null },
      ...{ locationId: null, taxMinor: 0, extra: {}, version: 0, createdAt: at, changedAt: at, externalId: null },
      ...rest,
    }
    this.#documentsOf(made.type).set(made.id, made)
    return made
  }

  /** Throws if there is none. */
  changeDocument(type: DocumentType, id: string, patch: Partial<BookRecord>): BookRecord {
    const found = this.document(type, id)
    if (!found) throw new Error(`The books have no ${type} ${id}`)
    return Object.assign(found, patch, { version: found.version + 1, changedAt: this.#now() })
  }

  removeDocument(type: DocumentType, id: string): void {
    if (this.#documentsOf(type).delete(id)) this.#forget(type, id)
  }

  #forget(kind: KindName | DocumentType, id: string): void {
    this.#removed.set(kind, [...this.removed(kind), { id, at: this.#now() }])
  }

  #documentsOf(type: DocumentType): Map<string, BookRecord> {
    const { documents } = this.#books()
    const known = documents.get(type) ?? new Map<string, BookRecord>()
    documents.set(type, known)
    return known
  }

  #books(): Contents {
    this.#made ??= this.#contents?.(this.#now()) ?? this.#make()
    return this.#made
  }

  #make(): Contents {
    const now = this.#now()
    const { entries, habits } = makeEntries(this.size, now)
    const making = makingOf(this.size, entries, habits)
    const documents = new Map<DocumentType, Map<string, BookRecord>>()
    const today = new Date(now)
    const day = today.toISOString().slice(0, 10)
    for (let back = this.size.months; back >= 0; back--) {
      const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
      for (const made of documentsOf(making, month.getUTCFullYear(), month.getUTCMonth())) {
        if (made.date > day || made.createdAt > now) continue
        const known = documents.get(made.type) ?? new Map<string, BookRecord>()
        documents.set(made.type, known.set(made.id, made))
      }
    }
    return { entries, documents }
  }
}
