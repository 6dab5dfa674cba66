import type { Env } from '../../../worker/env.ts'

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      MIGRATED: D1Database
      SNAPSHOT: D1Database
      TEST_MIGRATIONS: D1Migration[]
      TEST_SCHEMA: { name: string; sql: string }[]
    }
    interface GlobalProps {
      mainModule: typeof import('../../../worker/index.ts')
    }
  }
}

type WorkerEnv = Env
