import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { pagesBundle } from './bundle.ts'
import { paths } from './paths.ts'
import { Problem, report } from './problem.ts'

/** Puts the Pages function beside the built app, so that web/dist is all that `wrangler pages deploy` needs. */
export async function buildPages(): Promise<void> {
  if (!existsSync(join(paths.webDist, 'index.html'))) throw new Problem('The web app is not built (bun run build:web).')
  await build({ ...pagesBundle(join(paths.webDist, '_worker.js')), metafile: false })
  // Every address goes through the function, which adds the policy to pages and answers 404 for missing files.
  writeFileSync(join(paths.webDist, '_routes.json'), JSON.stringify({ version: 1, include: ['/*'], exclude: [] }))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildPages().catch((error: unknown) => {
    report(error)
    process.exitCode = 1
  })
}
