import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { paths } from '../../host/paths.ts'
import { type Import, problemsOf, repeatedMigrations } from './rules.ts'

/** Refuses imports that the design forbids (see `rules.ts`). */

const IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

const files = globSync('{schema,worker,web}/**/*.{ts,tsx}', { cwd: paths.root }).filter(
  (file) => !/node_modules|\/dist\/|\.d\.ts$/.test(file),
)
const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(paths.root, from), 'utf8').matchAll(IMPORT)].map(([, path]) => ({
    from,
    to: relative(paths.root, join(paths.root, dirname(from), path ?? '')),
  })),
)
const problems = [...problemsOf(imports), ...repeatedMigrations(readdirSync(join(paths.root, 'migrations')).sort())]
for (const line of problems) console.error(line)
if (problems.length) process.exit(1)
