import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** For what the tests share, which is loaded without Vitest (test/support/bundle/worker-bundle.ts). */
Object.assign(globalThis, {
  handedOver: { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi },
})
