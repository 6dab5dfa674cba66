import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { computed, typed } from '../../../core/record.ts'
import { requiresLogin } from '../session/index.ts'

/**
 * How people log in is a guarded setting once it is in use: someone who replaces the provider signs in as anyone. Setting it up
 * for the first time waits for no one, nor does what makes it stricter, nor switching a requirement off, which is how a
 * company gets back in.
 */

const IN_USE = typed`SELECT ${computed<{ isInUse: number }>({
  isInUse: `${requiresLogin('?1')} OR EXISTS (SELECT 1 FROM sign_on_connections s
    WHERE s.company_id = ?1 AND s.last_used_at IS NOT NULL)`,
})}`

/** Whether a change of the connections waits: the company requires a method, or people have logged in with one of its own. */
export const isInUse = async ({ db, actor }: StaffContext): Promise<boolean> =>
  (await db.first(db.sql(IN_USE, actor.companyId)))?.isInUse === 1

/** What a change that waits is kept with: the state that it was made from. */
export interface From {
  from?: string | undefined
}

/** Throws RULE_BROKEN if a change that waited was made from something else than what holds now. */
export const requireSameState = ({ from }: From, now: string, askedBy: string | undefined): void => {
  if (askedBy === undefined || from === undefined || from === now) return
  throw new AppError('RULE_BROKEN', 'What it would change was changed since. Ask for it again.', {
    reason: 'CHANGED_SINCE',
  })
}

/** What the mail and the bell about such a change say, and lead to. */
export const SIGN_ON_PLACE = { words: 'how people log in', label: 'Open integrations', path: '/settings/integrations' }
