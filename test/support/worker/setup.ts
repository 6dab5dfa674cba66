import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, vi } from 'vitest'
import { answerOutside } from './outside.ts'

/** Every file gets the migrated database; nothing leaves the test: outgoing calls are answered here. */
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(answerOutside)
})
