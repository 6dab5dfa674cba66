import type { BooksEntry, EntryKind } from '../../../../schema/platform/accounting/entries.ts'
import type { BaseContext } from '../../../core/operation.ts'

/**
 * What other areas write into the accounting system. An area registers its kind of object once, when its jobs.ts is
 * loaded, and the rest happens here: sending once, trying again, showing what went wrong, comparing later.
 *
 *   registerEntrySource({ ownerKind: 'PURCHASE_ORDER', noun: 'purchase order', page: (id) => `/purchase-orders/${id}`,
 *     build: (context, order) => …, synced: ({ db }, entry) => [db.sql('UPDATE purchase_orders SET erp_id = …')] })
 *
 * Then a command of the area spreads `writeEntry(context, connection, { ownerKind, ownerId, kind, entry })` into its
 * commit, as it has `statements` and `outbox`. The same call with another entry changes the object there, and
 * `removeEntry` deletes it. `readEntries` answers how it went.
 */
export interface EntrySource {
  ownerKind: string
  /** In sentences: "purchase order". */
  noun: string
  /** Where people see it in Outlay. */
  page: (ownerId: string) => string | null
  /**
   * The entry as it should be now, asked for when a person sends it again, so that a repaired mapping counts. Throws a
   * ProviderError or an AppError in words if it can't be made. Without it, the last one is sent again.
   */
  build?: (context: BaseContext, owner: { companyId: string; ownerId: string; kind: EntryKind }) => Promise<BooksEntry>
  /** What else changes once the system has it. In the same batch, once for each answer. */
  synced?: (context: Pick<BaseContext, 'db' | 'clock'>, entry: SettledEntry) => D1PreparedStatement[]
  /** What else changes when it failed, until a person sends it again. */
  errored?: (
    context: Pick<BaseContext, 'db' | 'clock'>,
    entry: Pick<SettledEntry, 'id' | 'companyId' | 'ownerId' | 'kind'> & { error: string },
  ) => D1PreparedStatement[]
  /** Right after either was stored. It may be left out, so what has to happen is among their statements. */
  told?: (
    context: Pick<BaseContext, 'db' | 'env'>,
    entry: Pick<SettledEntry, 'id' | 'companyId' | 'ownerId' | 'kind'>,
  ) => Promise<void>
}

/** An entry that the system has answered. */
export interface SettledEntry {
  id: string
  companyId: string
  ownerId: string
  kind: EntryKind
  /** The object there. Null after a removal. */
  erpId: string | null
  number: string | null
  url: string | null
}

const sources = new Map<string, EntrySource>()

export const registerEntrySource = (source: EntrySource): void => {
  sources.set(source.ownerKind, source)
}

/** Undefined for a kind whose area is gone. */
export const entrySourceOf = (ownerKind: string): EntrySource | undefined => sources.get(ownerKind)
