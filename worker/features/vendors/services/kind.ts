import { moveOwners } from '../../../core/kinds/hand-over.ts'
import { forEveryone } from '../../../core/kinds/history.ts'
import { type NameCopy, RENAMED } from '../../../core/kinds/name-copies.ts'
import { registerKind } from '../../../core/kinds/registry.ts'
import type { KindRows } from '../../../core/kinds/rows.ts'
import { owners } from '../../../core/kinds/threads.ts'
import { registerReferences } from '../../../core/references.ts'
import { refreshFigures } from '../vendors/index.ts'
import { KEEPING_TABLES, KEPT_COLUMNS } from './kept-keys.ts'
import { REFERENCES } from './references.ts'
import { mayChange } from './rows.ts'

const ROWS: KindRows = { from: 'services sv', id: 'sv.id', company: 'sv.company_id', name: 'sv.name' }

const ownerIds = (id: string): string =>
  `(SELECT json_group_array(l.target_id) FROM service_links l
     WHERE l.company_id = ?1 AND l.service_id = ${id} AND l.kind = 'OWNER')`

/** SQL of services `o`. ?1 company, ?2 member. */
const owned = (index: string): string =>
  `service_links k INDEXED BY ${index} CROSS JOIN services o ON o.id = k.service_id
    WHERE k.company_id = ?1 AND k.kind = 'OWNER' AND k.target_id = ?2`
const OWNED = owned('service_links_target')

registerKind({
  kind: 'SERVICE',
  rows: ROWS,
  history: forEveryone(ROWS),
  search: {
    entry: 'SERVICE',
    pool: 'names',
    mayFind: () => true,
    archivedAt: 'sv.archived_at',
    foundBy: [],
    number: null,
    details: null,
  },
  threads: {
    involved: owners(
      "SELECT target_id AS id FROM service_links WHERE company_id = ?1 AND service_id = ?2 AND kind = 'OWNER'",
    ),
  },
  documents: { owners: ownerIds('sv.id'), mayChange },
  handOver: {
    action: 'service.changed',
    ownedSql: `SELECT o.id, o.name, o.version, 0 AS hasRole, ${ownerIds('o.id')} AS owners FROM ${OWNED}`,
    move: (context, things, fromUserId, toUserId) => [
      ...moveOwners(
        context,
        {
          table: 'services',
          links: 'service_links',
          linkId: 'service_id',
          user: 'target_id',
          hasKinds: true,
          kept: KEPT_COLUMNS,
        },
        things,
        fromUserId,
        toUserId,
      ),
      refreshFigures(context),
    ],
    lists: {
      services: { from: OWNED, byName: `${owned('service_links_name')} ORDER BY k.name_key, k.service_id` },
    },
    words: 'services they own',
  },
  waitingFor: null,
  // Services are listed and found by their vendors' names, also through their links and answers.
  copies: [
    {
      of: 'VENDOR',
      table: 'services',
      columns: ['vendor_key'],
      value: '(SELECT lower(v.name) FROM vendors v WHERE v.id = services.vendor_id)',
      rows: `company_id = ?2 AND vendor_id IN ${RENAMED}`,
    },
    ...KEEPING_TABLES.map(
      (table): NameCopy => ({
        of: 'VENDOR',
        table,
        columns: ['vendor_key'],
        value: `(SELECT lower(v.name) FROM services s CROSS JOIN vendors v ON v.id = s.vendor_id WHERE s.id = ${table}.service_id)`,
        rows: `company_id = ?2 AND service_id IN (SELECT id FROM services WHERE company_id = ?2 AND vendor_id IN ${RENAMED})`,
      }),
    ),
  ],
})

registerReferences(...REFERENCES)
