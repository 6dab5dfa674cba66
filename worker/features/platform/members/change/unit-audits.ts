import type { Audit } from '../../../../core/commit.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import type { Planned } from './plan.ts'
import { unitChangesOf } from './tell.ts'

/** Someone who isn't placed yet, or no longer. */
export const NOWHERE = { departments: [], businessUnits: [], groups: [], entities: [] }

/** Who came to units and left them, in the history of each unit: on its page, a member's page, in files and their undoing. */
export const unitAudits = ({ newId }: StaffContext, planned: readonly Planned[]): Audit[] =>
  unitChangesOf(...planned).map((change) => ({ changeKey: `member-unit:${newId()}`, ...change }))
