import { browserTests } from './browser-tests.ts'
import { fitting } from './fitting.ts'
import { areaOf, type Graph, reachedFrom, STOPS } from './graph.ts'
import type { Known } from './known.ts'

/** What a change can break, and so what is run for it. */
export interface ChangedPlan {
  /** Set where the change is beneath everything: why everything runs. */
  everything: string | null
  /** Folders whose types are checked. */
  types: string[]
  unit: string[]
  web: string[]
  worker: string[]
  cells: string[]
  /** Generated suites, which ask about `operations` only. */
  suites: string[]
  e2e: string[]
  /** Say something about the change too, and would take longer than anyone waits. */
  left: string[]
  operations: string[]
  /** Worker files that never said what they perform. They are chosen by their folder. */
  unknown: number
  /** The schema of GraphQL and the tables may differ. */
  hasSchema: boolean
}

/** What everything stands on. */
const BENEATH =
  /^(worker\/(core|transport|objects|env|index|app|graphql|jobs|kinds)|worker\/features\/platform|worker\/local\/(host|demo)|migrations|schema\/(shared|platform)|test\/support\/(bundle|worker\/(setup|world|database|sessions)\.ts)|test\/vitest\.config|package\.json|bun\.lock|wrangler\.toml|tsconfig|web\/(ui|lib|vite|main))/

const OPERATION = /^\s*id: '([a-z][\w-]+\.[\w-]+)',?$/gm
const SUITES = /^test\/worker\/(authorisation|contract-suite|mutation)\//

/** Tests of cells have a project of their own (test/vitest.config.ts). */
const IN_CELLS =
  /^test\/worker\/(authorisation|cells|contract-suite)\/|\/(vendor-form-tasks|vendor-documents|vendor-invoices)\.test\.ts$/

