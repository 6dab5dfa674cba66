import { AppError, notFound } from '../../../core/errors.ts'
import type { Refusal } from '../../../objects/sourcing-seal/client.ts'

const REFUSALS: Record<Refusal, () => AppError> = {
  NO_SEAL: () => notFound('The sourcing event'),
  NOT_ADMITTED: () => notFound('The invitation'),
  CLOSED: () => new AppError('RULE_BROKEN', 'The deadline has passed.', { reason: 'DEADLINE_PASSED' }),
  NOT_LATER: () => new AppError('RULE_BROKEN', 'The deadline can only move to a later time.', { reason: 'NOT_LATER' }),
  STILL_SEALED: () =>
    new AppError('RULE_BROKEN', 'Bids are sealed until the deadline. This attempt was recorded.', { reason: 'SEALED' }),
}

/** What an event's object answered. Throws its refusal. */
export const accepted = <T extends { refused: null } | { refused: Refusal }>(
  answer: T,
): Extract<T, { refused: null }> => {
  if (answer.refused !== null) throw REFUSALS[answer.refused]()
  return answer as Extract<T, { refused: null }>
}
