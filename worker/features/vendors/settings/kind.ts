import { forManagersOf } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import { quoted, registerReferences } from '../../../core/references.ts'

/** The company has one of them, by its own id. */
registerKind({
  ...ONLY_HISTORY,
  kind: 'VENDOR_SETTINGS',
  rows: { from: 'companies vc', id: 'vc.id', company: 'vc.id', name: 'NULL' },
  history: forManagersOf('vendors', 'vendors.configure'),
})

const NAMING = `custom_form_fields f WHERE f.company_id = ?2 AND instr(f.definition, '"' || ?1 || '"')`

/** Conditions of custom fields name units, vendors and services: a field that asks about one that is gone would hide. */
registerReferences({
  order: 22,
  uses: ({ db, actor }, _, { id }) => ({
    statements: [db.sql(`SELECT 1 AS one FROM ${NAMING} LIMIT 1`, id, actor.companyId)],
    reasons: ([row]) =>
      row
        ? [
            {
              kind: 'FORM',
              text: 'A custom field of vendors or services is asked for it',
              href: '/settings/vendor-management/fields',
            },
          ]
        : [],
  }),
  unusedSql: () => `NOT EXISTS (SELECT 1 FROM ${NAMING})`,
  replace: async ({ db, actor, clock }, _, fromId, toId) => ({
    changed: {},
    statements: [
      db.sql(
        `UPDATE custom_form_fields SET definition = replace(definition, ?2, ?3), version = version + 1, updated_at = ?4
          WHERE company_id = ?1 AND instr(definition, ?2)`,
        actor.companyId,
        quoted(fromId),
        quoted(toId),
        clock.now(),
      ),
    ],
    audit: [],
  }),
})