const TYPES: [of: RegExp, folders: string[]][] = [
  [/^schema\//, ['worker', 'web', 'test/worker', 'test/unit']],
  [/^worker\//, ['worker', 'test/worker']],
  [/^worker\/local\//, ['worker/local/host', 'test']],
  [/^web\//, ['web']],
  [/^test\/(worker|support\/worker)\//, ['test/worker']],
  [/^test\/unit\//, ['test/unit']],
  [/^test\/(web|e2e|support)\//, ['test']],
  [/^test\/bench\//, ['test/bench']],
]

/** An operation that is called as its endpoint is. */
const AS_ENDPOINT = /^\s*id: (?:\w+\.)?(\w+)\.id,$/gm
const ENDPOINT = /^export const (\w+) = endpoint\(\{\s*id: '([^']+)'/gm

/** The ids of the endpoints that a file takes, by their names. */
const endpointsOf = ({ users, texts }: Graph, file: string): Map<string, string> =>
  new Map(
    [...users]
      .filter(([taken, by]) => taken.startsWith('schema/') && by.has(file))
      .flatMap(([taken]) => [...(texts.get(taken) ?? '').matchAll(ENDPOINT)])
      .map(([, name = '', id = '']) => [name, id]),
  )

const operationsIn = (graph: Graph, files: Iterable<string>): string[] =>
  [...files]
    .filter((file) => file.startsWith('worker/features/'))
    .flatMap((file) => {
      const text = graph.texts.get(file) ?? ''
      const named = [...text.matchAll(OPERATION)].map(([, id = '']) => id)
      const referred = [...text.matchAll(AS_ENDPOINT)].map(([, name = '']) => name)
      if (referred.length === 0) return named
      const ids = endpointsOf(graph, file)
      return [...named, ...referred.flatMap((name) => ids.get(name) ?? [])]
    })

/**
 * The operations that a change can break: those that stand on it, directly or through others. Of a file that only tells
 * a list of itself (what a kind can do, a job), no one knows who asks it, so that it stands for its area.
 */
const operationsOf = (graph: Graph, changed: readonly string[]): string[] => {
  const each = changed.map((file) => {
    const found = operationsIn(graph, reachedFrom(graph, [file], STOPS))
    const area = /^worker\//.test(file) && areaOf(file)
    return found.length > 0 || !area
      ? found
      : operationsIn(
          graph,
          [...graph.texts.keys()].filter((other) => other.startsWith(`worker/features/${area}/`)),
        )
  })
  return [...new Set(each.flat())].sort()
}

/** Seconds of test files, one after another. Two or three run at once. */
const WORKER_SECONDS = 110
const BROWSER_SECONDS = 45

/**
 * @param known what each test file told when it last ran
 * @param isThorough takes all test files that say something, however long they take
 */
export const planFor = (graph: Graph, changed: string[], known: Known, isThorough = false): ChangedPlan => {
  const performed = known.operations
  const beneath = changed.find((file) => BENEATH.test(file))
  const reached = reachedFrom(graph, changed, STOPS)
  const operations = operationsOf(graph, changed)
  const wanted = new Set(operations)
  const all = [...graph.texts.keys()]
  const tests = all.filter((file) => /\.test\.tsx?$/.test(file))
  const isSuite = (file: string) => SUITES.test(file)
  const areas = [...new Set(changed.filter((file) => /^worker\//.test(file)).flatMap((file) => areaOf(file) ?? []))]
  const isKnown = (file: string) => file in performed || isSuite(file)
  const isPerformer = (file: string) =>
    isKnown(file)
      ? (performed[file] ?? []).some((id) => wanted.has(id))
      : areas.some((area) => file.startsWith(`test/worker/${area}/`))
  const workerTests = tests.filter((file) => file.startsWith('test/worker/'))
  const ofWorker = workerTests.filter((file) => reached.has(file) || isPerformer(file))
  /** Files of the changed areas first, then those that perform little else. */
  const worthOf = (file: string): number => {
    const calls = performed[file] ?? []
    const share = calls.filter((id) => wanted.has(id)).length / (calls.length || 1)
    return share + (areas.some((area) => file.startsWith(`test/worker/${area}/`)) ? 1 : 0)
  }
  const thatFit = (files: string[], seconds: number): string[] => {
    const sure = files.filter((file) => reached.has(file))
    const more = files.filter((file) => !reached.has(file))
    const used = sure.reduce((sum, file) => sum + (known.seconds[file] ?? 0), 0)
    if (isThorough) return [...sure, ...more]
    return [...sure, ...fitting(more, known.seconds, seconds - used)]
  }
  const performers = ofWorker.filter((file) => !isSuite(file)).sort((a, b) => worthOf(b) - worthOf(a))
  const callers = thatFit(performers, WORKER_SECONDS)
  const browser = tests.filter((file) => file.startsWith('test/e2e/'))
  const openers = [
    ...new Set([...browser.filter((file) => reached.has(file)), ...browserTests(graph, browser, changed)]),
  ]
  const e2e = thatFit(openers, BROWSER_SECONDS)
  const running = new Set([...callers, ...e2e])
  return {
    everything: beneath ? `${beneath} is beneath everything` : null,
    types: [...new Set(TYPES.flatMap(([of, folders]) => (changed.some((file) => of.test(file)) ? folders : [])))],
    unit: tests.filter((file) => file.startsWith('test/unit/') && reached.has(file)),
    web: tests.filter((file) => file.startsWith('test/web/') && reached.has(file)),
    worker: callers.filter((file) => !IN_CELLS.test(file)),
    cells: callers.filter((file) => IN_CELLS.test(file)),
    suites: wanted.size > 0 ? tests.filter(isSuite) : ofWorker.filter(isSuite),
    e2e,
    left: [...performers, ...openers].filter((file) => !running.has(file)),
    operations,
    unknown: wanted.size > 0 ? workerTests.filter((file) => !isKnown(file)).length : 0,
    hasSchema: changed.some((file) => /^(schema|worker)\//.test(file)),
  }
}
