/** What the outages need of the Worker: its addresses, its jobs, and what writes their rows. Bundled for Node. */

export { billEntry } from '../../../schema/money/ledger/posting.ts'
export { createApp } from '../../../worker/app.tsx'
export { newId } from '../../../worker/core/clock.ts'
export { Database } from '../../../worker/core/database.ts'
export { sha256Hex } from '../../../worker/core/hash.ts'
export { seal } from '../../../worker/core/vault.ts'
export { postEntry } from '../../../worker/features/money/ledger/index.ts'
export { placeOfDetails } from '../../../worker/features/money/payments/index.ts'
export { createAccount, openFinancialAccount } from '../../../worker/integrations/stripe/accounts.ts'
export { runTicks } from '../../support/worker/jobs/ticks.ts'
