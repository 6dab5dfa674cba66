import { forManagersOf } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'

registerKind({
  ...ONLY_HISTORY,
  kind: 'API_KEY',
  rows: { from: 'api_keys ak', id: 'ak.id', company: 'ak.company_id', name: 'ak.name' },
  history: forManagersOf('API keys', 'api-keys.manage'),
})
