import { AppError } from '../../../core/errors.ts'

export const STALE = 'This has expired, was used already, or began in another browser. Begin again.'

export const refused = (words: string, email?: string | null): AppError =>
  new AppError('RULE_BROKEN', words, { reason: 'SIGN_ON_REFUSED', details: email ? { email } : undefined })
