import type { Outcome } from '../fixtures/fixture.ts'

/**
 * What someone is told who owes a second factor, where they may call: what gives it, and who they are. They have no factor
 * yet, and what the calls name was begun by others, so that most are refused for that, and none for what is owed.
 */
export const OWING_MAY: Readonly<Record<string, Outcome>> = {
  'factors.add-passkey': 'RULE_BROKEN',
  'factors.ask-for-passkey': 'RULE_BROKEN',
  'factors.begin-app': 'OK',
  'factors.begin-passkey': 'OK',
  'factors.get-own': 'OK',
  'factors.give': 'INVALID',
  'factors.prove-app': 'NOT_FOUND',
  'session.current': 'OK',
  'session.get': 'OK',
}
