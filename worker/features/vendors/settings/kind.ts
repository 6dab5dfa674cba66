import { forManagersOf } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'

/** The company has one of them, by its own id. */
registerKind({
  ...ONLY_HISTORY,
  kind: 'VENDOR_SETTINGS',
  rows: { from: 'companies vc', id: 'vc.id', company: 'vc.id', name: 'NULL' },
  history: forManagersOf('vendors', 'vendors.configure'),
})
