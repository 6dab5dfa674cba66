import { AppError } from '../../../core/errors.ts'
import type { Env } from '../../../env.ts'
import { signUpOf } from '../session/index.ts'

/** Throws FORBIDDEN where the operator lets no one start a company, also with a link from before. */
export const requireOpen = ({ env }: { env: Env }) => {
  const open = signUpOf(env)
  if (open) return open
  throw new AppError('FORBIDDEN', 'New companies can’t be started here. Ask who runs this Outlay.', {
    reason: 'SIGN_UP_OFF',
  })
}
