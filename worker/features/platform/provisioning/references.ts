import { registerReferences } from '../../../core/references.ts'

/**
 * Mappings name units. No one is kept from deleting one: what meant it waits for an admin again. What meant a unit that was
 * merged means the one that remained.
 */
registerReferences({
  order: 95,
  uses: () => null,
  forget: async ({ db, actor }, ids) => [
    db.sql(
      `UPDATE provisioning_values SET target_id = NULL
        WHERE company_id = ?1 AND target_id IN (SELECT value FROM json_each(?2))`,
      actor.companyId,
      JSON.stringify(ids),
    ),
    db.sql(
      'DELETE FROM provisioned_groups WHERE company_id = ?1 AND group_id IN (SELECT value FROM json_each(?2))',
      actor.companyId,
      JSON.stringify(ids),
    ),
  ],
  replace: async ({ db, actor }, _of, fromId, toId) => ({
    changed: {},
    statements: [
      db.sql(
        'UPDATE provisioning_values SET target_id = ?3 WHERE company_id = ?1 AND target_id = ?2',
        actor.companyId,
        fromId,
        toId,
      ),
      db.sql('DELETE FROM provisioned_groups WHERE company_id = ?1 AND group_id = ?2', actor.companyId, fromId),
    ],
    audit: [],
  }),
})
