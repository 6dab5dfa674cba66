import type {
  BookDocument,
  BookKind,
  BookObject,
  BooksSystem,
  DocumentKind,
} from '../../schema/platform/accounting/books.ts'
import type { BooksEntry, EntryKind, WrittenEntry } from '../../schema/platform/accounting/entries.ts'
import type { Env } from '../env.ts'

/**
 * What Outlay asks of an accounting system. Each adapter in worker/integrations registers one, and
 * worker/features/planning/actuals runs them. An adapter is stateless: where it got is in the cursor.
 */

/** A call's way out: the secret, its renewal under the connection's lock, and the connection's rate limit. */
export interface BooksAccess {
  /** The account at the provider: QuickBooks' realm, NetSuite's account. */
  accountId: string
  /** What the adapter stored when the connection was made, as JSON. Never logged. */
  secret: string
  /** A newer secret after the provider refused this one. Throws a final ProviderError if it has to be connected again. */
  renew(): Promise<string>
  /** Waits until the provider's limits allow another call. Throws a ProviderError with retryAfterMs if that is too long. */
  permit(): Promise<void>
  /** The call that was permitted has ended, however it did. */
  ended?(): Promise<void>
  /** Whether NetSuite is read by SOAP (the company's flag netsuiteSoapEnabled). */
  useSoap: boolean
  now(): number
  /** The installation's settings, such as its app at the provider. */
  env: Env
}

export interface BooksPage {
  objects: BookObject[]
  documents: BookDocument[]
  /** Said by the system to be deleted. What is only missing isn't. */
  deletedObjects: { kind: BookKind; erpId: string }[]
  deletedDocuments: { kind: DocumentKind; erpId: string }[]
  /** Where the next page begins, in the adapter's terms. Null at the end. */
  next: string | null
  /** How many there are in all, where the system says so. For progress. */
  total: number | null
}

/** What a full run reads, one after another. */
export type BooksPart = { kind: BookKind } | { documents: DocumentKind }

export interface BooksAdapter {
  system: BooksSystem
  /** The provider's limit of calls, less what other programs of the company need. */
  callsPerMinute?: number
  /** The same for calls that run at the same time. */
  callsAtOnce?: number
  /** The company’s own system pushes, so that there is nothing to ask and no secret to ask with. */
  isPushed?: true
  /** What it has, in the order of reading. Kinds that the system doesn't know are left out. */
  parts: readonly BooksPart[]
  /** Tries the connection: the company's name and currency there. Throws a final ProviderError in words if refused. */
  probe(access: BooksAccess): Promise<{ name: string; currency: string }>
  /**
   * A page of everything of one part, oldest first, at most 1,000 rows.
   * @param since documents of this day and later
   */
  readAll(access: BooksAccess, part: BooksPart, since: string, cursor: string | null): Promise<BooksPage>
  /**
   * A page of what has changed, of every part.
   * @param from the instant (ISO) of the last complete run's start
   * @returns null if the system can't say any more, because it is too long ago; then everything is read again
   */
  readChanges(access: BooksAccess, from: string, cursor: string | null): Promise<BooksPage | null>
  /** Ends the connection at the provider. Failures are ignored. */
  revoke?(access: BooksAccess): Promise<void>
  writer?: BooksWriter
}

/**
 * Writing into the books. Refusals are ProviderErrors with a reason: STALE if someone changed it there since, DUPLICATE,
 * CLOSED_PERIOD, BAD_REFERENCE for an account or vendor that is gone or inactive.
 */
export interface BooksWriter {
  /** What the system has. */
  kinds: readonly EntryKind[]
  /**
   * Makes an entry. The same key again makes nothing new and answers the same. After an answer that was lost, `find` comes
   * first.
   * @param key a UUID, stable for the entry
   */
  create(access: BooksAccess, key: string, entry: BooksEntry): Promise<WrittenEntry>
  /** What `create` made with this key, or null. The entry as it was to be created helps to find it. */
  find(access: BooksAccess, key: string, entry: BooksEntry): Promise<WrittenEntry | null>
  /**
   * Replaces what Outlay writes of an entry, and leaves other fields alone.
   * @param key a UUID, stable for this change
   * @param version from what was last read or written. If it is another one there by now, the update is refused as STALE
   */
  update(
    access: BooksAccess,
    key: string,
    erpId: string,
    version: string | null,
    entry: BooksEntry,
  ): Promise<WrittenEntry>
  /** Deletes it, or makes a vendor inactive. One that is gone already is fine. */
  remove(access: BooksAccess, key: string, kind: EntryKind, erpId: string, version: string | null): Promise<void>
  /** The entry as the system can keep it, if it leaves something out: what `read` answers after `create`. */
  kept?(entry: BooksEntry): BooksEntry
  /** How it is there now, in the same terms, for a report of what differs. Null if it was deleted. */
  read(
    access: BooksAccess,
    kind: EntryKind,
    erpId: string,
  ): Promise<{ written: WrittenEntry; entry: BooksEntry } | null>
}

const adapters = new Map<BooksSystem, BooksAdapter>()

export const registerBooks = (adapter: BooksAdapter): void => {
  adapters.set(adapter.system, adapter)
}

/** Throws for a system that no adapter has registered. */
export const booksOf = (system: BooksSystem): BooksAdapter => {
  const adapter = adapters.get(system)
  if (!adapter) throw new Error(`No adapter reads the books of ${system}`)
  return adapter
}
