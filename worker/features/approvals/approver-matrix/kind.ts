import { forManagersOfSettings } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind, registerMemberUse } from '../../../core/kinds/registry.ts'
import { registerReferences } from '../../../core/references.ts'
import { REFERENCES } from './references.ts'

registerKind({
  ...ONLY_HISTORY,
  kind: 'APPROVER_MATRIX',
  rows: { from: 'approver_matrices am', id: 'am.id', company: 'am.company_id', name: 'am.name' },
  history: forManagersOfSettings,
})

registerReferences(REFERENCES)

registerMemberUse({
  text: 'An approver matrix names them',
  sql: `SELECT 1 FROM approver_matrices am
    WHERE am.company_id = ?1 AND am.deleted_at IS NULL AND instr(am.user_ids, '"' || j.value || '"')`,
})
