import { forManagersOfSettings } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'

registerKind({
  ...ONLY_HISTORY,
  kind: 'COMPANY',
  rows: { from: 'companies co', id: 'co.id', company: 'co.id', name: 'NULL' },
  history: forManagersOfSettings,
})
