import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { answerOutside } from './outside.ts'

/** Every file gets the migrated database. */
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

// Nothing leaves the test before, between and after its steps. A spy would be restored while queues still deliver.
globalThis.fetch = answerOutside as typeof fetch
