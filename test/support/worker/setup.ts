import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, vi } from 'vitest'
import { answerOutside } from './outside.ts'

/** Every file gets the migrated database; nothing leaves the test: outgoing calls are answered here. */
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

const closeTheDoor = () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(answerOutside)
}

// At once, for what beforeAll sets in motion; and again for each test, should one have let go of it.
closeTheDoor()
beforeEach(closeTheDoor)
