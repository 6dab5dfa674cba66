import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '../host/paths.ts'

/**
 * Everything that must hold, in one run: format and lint, types, import boundaries, schema drift, builds, then unit,
 * web, Worker and browser tests. Ends with `N passed, N failed`. With `--only a,b` just those; `--checks` no tests.
 */
interface Stage {
  name: string
  command: string[]
  /** A Vitest project: its tests are counted one by one. */
  project?: string
}

const tsc = (folder: string): Stage => ({ name: `types of ${folder}`, command: ['tsc', '-p', folder] })
const vitest = (project: string): Stage => ({ name: `${project} tests`, command: [], project })

const CHECKS: Stage[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  ...['worker', 'worker/local/host', 'web', 'web/pages', 'test', 'test/unit', 'test/worker'].map(tsc),
  { name: 'import boundaries', command: ['node', 'worker/local/tools/check-imports.ts'] },
  { name: 'schema drift', command: ['node', 'worker/local/tools/print-schema.ts', '--check'] },
]
const TESTS: Stage[] = [
  vitest('unit'),
  vitest('web'),
  vitest('worker'),
  { name: 'production builds', command: ['bun', 'run', 'deploy', '--dry-run'] },
  vitest('e2e'),
]

const option = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
const only = option('only')?.split(',')
const stages = (process.argv.includes('--checks') ? CHECKS : [...CHECKS, ...TESTS]).filter(
  (stage) => !only || only.some((word) => stage.name.includes(word)),
)

const folder = mkdtempSync(join(tmpdir(), 'outlay-tests-'))
let passed = 0
let failed = 0
const failures: string[] = []

const run = (command: string[]): SpawnSyncReturns<Buffer> =>
  spawnSync(command[0] ?? '', command.slice(1), {
    cwd: paths.root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${join(paths.root, 'node_modules/.bin')}:${process.env.PATH}` },
  })

interface Report {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
}

const runProject = (stage: Stage): void => {
  const report = join(folder, `${stage.project}.json`)
  const { status } = run([
    'vitest',
    'run',
    '--config',
    'test/vitest.config.ts',
    '--project',
    stage.project ?? '',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--silent=passed-only',
  ])
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as Report
    passed += counts.numPassedTests
    failed += counts.numFailedTests
    if (status !== 0 && counts.numFailedTests === 0) failed += Math.max(1, counts.numFailedTestSuites)
    if (counts.numPassedTests === 0) failed += 1
  } catch {
    failed += 1
  }
  if (status !== 0) failures.push(stage.name)
}

const started = Date.now()
for (const stage of stages) {
  const begun = Date.now()
  console.log(`\n── ${stage.name}`)
  if (stage.project) runProject(stage)
  else {
    const ok = run(stage.command).status === 0
    if (ok) passed += 1
    else {
      failed += 1
      failures.push(stage.name)
    }
  }
  console.log(`   ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}
rmSync(folder, { recursive: true, force: true })

console.log(`\n${stages.length} stages in ${Math.round((Date.now() - started) / 1000)} s`)
if (failures.length) console.log(`Failed: ${failures.join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
