import type { Env } from '../../../worker/env.ts'

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[]
    }
    interface GlobalProps {
      mainModule: typeof import('../../../worker/index.ts')
    }
  }
}

type WorkerEnv = Env
