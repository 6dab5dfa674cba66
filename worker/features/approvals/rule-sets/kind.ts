import { forManagersOf } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind, registerMemberUse } from '../../../core/kinds/registry.ts'
import { registerReferences } from '../../../core/references.ts'
import { REFERENCES } from './references.ts'

registerKind({
  ...ONLY_HISTORY,
  kind: 'SPEND_RULE_SET',
  rows: { from: 'rule_sets rs', id: 'rs.id', company: 'rs.company_id', name: 'rs.name' },
  history: forManagersOf('spend rules', 'spend-rules.configure'),
})

registerReferences(REFERENCES)

registerKind({
  ...ONLY_HISTORY,
  kind: 'BILL_RULE_SET',
  rows: {
    ...{ from: 'rule_sets brs', id: 'brs.id', company: 'brs.company_id', name: 'brs.name' },
    present: "brs.subject = 'BILL'",
  },
  history: forManagersOf('bill rules', 'payments.configure'),
})

registerMemberUse({
  text: 'A rule set names them',
  sql: `SELECT 1 FROM rule_sets rs
    WHERE rs.company_id = ?1 AND rs.deleted_at IS NULL AND instr(rs.content, '"' || j.value || '"')`,
})
