import { type BooksEntry, booksEntry } from '../../../../schema/platform/accounting/entries.ts'
import { erpEntries } from '../../../../schema/platform/accounting/entry-tables.ts'
import { erpObjects } from '../../../../schema/platform/accounting/tables.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import type { BaseContext, SystemContext } from '../../../core/operation.ts'
import { ProviderError, type ProviderReason } from '../../../core/provider-error.ts'
import { columns, computed, leftJoined, select, typed } from '../../../core/record.ts'
import type { Connection } from './connection.ts'
import { type EntryName, writeEntry } from './entries.ts'
import { type EntrySource, registerEntrySource } from './entry-sources.ts'

/**
 * Vendors that people entered here, which the accounting system doesn't have yet. Each is an object with an id of our own,
 * until what first names it is sent: then it is made there, once, and has the system's id from then on. One that the
 * system turns out to have under the same name is that one.
 */

/** Instead of a connection, where none is. */
const NO_CONNECTION = 'none'
const OURS = 'outlay-'
const OWNER = 'NEW_VENDOR'

/** SQL: whether object `o` isn't there yet. */
export const isNewVendor = (o: string): string => `(${o}.kind = 'VENDOR' AND ${o}.erp_id = '${OURS}' || ${o}.id)`

/** The statement that keeps one among the system's objects. */
export const newVendorStatement = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  companyId: string,
  vendor: { id: string; name: string; email: string | null; vendorId: string | null; isConnected: boolean },
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, is_active,
       details, vendor_id, created_at, updated_at)
     VALUES (?1, ?2, coalesce((SELECT c.id FROM erp_connections c WHERE c.company_id = ?2 AND c.disconnected_at IS NULL
       AND ?8 = 1), '${NO_CONNECTION}'), 'VENDOR', 'VENDOR', '${OURS}' || ?1, ?3, ?4, 1, ?5, ?6, ?7, ?7)`,
    vendor.id,
    companyId,
    vendor.name,
    vendor.name.trim().toLowerCase(),
    JSON.stringify({ status: 'PENDING', ...(vendor.email && { email: vendor.email }) }),
    vendor.vendorId,
    clock.now(),
    vendor.isConnected ? 1 : 0,
  )

const NAMED_FROM = typed`SELECT ${select(erpObjects, 'o', ['id', 'name'])} FROM erp_objects o INDEXED BY erp_objects_name
  WHERE o.company_id = ? AND o.kind = 'VENDOR' AND o.name_key >= ? AND o.name_key < ? AND o.deleted_at IS NULL LIMIT 200`

/** Those whose names begin with these letters, without case. */
export const vendorsNamedFrom = ({ db }: Pick<BaseContext, 'db'>, companyId: string, letters: string) =>
  db.sql(NAMED_FROM, companyId, letters, `${letters}\uffff`)

/**
 * Makes new vendors those that the system says it has by their names.
 * @param objects what it says, as JSON with `kind`, `erpId` and `nameKey`
 */
export const foundVendorsStatement = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  { id, companyId }: Pick<Connection, 'id' | 'companyId'>,
  objects: string,
): D1PreparedStatement =>
  db.sql(
    `UPDATE OR IGNORE erp_objects
        SET erp_id = j.erp_id, connection_id = ?3, details = json_remove(details, '$.status'), updated_at = ?4
       FROM (SELECT value ->> 'erpId' AS erp_id, value ->> 'nameKey' AS name_key FROM json_each(?1)
              WHERE value ->> 'kind' = 'VENDOR') j
      WHERE erp_objects.company_id = ?2 AND erp_objects.kind = 'VENDOR' AND erp_objects.name_key = j.name_key
        AND ${isNewVendor('erp_objects')} AND erp_objects.connection_id IN (?3, '${NO_CONNECTION}')`,
    objects,
    companyId,
    id,
    clock.now(),
  )

const source: EntrySource = {
  ownerKind: OWNER,
  noun: 'vendor',
  page: () => '/settings/manage-mappings/actuals/erp-vendors',
  synced: ({ db, clock }, { id, companyId, ownerId, erpId }) =>
    erpId === null
      ? []
      : [
          // A run that has read it meanwhile has it as another object.
          db.sql(
            `UPDATE OR IGNORE erp_objects
                SET erp_id = ?3, connection_id = (SELECT e.connection_id FROM erp_entries e WHERE e.id = ?4),
                    details = json_remove(details, '$.status'), updated_at = ?5
              WHERE id = ?2 AND company_id = ?1 AND ${isNewVendor('erp_objects')}`,
            companyId,
            ownerId,
            erpId,
            id,
            clock.now(),
          ),
        ],
}
registerEntrySource(source)

/** What is compared later is not these: from then on the vendor is the system's. */
export const IS_COMPARED = `owner_kind <> '${OWNER}'`

const VENDOR = typed`SELECT ${columns(
  select(erpObjects, 'o', ['name']),
  leftJoined(select(erpEntries, 'e', ['state', 'error', 'reason'])),
  computed<{ email: string | null; erpId: string | null }>({
    email: `o.details ->> 'email'`,
    // Its id there, once it has one.
    erpId: `coalesce(iif(${isNewVendor('o')}, NULL, o.erp_id), iif(e.state = 'SYNCED', e.erp_id, NULL),
      (SELECT t.erp_id FROM erp_objects t INDEXED BY erp_objects_name
        WHERE t.company_id = ?1 AND t.kind = 'VENDOR' AND t.name_key = o.name_key AND t.connection_id = ?2
          AND t.is_active AND t.deleted_at IS NULL AND NOT ${isNewVendor('t')} LIMIT 1))`,
  }),
)} FROM erp_objects o LEFT JOIN erp_entries e ON e.company_id = ?1 AND e.owner_kind = ?4 AND e.owner_id = o.id
    AND e.kind = 'VENDOR' AND e.connection_id = ?2
  WHERE o.id = ?3 AND o.company_id = ?1`

const read = ({ db }: SystemContext, { id, companyId }: Connection, vendorId: string) =>
  db.first(db.sql(VENDOR, companyId, id, vendorId, OWNER))

/**
 * The entry with the system's id of its vendor, which is made there first if it has to be. Null if it names no new vendor.
 * @param send sends the entry of the vendor
 * Throws a ProviderError in words if it can't be made.
 */
export const withVendorThere = async (
  context: SystemContext,
  connection: Connection,
  asked: string | null,
  send: (name: EntryName) => Promise<void>,
): Promise<string | null> => {
  const entry: BooksEntry | null = asked === null ? null : booksEntry.parse(JSON.parse(asked))
  if (entry === null || !('vendorErpId' in entry) || !entry.vendorErpId.startsWith(OURS)) return null
  const ownerId = entry.vendorErpId.slice(OURS.length)
  const gone = 'The vendor isn’t in the accounting system anymore. Choose another.'
  const known = await read(context, connection, ownerId)
  if (!known) throw new ProviderError(gone, { isFinal: true, reason: 'BAD_REFERENCE' })
  if (known.erpId !== null) return JSON.stringify({ ...entry, vendorErpId: known.erpId })
  const name: EntryName = { ownerKind: OWNER, ownerId, kind: 'VENDOR' }
  if (known.state === null || known.state === 'ERRORED') {
    const vendor: BooksEntry = {
      kind: 'VENDOR',
      name: known.name,
      email: known.email,
      phone: null,
      currency: entry.currency,
      entityErpId: entry.entityErpId,
    }
    await context.db.batch(writeEntry(context, connection, { ...name, entry: vendor }).statements)
  }
  await send(name)
  const made = await read(context, connection, ownerId)
  if (made?.erpId) return JSON.stringify({ ...entry, vendorErpId: made.erpId })
  throw made?.state === 'ERRORED'
    ? new ProviderError(`${connection.name} didn’t take the new vendor ${known.name}: ${made.error ?? ''}`, {
        isFinal: true,
        reason: made.reason as ProviderReason | null,
      })
    : // Another of its bills is sent at the same time.
      new ProviderError(`The new vendor ${known.name} is being added to ${withStop(connection.name)}`, {
        retryAfterMs: 5_000,
      })
}
