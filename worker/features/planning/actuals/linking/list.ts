import {
  listVendorLinks,
  MOST_COUNTED_LINKS,
  type VendorLink,
} from '../../../../../schema/planning/actuals/link-endpoints.ts'
import { erpVendorLinks } from '../../../../../schema/planning/actuals/link-tables.ts'
import { erpObjects } from '../../../../../schema/platform/accounting/tables.ts'
import { can } from '../../../../../schema/shared/permissions.ts'
import { vendors } from '../../../../../schema/vendors/vendors/tables.ts'
import { inputOf, query, type StaffContext } from '../../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../../core/paging.ts'
import { columns, computed, leftJoined, type RowOf, select, typed } from '../../../../core/record.ts'
import { erpVendor, otherErpNames } from '../../../platform/accounting/index.ts'
import { joinedVendor } from '../../../vendors/vendors/index.ts'

/** The accounting vendors that someone should answer for, and those that were settled. One round trip. */

const ROW = columns(
  select(erpVendorLinks, 'k', ['state', 'reason', 'ordinal']),
  select(erpObjects, 'o', {
    id: 'id',
    name: 'name',
    number: 'number',
    isActive: 'isActive',
    last12: 'last12Minor',
    version: 'mappingVersion',
  }),
  leftJoined(
    select(vendors, 'v', {
      vendorId: 'id',
      vendorName: 'name',
      website: 'website',
      servicesCount: 'servicesCount',
      spend: 'last12Spend',
    }),
  ),
  computed<{ email: string | null; vendorEmail: string | null; isArchived: number; alsoKnownAs: string }>({
    email: `o.details ->> 'email'`,
    vendorEmail: `v.external_contact ->> 'email'`,
    isArchived: 'v.archived_at IS NOT NULL',
    alsoKnownAs: otherErpNames('v.id', 'o.id'),
  }),
)
type Row = RowOf<typeof ROW>

const PAGE = typed`SELECT ${ROW} FROM erp_vendor_links k INDEXED BY erp_vendor_links_list
  CROSS JOIN ${erpVendor('k.object_id')}
   LEFT JOIN ${joinedVendor('k.vendor_id')}
  WHERE k.company_id = ?1 AND k.is_open = ?2 AND (o.vendor_id IS NULL) = k.is_open AND (k.ordinal, k.object_id) < (?3, ?4)
  ORDER BY k.ordinal DESC, k.object_id DESC LIMIT ?5`

const COUNTS = typed`SELECT ${computed<{ open: number; isOn: number }>({
  open: `(SELECT count(*) FROM (SELECT 1 FROM erp_vendor_links k INDEXED BY erp_vendor_links_list
    WHERE k.company_id = ?1 AND k.is_open = 1 LIMIT ${MOST_COUNTED_LINKS}))`,
  isOn: 'NOT EXISTS (SELECT 1 FROM vendor_linking_off f WHERE f.company_id = ?1)',
})}`

const toLink = ({ actor }: StaffContext, row: Row): VendorLink => {
  const { currency } = actor.company
  const isOpen = row.state === 'PROPOSED' || row.state === 'UNKNOWN'
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    settledAt: isOpen ? null : new Date(row.ordinal).toISOString(),
    accounting: {
      name: row.name,
      number: row.number,
      email: row.email,
      isActive: Number(row.isActive) === 1,
      last12: can(actor.policy, 'mappings.manage') ? { value: row.last12, currency } : null,
    },
    vendor:
      row.vendorId === null
        ? null
        : {
            id: row.vendorId,
            name: row.vendorName ?? '',
            website: row.website ?? '',
            email: row.vendorEmail,
            isArchived: row.isArchived === 1,
            servicesCount: row.servicesCount ?? 0,
            last12: { value: row.spend ?? 0, currency },
            alsoKnownAs: JSON.parse(row.alsoKnownAs) as string[],
          },
    version: row.version,
  }
}

export const readVendorLinks = query({
  id: listVendorLinks.id,
  access: 'vendors.edit',
  input: inputOf(listVendorLinks),
  run: async (context, { show, cursor, first }) => {
    const { db, actor } = context
    const [ordinal, id] = cursor ? decodeCursor(cursor, 2) : [Number.MAX_SAFE_INTEGER, '\uffff']
    const [rows, counts] = await db.readBatch([
      db.sql(PAGE, actor.companyId, show === 'OPEN' ? 1 : 0, ordinal, id, first + 1),
      db.sql(COUNTS, actor.companyId),
    ])
    const page = toConnection(
      rows.results,
      first,
      (row) => [row.ordinal, row.id],
      (row) => toLink(context, row),
    )
    const [counted] = counts.results
    return { ...page, open: counted?.open ?? 0, isOn: counted?.isOn === 1 }
  },
})
