import { moveOwners, registerOwned } from '../../platform/members/leaving.ts'

registerOwned({
  key: 'vendor',
  word: 'vendor',
  targetType: 'VENDOR',
  action: 'vendor.changed',
  ownedSql: `SELECT v.id, v.name, v.version, v.owner_ids AS owners, v.signer_user_id IS ?2 AS isSigner
    FROM (SELECT k.vendor_id AS id FROM vendor_links k INDEXED BY vendor_links_target
           WHERE k.company_id = ?1 AND k.kind = 'OWNER' AND k.target_id = ?2
          UNION SELECT o.id FROM vendors o INDEXED BY vendors_signer WHERE o.company_id = ?1 AND o.signer_user_id = ?2) i
   CROSS JOIN vendors v ON v.id = i.id`,
  move: (context, owned, fromUserId, toUserId) => [
    ...moveOwners(
      context,
      { table: 'vendors', links: 'vendor_links', linkId: 'vendor_id', user: 'target_id', hasKinds: true },
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
})
