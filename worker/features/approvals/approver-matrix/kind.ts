import { forManagersOfSettings } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import { UNIT_USE } from './unit-use.ts'

registerKind({
  ...ONLY_HISTORY,
  kind: 'APPROVER_MATRIX',
  rows: { from: 'approver_matrices am', id: 'am.id', company: 'am.company_id', name: 'am.name' },
  history: forManagersOfSettings,
  units: [UNIT_USE],
})
