import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { paths } from '../host/paths.ts'

/**
 * All checks in one run: format and lint, types, import boundaries, ratchets, words, schema drift, builds, two at a time; then
 * unit, web, Worker and browser tests. Ends with the time of each stage, the tests that passed at a second attempt
 * only, and `N passed, N failed`. `--only=a,b` runs just those, and `--checks` runs no tests.
 */
interface Stage {
  name: string
  command: string[]
  /** A Vitest project. Its tests are counted one by one. */
  project?: string
}

/** One checker: several would each work out most types of a program again, on the two cores that the lanes use already. */
const tsc = (folder: string): Stage => ({
  name: `types of ${folder}`,
  command: ['tsc', '-p', folder, '--checkers', '1'],
})
const vitest = (project: string): Stage => ({ name: `${project} tests`, command: [], project })

const CHECKS: Stage[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  // The longest first, so that no lane waits for another in the end.
  ...['test/worker', 'web', 'test/bench', 'test', 'test/unit', 'worker', 'worker/local/host', 'web/pages'].map(tsc),
  { name: 'import boundaries', command: ['node', 'worker/local/tools/imports/check.ts'] },
  { name: 'ratchets', command: ['node', 'worker/local/tools/ratchets/check.ts'] },
  { name: 'words', command: ['node', 'worker/local/tools/check-words.ts'] },
  { name: 'schema drift', command: ['node', 'worker/local/tools/print-schema.ts', '--check'] },
]
const BUILDS: Stage = { name: 'production builds', command: ['bun', 'run', 'deploy', '--dry-run'] }
const TESTS = ['unit', 'web', 'worker', 'cells', 'e2e'].map(vitest)

const option = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
const only = option('only')?.split(',')
const stages = (process.argv.includes('--checks') ? CHECKS : [BUILDS, ...CHECKS, ...TESTS]).filter(
  (stage) => !only || only.some((word) => stage.name.includes(word)),
)

const folder = mkdtempSync(join(tmpdir(), 'outlay-tests-'))
let passed = 0
let failed = 0
const failures: string[] = []
const repeated: string[] = []
/** Each failed test with what it said, so that the end of a long output tells what to mend. */
const reasons: string[] = []

const seconds: [stage: string, took: number][] = []

const env = { ...process.env, PATH: `${join(paths.root, 'node_modules/.bin')}:${process.env.PATH}` }
const run = (command: string[]): SpawnSyncReturns<Buffer> =>
  spawnSync(command[0] ?? '', command.slice(1), { cwd: paths.root, stdio: ['ignore', 'inherit', 'inherit'], env })

/** The output of a stage that runs beside others, as a whole when it ends. */
const runBeside = async ([program = '', ...rest]: string[]): Promise<{ ok: boolean; output: string }> => {
  const child = spawn(program, rest, { cwd: paths.root, stdio: ['ignore', 'pipe', 'pipe'], env })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    const end = (ok: boolean, more = '') => resolve({ ok, output: Buffer.concat(chunks).toString() + more })
    child.once('error', (error) => end(false, `${error.message}\n`))
    child.once('close', (code) => end(code === 0))
  })
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** What Vitest reports for the files, or nothing if it didn't write a report. */
const attempt = (project: string, files: string[]): { ok: boolean; report?: Report } => {
  const file = join(folder, `${project}-${files.length}.json`)
  // Browser tests often wait for what happens later, such as emails.
  const workers = project === 'e2e' ? ['--maxWorkers=3'] : []
  const options = [
    ...workers,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--silent=passed-only',
  ]
  const { status } = run([
    'vitest',
    'run',
    '--config',
    'test/vitest.config.ts',
    '--project',
    project,
    ...options,
    ...files,
  ])
  try {
    return { ok: status === 0, report: JSON.parse(readFileSync(file, 'utf8')) as Report }
  } catch {
    return { ok: false }
  }
}

const count = ({ ok, report }: { ok: boolean; report?: Report }): boolean => {
  passed += report?.numPassedTests ?? 0
  if (ok && report && report.numPassedTests > 0) return true
  failed += Math.max(1, report?.numFailedTests ?? 0, report?.numFailedTestSuites ?? 0)
  if (report) reasons.push(...failuresOf(report).map(({ name, said }) => `${name}\n${said}`))
  return false
}

/** Lines of a failure: what was expected and where, without the rest of the stack. */
const LINES_OF_A_FAILURE = 12

/** Each test that failed as `FILE: TEST`, or just the file if it failed outside its tests, and what it said. */
const failuresOf = (report: Report): { name: string; said: string }[] =>
  report.testResults
    .filter((file) => file.status !== 'passed')
    .flatMap((file) => {
      const path = relative(paths.root, file.name)
      const lines = (text: string) => text.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n')
      const tests = file.assertionResults.filter((test) => test.status === 'failed')
      if (tests.length === 0) return [{ name: path, said: lines(file.message) }]
      return tests.map((test) => ({
        name: `${path}: ${test.fullName}`,
        said: lines((test.failureMessages ?? []).join('\n')),
      }))
    })

/** More files than this are no race. */
const MOST_REPEATED = 3

/**
 * On a busy machine a test can lose a race that no person would: failed files run once more, from the start, with a
 * new company. Those that pass then are named at the end, with what they said, so that they are mended.
 */
const runProject = (project: string): boolean => {
  const first = attempt(project, [])
  const files = first.report?.testResults.filter((file) => file.status !== 'passed') ?? []
  const repeats = !first.ok && files.length > 0 && files.length <= MOST_REPEATED
  if (!repeats || !first.report) return count(first)
  const failures = failuresOf(first.report)
  console.log(`\nOnce more: ${files.map((file) => relative(paths.root, file.name)).join(', ')}`)
  const second = attempt(
    project,
    files.map((file) => file.name),
  )
  if (second.ok) repeated.push(...failures.map(({ name, said }) => `${name}\n${said}`))
  const passedInOthers = first.report.testResults
    .filter((file) => file.status === 'passed')
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === 'passed').length
  passed += passedInOthers
  return count(second)
}

const took = (stage: Stage, begun: number): void => {
  const time = (Date.now() - begun) / 1000
  seconds.push([stage.name, time])
  console.log(`   ${time.toFixed(1)} s`)
}

/** Each uses about one core. */
const LANES = 2

const runLane = async (waiting: Stage[]): Promise<void> => {
  for (let stage = waiting.shift(); stage; stage = waiting.shift()) {
    const begun = Date.now()
    const { ok, output } = await runBeside(stage.command)
    console.log(`\n── ${stage.name}`)
    process.stdout.write(output)
    if (ok) passed += 1
    else {
      failed += 1
      failures.push(stage.name)
    }
    took(stage, begun)
  }
}

const started = Date.now()
const waiting = stages.filter((stage) => !stage.project)
await Promise.all(Array.from({ length: LANES }, () => runLane(waiting)))
for (const stage of stages) {
  if (!stage.project) continue
  const begun = Date.now()
  console.log(`\n── ${stage.name}`)
  if (!runProject(stage.project)) failures.push(stage.name)
  took(stage, begun)
}
rmSync(folder, { recursive: true, force: true })

console.log(`\n${stages.length} stages in ${Math.round((Date.now() - started) / 1000)} s`)
for (const [name, time] of seconds) console.log(`${time.toFixed(1).padStart(8)} s  ${name}`)
if (repeated.length) console.log(`\nPassed at the second attempt only:\n${repeated.join('\n\n')}\n`)
if (reasons.length) console.log(`\n${reasons.join('\n\n')}\n`)
if (failures.length) console.log(`Failed: ${failures.join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
