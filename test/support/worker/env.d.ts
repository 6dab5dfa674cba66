import type { Env } from '../../../worker/env.ts'

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      MIGRATED: D1Database
      SNAPSHOT: D1Database
      TEST_MIGRATIONS: D1Migration[]
    /** How many calls with made-up input are made, and from which seed. */
    HOSTILE_CALLS?: string
    HOSTILE_SEED?: string
    KILLS?: string
    /** The only operations that the generated suites ask about: `bills.create, bills.update`. */
    ONLY_OPERATIONS?: string
    TEST_CLOCK?: string
    KEEP_STATEMENTS?: string
      TEST_SCHEMA: { name: string; sql: string }[]
    }
    interface GlobalProps {
      mainModule: typeof import('../../../worker/local/limits/worker.ts')
    }
  }
}

type WorkerEnv = Env
