import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '../../host/paths.ts'
import type { Known } from './changed/known.ts'
import type { ResultLine } from './file-results.ts'
import { ENV, type Project } from './stages.ts'

/** What a Vitest project answered, attempts after the first included. */
interface ProjectResult {
  passed: number
  failed: { name: string; said: string }[]
  /** Failed at first, and passed when the file ran again by itself. */
  repeated: { name: string; said: string }[]
  /** Files whose process ended before they did. They ran again in a fresh one. */
  lost: string[]
  /** What the files told of themselves. */
  known: Known
}

type FileResult = Exclude<ResultLine, { planned: string[] }>

interface Attempt {
  files: FileResult[]
  /** Planned, and without a result. */
  lost: string[]
  /** It never got as far as to plan. */
  isDead: boolean
}

const linesOf = (file: string): ResultLine[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ResultLine)
    : []

const attempt = (project: Project, files: string[], only: string | undefined): Attempt => {
  const folder = mkdtempSync(join(tmpdir(), 'outlay-results-'))
  const into = join(folder, 'lines')
  // Browser tests often wait for what happens later, such as emails.
  const workers = project === 'e2e' ? ['--maxWorkers=3'] : []
  const reporters = ['--reporter=default', `--reporter=${join(paths.root, 'worker/local/tools/tests/file-results.ts')}`]
  const options = `run --config test/vitest.config.ts --project ${project} --silent=passed-only`.split(' ')
  const command = [...options, ...reporters, ...workers, ...files]
  const env = { ...ENV, OUTLAY_FILE_RESULTS: into, ...(only !== undefined && { ONLY_OPERATIONS: only }) }
  spawnSync('vitest', command, { cwd: paths.root, stdio: ['ignore', 'inherit', 'inherit'], env })
  const lines = linesOf(into)
  rmSync(folder, { recursive: true, force: true })
  const results = lines.filter((line): line is FileResult => 'file' in line)
  const planned = lines.flatMap((line) => ('planned' in line ? line.planned : []))
  const found = new Set(results.map(({ file }) => file))
  return { files: results, lost: planned.filter((file) => !found.has(file)), isDead: planned.length === 0 }
}

/** More failed files than this are no race. */
const MOST_REPEATED = 6
/** A pool that ends again and again is no accident. */
const MOST_POOLS = 3

const failuresOf = ({ file, failed }: FileResult): ProjectResult['failed'] =>
  failed.map(({ name, said }) => ({ name: name ? `${file}: ${name}` : file, said }))

/**
 * Runs a project's tests, all of them or those of some files. On a busy machine two things happen that no change brings
 * about: the pool ends, and takes the files that it still owed along, which then run in a fresh one; and a test loses a
 * race that no person would, so a few failed files run once more, from the start, with a new company. Both are named.
 * @param only the operations that generated suites ask about (`ONLY_OPERATIONS`)
 */
export const runProject = (project: Project, files: string[] = [], only?: string): ProjectResult => {
  const result: ProjectResult = {
    passed: 0,
    failed: [],
    repeated: [],
    lost: [],
    known: { operations: {}, seconds: {} },
  }
  const ended: FileResult[] = []
  let next = attempt(project, files, only)
  for (let pools = 1; ; pools += 1) {
    ended.push(...next.files)
    if (next.isDead || (next.lost.length > 0 && pools >= MOST_POOLS)) {
      const what = next.isDead ? 'Vitest planned no test file' : `the pool ended ${pools} times`
      result.failed.push({ name: `${project} tests`, said: [what, ...next.lost].join('\n') })
      break
    }
    if (next.lost.length === 0) break
    result.lost.push(...next.lost)
    console.log(`\nThe pool ended before ${next.lost.length} files did. They run again in a fresh one.`)
    next = attempt(project, next.lost, only)
  }
  const broken = ended.filter(({ failed }) => failed.length > 0)
  const isRepeated = broken.length > 0 && broken.length <= MOST_REPEATED
  const again = isRepeated
    ? attempt(
        project,
        broken.map(({ file }) => file),
        only,
      ).files
    : []
  for (const first of ended) {
    const last = (isRepeated && first.failed.length > 0 && again.find(({ file }) => file === first.file)) || first
    result.passed += last.passed
    result.failed.push(...failuresOf(last))
    if (first.failed.length > 0 && last.failed.length === 0) result.repeated.push(...failuresOf(first))
    result.known.seconds[last.file] = last.seconds
    if (last.operations) result.known.operations[last.file] = last.operations
  }
  return result
}
