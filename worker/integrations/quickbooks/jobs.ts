import { registerBooks } from '../../core/books.ts'
import { systemClock } from '../../core/clock.ts'
import { registerCredential } from '../../core/credential-providers.ts'
import { quickbooks } from './books.ts'
import { renewSecret } from './oauth.ts'
import { QUICKBOOKS } from './settings.ts'

registerBooks(quickbooks)

registerCredential(QUICKBOOKS, {
  renew: (env, current) => renewSecret(env, current, systemClock.now()),
  // The refresh token in the one before is void.
  overlapMs: 0,
})
