import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import { forConfigurators } from '../categories/index.ts'
import { UNIT_USE } from './unit-use.ts'

registerKind({
  ...ONLY_HISTORY,
  kind: 'INTAKE_WORKFLOW',
  rows: { from: 'intake_workflows w', id: 'w.id', company: 'w.company_id', name: 'w.label' },
  history: forConfigurators(`SELECT c.id, c.type FROM intake_workflows w
    JOIN intake_categories c ON c.id = w.intake_category_id WHERE w.id = ? AND w.company_id = ?`),
  units: [UNIT_USE],
})
