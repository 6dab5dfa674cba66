import { can } from '../../../../schema/shared/permissions.ts'
import { ofRow } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import { movePeople, SCORED } from './people.ts'

/** People who work on it, and those who see everything. ?2 and ?3 as in `readerParams`. */
const READABLE = `?3 = 1 OR EXISTS (SELECT 1 FROM sourcing_event_people sp
   WHERE sp.company_id = se.company_id AND sp.event_id = se.id AND sp.user_id = ?2)`

/** SQL of the ids of a person's events that aren't over, with what they are for them. ?1 company, ?2 person. */
const WORKED_ON = `SELECT e.id, e.title AS name, e.version, sp.is_owner AS isOwner, sp.is_reviewer AND NOT ${SCORED} AS reviews
   FROM sourcing_event_people sp CROSS JOIN sourcing_events e ON e.id = sp.event_id AND e.company_id = sp.company_id
  WHERE sp.company_id = ?1 AND sp.user_id = ?2 AND e.deleted_at IS NULL AND e.status IN ('DRAFT', 'OPEN', 'OPENED')
    AND (sp.is_owner = 1 OR sp.is_reviewer = 1 AND NOT ${SCORED})`

registerKind({
  ...ONLY_HISTORY,
  kind: 'SOURCING_EVENT',
  rows: {
    from: 'sourcing_events se',
    id: 'se.id',
    company: 'se.company_id',
    name: 'se.title',
    present: 'se.deleted_at IS NULL',
    deletedAt: 'se.deleted_at',
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
  handOver: {
    action: 'sourcing-event.handed-over',
    furtherRole: 'reviewer',
    ownedSql: `SELECT o.id, o.name, o.version, o.reviews AS hasRole, (SELECT json_group_array(op.user_id)
        FROM sourcing_event_people op WHERE op.company_id = ?1 AND op.event_id = o.id AND op.is_owner = 1) AS owners
      FROM (${WORKED_ON}) o`,
    move: movePeople,
    lists: { sourcingEvents: { from: `(${WORKED_ON}) o WHERE 1` } },
    words: 'sourcing events they own or review',
  },
})
