import type { AnyOperation } from '../../../worker/core/operation.ts'
import type { Principal } from './matrix-world.ts'
import { ACTING_MAY, VIEWERS_MAY } from './operation-facts.ts'

/** Whether a session that views as another member must be refused. */
export const isRefusedAsAnother = ({ id, kind }: AnyOperation, principal: Principal): boolean => {
  if (kind === 'query' || VIEWERS_MAY.has(id)) return false
  return principal === 'adminAsMember' || (principal === 'adminForMember' && !ACTING_MAY.has(id))
}
