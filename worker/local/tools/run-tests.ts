import { paths } from '../host/paths.ts'
import { changedFiles, sourceFiles } from './tests/changed/changed-files.ts'
import { readGraph } from './tests/changed/graph.ts'
import { keepKnown, readKnown } from './tests/changed/known.ts'
import { type ChangedPlan, planFor } from './tests/changed/plan.ts'
import { runProject } from './tests/run-project.ts'
import { recordTimes, timeLines } from './tests/stage-times.ts'
import { BUILDS, CHECKS, type Check, PROJECTS, type Project, runChecks } from './tests/stages.ts'

/**
 * All checks in one run: format and lint, types, import boundaries, ratchets, words, schema drift, builds, two at a time; then
 * unit, web, Worker and browser tests. Ends with the time of each stage, what passed at a second attempt only, and
 * `N passed, N failed`.
 *
 * - `--changed` runs what the uncommitted change can break, as much as can be waited for; `--changed=COMMIT` what came since
 *   that commit; `--thorough` with it, however long it takes.
 * - `--only=a,b` runs the stages with these words in their names, `--checks` no tests.
 * - `--record` keeps the stages' times in test/stage-times.json.
 */
const option = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
const has = (name: string) => process.argv.includes(`--${name}`)
const only = option('only')?.split(',')
const isOnly = (name: string) => !only || only.some((word) => name.includes(word))

interface Run {
  checks: Check[]
  projects: { project: Project; files: string[]; operations?: string }[]
}

const WHOLE: Run = {
  checks: [BUILDS, ...CHECKS],
  projects: PROJECTS.map((project) => ({ project, files: [] })),
}

/** The quickest to answer come first. */
const runOf = (plan: ChangedPlan): Run => {
  const types = plan.types.map((folder) => `types of ${folder}`)
  const drift = plan.hasSchema ? ['schema drift'] : []
  const quick = ['format and lint', 'import boundaries', 'ratchets', 'words', ...drift]
  const operations = plan.operations.join(',')
  const inCells = plan.suites.filter((file) => !file.startsWith('test/worker/mutation/'))
  const inWorker = plan.suites.filter((file) => file.startsWith('test/worker/mutation/'))
  const projects: Run['projects'] = [
    { project: 'unit', files: plan.unit },
    { project: 'web', files: plan.web },
    { project: 'worker', files: plan.worker },
    { project: 'worker', files: inWorker, operations },
    { project: 'cells', files: plan.cells },
    { project: 'cells', files: inCells, operations },
    { project: 'e2e', files: plan.e2e },
  ]
  return {
    checks: CHECKS.filter(({ name }) => quick.includes(name) || types.includes(name)),
    projects: projects.filter(({ files }) => files.length > 0),
  }
}

const changedRun = (base: string | undefined): Run => {
  const changed = changedFiles(base)
  const plan = planFor(readGraph(paths.root, sourceFiles()), changed, readKnown(), has('thorough'))
  if (plan.everything) {
    console.log(`Everything runs: ${plan.everything}.`)
    return WHOLE
  }
  const run = runOf(plan)
  const counts = run.projects.map(({ project, files }) => `${files.length} of ${project}`)
  console.log(`${changed.length} files changed. Test files: ${counts.join(', ') || 'none'}.`)
  if (plan.unknown > 0)
    console.log(`${plan.unknown} test files never ran here, so that only their folders were asked what they test.`)
  if (plan.left.length > 0)
    console.log(`${plan.left.length} more say something about the change, and run with --thorough.`)
  return run
}

const isChanged = has('changed') || option('changed') !== undefined
const { checks, projects } = isChanged ? changedRun(option('changed')) : WHOLE

const started = Date.now()
const times: [stage: string, seconds: number][] = []
const failures: string[] = []
const repeated: string[] = []
const lost: string[] = []
/** Each failed test with what it said, so that the end of a long output tells what to mend. */
const reasons: string[] = []
let passed = 0
let failed = 0

const took = (stage: string, seconds: number): void => {
  times.push([stage, seconds])
  console.log(`   ${seconds.toFixed(1)} s`)
}

await runChecks(
  checks.filter(({ name }) => isOnly(name)),
  ({ name }, ok, seconds) => {
    if (ok) passed += 1
    else failures.push(name)
    if (!ok) failed += 1
    took(name, seconds)
  },
)
for (const { project, files, operations } of has('checks') ? [] : projects) {
  const name = `${project} tests`
  if (!isOnly(name)) continue
  const begun = Date.now()
  console.log(`\n── ${name}`)
  const result = runProject(project, files, operations)
  passed += result.passed
  failed += result.failed.length
  if (result.failed.length > 0 || result.passed === 0) failures.push(name)
  if (result.failed.length === 0 && result.passed === 0) failed += 1
  const lines = (each: { name: string; said: string }[]) => each.map(({ name, said }) => `${name}\n${said}`)
  reasons.push(...lines(result.failed))
  repeated.push(...lines(result.repeated))
  lost.push(...result.lost)
  if (operations === undefined) keepKnown(result.known)
  took(name, (Date.now() - begun) / 1000)
}

console.log(`\n${times.length} stages in ${Math.round((Date.now() - started) / 1000)} s`)
for (const line of isChanged
  ? times.map(([name, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${name}`)
  : timeLines(times))
  console.log(line)
if (has('record')) recordTimes(times)
if (lost.length) console.log(`\nRan again because the pool ended:\n${lost.join('\n')}`)
if (repeated.length) console.log(`\nPassed at the second attempt only:\n${repeated.join('\n\n')}\n`)
if (reasons.length) console.log(`\n${reasons.join('\n\n')}\n`)
if (failures.length) console.log(`Failed: ${failures.join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
