import { moveOwners, registerOwned } from '../../platform/members/leaving.ts'

registerOwned({
  key: 'intake-category',
  word: 'category',
  targetType: 'INTAKE_CATEGORY',
  action: 'intake-category.settings-saved',
  ownedSql: `SELECT o.id, o.name, o.version, 0 AS isSigner,
      (SELECT json_group_array(l.user_id) FROM intake_category_owners l
        WHERE l.company_id = ?1 AND l.intake_category_id = o.id) AS owners
    FROM intake_category_owners k INDEXED BY intake_category_owners_user
   CROSS JOIN intake_categories o ON o.id = k.intake_category_id
   WHERE k.company_id = ?1 AND k.user_id = ?2 AND o.deleted_at IS NULL`,
  move: (context, owned, fromUserId, toUserId) =>
    moveOwners(
      context,
      {
        table: 'intake_categories',
        links: 'intake_category_owners',
        linkId: 'intake_category_id',
        user: 'user_id',
        hasKinds: false,
      },
      owned,
      fromUserId,
      toUserId,
    ),
})
