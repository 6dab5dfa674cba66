import { forManagersOfSettings } from '../../../core/kinds/history.ts'
import { type NameCopy, RENAMED } from '../../../core/kinds/name-copies.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import { registerReferences } from '../../../core/references.ts'
import { nameKeyOf } from '../members/index.ts'
import { UNIT_KINDS } from './kinds.ts'
import { REFERENCES } from './references.ts'

/** A unit's people are listed and searched in the order of their names. */
const nameIn = (table: string): NameCopy => ({
  of: 'MEMBER',
  table,
  columns: ['name_key'],
  value: nameKeyOf(`${table}.company_id`, `${table}.user_id`),
  rows: `(company_id, user_id) IN (SELECT m.company_id, m.user_id FROM company_memberships m WHERE m.user_id IN ${RENAMED})`,
})

for (const unit of UNIT_KINDS) {
  const { table, auditTarget, members } = unit
  registerKind({
    ...ONLY_HISTORY,
    kind: auditTarget,
    rows: { from: table, id: `${table}.id`, company: `${table}.company_id`, name: `${table}.name` },
    history: forManagersOfSettings,
    copies: members?.own ? [nameIn(members.table)] : [],
  })
}

registerReferences(...REFERENCES)
