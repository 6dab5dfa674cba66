import { ONLY_HISTORY, registerKind, registerMemberUse } from '../../../core/kinds/registry.ts'
import { registerFormReader, registerReferences } from '../../../core/references.ts'
import { forConfigurators } from '../categories/index.ts'
import { brokenByChange, REFERENCES } from './references.ts'

registerKind({
  ...ONLY_HISTORY,
  kind: 'INTAKE_WORKFLOW',
  rows: { from: 'intake_workflows w', id: 'w.id', company: 'w.company_id', name: 'w.label' },
  history: forConfigurators(`SELECT c.id, c.type FROM intake_workflows w
    JOIN intake_categories c ON c.id = w.intake_category_id WHERE w.id = ? AND w.company_id = ?`),
})

registerReferences(REFERENCES)
registerFormReader(brokenByChange)

registerMemberUse({
  text: 'A workflow names them',
  sql: `SELECT 1 FROM intake_workflows w
    WHERE w.company_id = ?1 AND w.deleted_at IS NULL AND instr(w.definition, '"' || j.value || '"')`,
})
