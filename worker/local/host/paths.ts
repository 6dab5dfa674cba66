import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root: where package.json and wrangler.toml are. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')

export const paths = {
  root,
  config: join(root, 'wrangler.toml'),
  migrations: join(root, 'migrations'),
  webDist: join(root, 'web/dist'),
  webConfig: join(root, 'web/vite.config.ts'),
  entry: join(root, 'worker/local/entry.ts'),
  door: join(root, 'worker/local/door.ts'),
  pagesWorker: join(root, 'web/pages/_worker.ts'),
  data: join(root, '.outlay'),
  /** What is built for the local start, for any data folder. */
  build: join(root, '.outlay/build'),
  node: join(root, 'node_modules/.bin/node'),
}
