import { moveOwners } from '../../../core/kinds/hand-over.ts'
import { forEveryone } from '../../../core/kinds/history.ts'
import { type NameCopy, RENAMED } from '../../../core/kinds/name-copies.ts'
import { registerKind } from '../../../core/kinds/registry.ts'
import type { KindRows } from '../../../core/kinds/rows.ts'
import { owners } from '../../../core/kinds/threads.ts'
import { mayChange } from './rows.ts'

const ROWS: KindRows = { from: 'vendors v', id: 'v.id', company: 'v.company_id', name: 'v.name' }

/** SQL of vendors `o`. ?1 company, ?2 member. */
const OWNED = `vendor_links k INDEXED BY vendor_links_target CROSS JOIN vendors o ON o.id = k.vendor_id
    WHERE k.company_id = ?1 AND k.kind = 'OWNER' AND k.target_id = ?2`
const SIGNED = 'vendors o INDEXED BY vendors_signer WHERE o.company_id = ?1 AND o.signer_user_id = ?2'

/** What the list of vendors is grouped by. The view defines it. */
const groupedBy = (of: NameCopy['of'], column: string, rows: string): NameCopy => ({
  ...{ of, table: 'vendors', columns: [column], rows },
  value: `(SELECT g.${column} FROM vendor_group_keys g WHERE g.id = vendors.id)`,
})

registerKind({
  kind: 'VENDOR',
  rows: ROWS,
  history: forEveryone(ROWS),
  search: {
    entry: 'VENDOR',
    pool: 'names',
    mayFind: () => true,
    archivedAt: 'v.archived_at',
    foundBy: [],
    number: null,
    details: null,
  },
  threads: {
    involved: owners(
      "SELECT target_id AS id FROM vendor_links WHERE company_id = ?1 AND vendor_id = ?2 AND kind = 'OWNER'",
    ),
  },
  documents: { owners: 'v.owner_ids', mayChange },
  handOver: {
    action: 'vendor.changed',
    ownedSql: `SELECT v.id, v.name, v.version, v.owner_ids AS owners, v.signer_user_id IS ?2 AS hasRole
    FROM (SELECT o.id FROM ${OWNED} UNION SELECT o.id FROM ${SIGNED}) i CROSS JOIN vendors v ON v.id = i.id`,
    move: (context, owned, fromUserId, toUserId) => [
      ...moveOwners(
        context,
        {
          table: 'vendors',
          links: 'vendor_links',
          linkId: 'vendor_id',
          user: 'target_id',
          hasKinds: true,
          kept: ['vendor_key'],
        },
        owned,
        fromUserId,
        toUserId,
      ),
      context.db.sql(
        `UPDATE vendors SET signer_user_id = ?4 WHERE company_id = ?1 AND signer_user_id = ?3
          AND id IN (SELECT value FROM json_each(?2))`,
        context.actor.companyId,
        JSON.stringify(owned.map(({ id }) => id)),
        fromUserId,
        toUserId,
      ),
    ],
    lists: {
      vendors: { from: OWNED, byName: `${OWNED} ORDER BY k.vendor_key, k.vendor_id` },
      signedVendors: { from: SIGNED },
    },
    words: 'vendors they own or sign for',
  },
  waitingFor: null,
  // An owner's and a category's vendors are listed in the order of their names.
  copies: [
    {
      of: 'VENDOR',
      table: 'vendor_links',
      columns: ['vendor_key'],
      value: '(SELECT lower(v.name) FROM vendors v WHERE v.id = vendor_links.vendor_id)',
      rows: `company_id = ?2 AND vendor_id IN ${RENAMED}`,
    },
    // A person has one name in all companies.
    groupedBy(
      'MEMBER',
      'owner_key',
      `company_id IN (SELECT m.company_id FROM company_memberships m WHERE m.user_id IN ${RENAMED})
        AND id IN (SELECT k.vendor_id FROM vendor_links k WHERE k.kind = 'OWNER' AND k.target_id IN ${RENAMED}
          AND k.company_id IN (SELECT m.company_id FROM company_memberships m WHERE m.user_id IN ${RENAMED}))`,
    ),
    groupedBy(
      'DEPARTMENT',
      'department_key',
      `company_id = ?2 AND id IN (SELECT s.vendor_id FROM service_links k CROSS JOIN services s ON s.id = k.service_id
        WHERE k.company_id = ?2 AND k.kind = 'DEPARTMENT' AND k.target_id IN ${RENAMED})`,
    ),
  ],
})
