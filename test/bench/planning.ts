import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { readWorkerConfig } from '../../worker/local/host/config.ts'
import { paths } from '../../worker/local/host/paths.ts'
import { freePorts } from '../../worker/local/host/ports.ts'
import { guardWorkerd } from '../../worker/local/host/workerd-guard.ts'
import { bundleOf, cpuMsOf, runFolder } from './runtime.ts'

export interface PlanningCost {
  label: string
  /** Processor time of the runtime for one planning. */
  cpuMs: number
}

export const MOST_PLANNING_MS = 5

const LEVELS = 50
/** Enough per call to make the call itself negligible, and enough calls to make the clock's ticks negligible. */
const TIMES = 10
const CALLS = 60
const WARM_UP_CALLS = 5
const SIDES = [
  { path: '/plan', label: 'Planning 50 levels with 200 questions' },
  { path: '/submit', label: 'The same, and what the object does at submission' },
]

/** Plans the largest workflow that is intended, in the Worker's own runtime, without database or network. */
export const planningCosts = async (): Promise<PlanningCost[]> => {
  const config = readWorkerConfig(paths.config)
  const script = await bundleOf('test/bench/workers/planning.ts', 'bench-planning')
  const [port = 0] = await freePorts(1)
  const folder = join(runFolder, `planning-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const guard = guardWorkerd({ pidFile: join(folder, 'workerd.pid'), wrapper: join(folder, 'workerd.sh') })
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    telemetry: { enabled: false },
    logRequests: false,
    unsafeRuntimeEnv: guard.runtimeEnv,
    workers: [
      {
        name: 'planning',
        compatibilityDate: config.compatibilityDate,
        compatibilityFlags: config.compatibilityFlags,
        modules: [{ type: 'ESModule', path: script }],
        unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      },
    ],
  })
  try {
    await miniflare.ready
    const call = async (path: string): Promise<void> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}?times=${TIMES}`)
      const { levels } = (await answer.json()) as { levels: number }
      if (levels !== LEVELS) throw new Error(`Planned ${levels} levels, not ${LEVELS}`)
    }
    const costs: PlanningCost[] = []
    for (const { path, label } of SIDES) {
      for (let i = 0; i < WARM_UP_CALLS; i++) await call(path)
      const before = cpuMsOf(guard.pid() ?? 0)
      for (let i = 0; i < CALLS; i++) await call(path)
      costs.push({ label, cpuMs: (cpuMsOf(guard.pid() ?? 0) - before) / (CALLS * TIMES) })
    }
    return costs
  } finally {
    await Promise.race([miniflare.dispose(), new Promise((resolve) => setTimeout(resolve, 5_000).unref())])
    guard.release()
  }
}
