import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '../../host/paths.ts'
import { judge, printStored, type Ratchet, readStored, type Stored } from './counts.ts'
import { HONESTY_RATCHETS } from './honesty.ts'
import { MODULE_RATCHETS } from './modules.ts'
import { SIZE_RATCHETS } from './sizes.ts'
import { SQL_RATCHETS } from './sql.ts'
import { SYNTAX_RATCHETS } from './syntax.ts'
import { type Source, sourceOf } from './tree.ts'

/**
 * Counts what the design wants less of, and refuses more of it. The numbers are in `counts.txt` and may only fall:
 * `--lower` writes the lower ones, and never a higher one. A number that is higher than what is counted is refused too,
 * so that what was paid down doesn't come back. Two branches that lower numbers merge without a conflict
 * (`.gitattributes`); when both lowered the same, `--lower` settles it.
 *
 * A new ratchet is an entry in one of the lists; `--lower` writes its first numbers.
 */

const RATCHETS: Ratchet[] = [
  ...SQL_RATCHETS,
  ...SYNTAX_RATCHETS,
  ...MODULE_RATCHETS,
  ...SIZE_RATCHETS,
  ...HONESTY_RATCHETS,
]
const NUMBERS = join(paths.root, 'worker/local/tools/ratchets/counts.txt')

const sourcesIn = (pattern: string): Source[] =>
  globSync(pattern, { cwd: paths.root })
    .filter((file) => !/node_modules|\/dist\/|\.d\.ts$|\.gen\.ts$/.test(file))
    .sort()
    .map((file) => sourceOf(file, readFileSync(join(paths.root, file), 'utf8')))

const tree = {
  sources: sourcesIn('{schema,worker,web}/**/*.{ts,tsx}'),
  tests: sourcesIn('test/**/*.{ts,tsx}'),
}
const stored = readStored(existsSync(NUMBERS) ? readFileSync(NUMBERS, 'utf8') : '')
const verdicts = RATCHETS.map((ratchet) => ({
  ratchet,
  ...judge(ratchet, ratchet.count(tree), stored.get(ratchet.name), (path) => existsSync(join(paths.root, path))),
}))
const grown = verdicts.flatMap((verdict) => verdict.grown)
const fallen = verdicts.flatMap((verdict) => verdict.fallen)

for (const line of grown) console.error(line)
if (process.argv.includes('--lower')) {
  const next: Stored = new Map(verdicts.map((verdict) => [verdict.ratchet.name, verdict.next]))
  writeFileSync(NUMBERS, printStored(next))
} else if (fallen.length) {
  for (const line of fallen) console.error(line)
  console.error(
    'Less than before. Keep it so: node worker/local/tools/ratchets/check.ts --lower, and commit counts.txt.',
  )
}
if (grown.length || (fallen.length && !process.argv.includes('--lower'))) process.exit(1)
if (process.argv.includes('--print'))
  for (const { ratchet, next } of verdicts)
    console.log(`${[...next.values()].reduce((sum, count) => sum + count, 0)} in ${next.size} of ${ratchet.name}`)
