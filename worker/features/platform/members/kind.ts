import { can } from '../../../../schema/shared/permissions.ts'
import { notFound } from '../../../core/errors.ts'
import { ofRow } from '../../../core/kinds/history.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import type { KindRows } from '../../../core/kinds/rows.ts'
import { memberStatement } from './scope.ts'

const ROWS: KindRows = {
  from: 'company_memberships cm',
  id: 'cm.user_id',
  company: 'cm.company_id',
  name: `(SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = cm.user_id)`,
}

registerKind({
  ...ONLY_HISTORY,
  kind: 'MEMBER',
  rows: ROWS,
  history: (context, id) => {
    if (!can(context.actor.policy, 'members.manage')) throw notFound('The history')
    return ofRow(memberStatement(context, id))
  },
})

/** Signing in and out, which only the company's log shows. It is about the member. */
registerKind({
  ...ONLY_HISTORY,
  kind: 'SESSION',
  rows: ROWS,
  history: () => {
    throw notFound('The history')
  },
})
