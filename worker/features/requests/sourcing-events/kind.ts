import { can } from '../../../../schema/shared/permissions.ts'
import { ofRow } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'

/** People who work on it, and those who see everything. ?2 and ?3 as in `readerParams`. */
const READABLE = `?3 = 1 OR EXISTS (SELECT 1 FROM sourcing_event_people sp
   WHERE sp.company_id = se.company_id AND sp.event_id = se.id AND sp.user_id = ?2)`

registerKind({
  ...ONLY_HISTORY,
  kind: 'SOURCING_EVENT',
  rows: {
    from: 'sourcing_events se',
    id: 'se.id',
    company: 'se.company_id',
    name: 'se.title',
    present: 'se.deleted_at IS NULL',
    readable: READABLE,
  },
  history: ({ db, actor }, id) =>
    can(actor.policy, 'requests.see-all')
      ? null
      : ofRow(
          db.sql(
            'SELECT 1 FROM sourcing_event_people WHERE company_id = ? AND event_id = ? AND user_id = ?',
            ...[actor.companyId, id, actor.userId],
          ),
        ),
})
