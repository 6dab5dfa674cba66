import { moveOwners, registerOwned } from '../../platform/members/leaving.ts'
import { refreshFigures } from '../vendors/figures.ts'

registerOwned({
  key: 'service',
  word: 'service',
  targetType: 'SERVICE',
  action: 'service.changed',
  ownedSql: `SELECT o.id, o.name, o.version, 0 AS isSigner,
      (SELECT json_group_array(l.target_id) FROM service_links l
        WHERE l.company_id = ?1 AND l.service_id = o.id AND l.kind = 'OWNER') AS owners
    FROM service_links k INDEXED BY service_links_target CROSS JOIN services o ON o.id = k.service_id
   WHERE k.company_id = ?1 AND k.kind = 'OWNER' AND k.target_id = ?2`,
  move: (context, owned, fromUserId, toUserId) => [
    ...moveOwners(
      context,
      { table: 'services', links: 'service_links', linkId: 'service_id', user: 'target_id', hasKinds: true },
      owned,
      fromUserId,
      toUserId,
    ),
    refreshFigures(context),
  ],
})
