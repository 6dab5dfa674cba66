import { forManagersOf } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import './references.ts'

registerKind({
  ...ONLY_HISTORY,
  kind: 'PLAN',
  rows: { from: 'plans pl', id: 'pl.id', company: 'pl.company_id', name: 'pl.name' },
  history: forManagersOf('plans', 'plans.manage'),
})
