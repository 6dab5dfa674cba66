import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import type { BuildOptions } from 'esbuild'
import { Miniflare, type WorkerOptions } from 'miniflare'
import { apiBundle, ensureBundle } from '../../worker/local/host/bundle.ts'
import { readWorkerConfig } from '../../worker/local/host/config.ts'
import { applyMigrations } from '../../worker/local/host/migrations.ts'
import { paths } from '../../worker/local/host/paths.ts'
import { freePorts } from '../../worker/local/host/ports.ts'
import { guardWorkerd } from '../../worker/local/host/workerd-guard.ts'
import { benchFolder } from './data/build.ts'
import { company, crowd, otherCompany } from './data/company.ts'
import { signIn } from './data/organisation.ts'
import { keepFigures } from './data/purchases.ts'
import { startMailProvider } from './mail-provider.ts'

/** Platform staff. */
export const STAFF_ADDRESS = 'desk@outlay.bench'
/** Signs addresses. */
export const SIGNING = { OUTLAY_ORIGIN: 'http://outlay.bench', OUTLAY_SIGNING_KEY: 'bench' }

export interface Runtime {
  /** Direct sockets, because Miniflare's own entry costs more than a page. */
  worker: string
  floor: string
  traced: string
  /** The same Worker where the database is cell 1 of three, if asked for. And with its own account of costs. */
  celled: string
  celledTraced: string
  /** Waits until nothing from before affects the next measurement: the emails are sent, and the alarms have fired. */
  settled(): Promise<void>
  /** Processor time of workerd so far. NaN if the system doesn't tell. */
  cpuMs(): number
  /** The database that all three share. */
  database(): Promise<D1Database>
  /** The stored files that all three share. */
  files(): Promise<R2Bucket>
  stop(): Promise<void>
}

/** The load generator ends its connections in the middle of an answer. Workerd's messages about that don't matter. */
const showErrors = (stdout: Readable, stderr: Readable): void => {
  for (const stream of [stdout, stderr]) {
    createInterface(stream).on('line', (line) => {
      if (!line.includes('disconnected:') && !line.startsWith('stack:')) console.error(line.slice(0, 500))
    })
  }
}

/** The trigger runs every ten seconds while a bench waits. */
const EACH_TRIES = 50
/** A request's alarm fires at most this long after a change. */
const ALARM_MS = 7_000

export const bundleOf = (entry: string, name: string): Promise<string> => {
  const options: BuildOptions = {
    ...apiBundle(),
    entryPoints: [join(paths.root, entry)],
    outfile: join(paths.build, `${name}.mjs`),
  }
  return ensureBundle(options)
}

/**
 * Emptied when all is measured, because some file systems create new files slowly for minutes after many were deleted.
 */
export const runFolder = join(benchFolder, 'run')
let started = 0

/** The three Workers on one database. Only the first and the floor are measured. */
export const startRuntime = async (database: string, { cells = false } = {}): Promise<Runtime> => {
  const config = readWorkerConfig(paths.config)
  const scripts = {
    worker: await bundleOf('worker/index.ts', 'bench-worker'),
    traced: await bundleOf('test/bench/workers/traced.ts', 'bench-traced'),
    floor: await bundleOf('test/bench/workers/floor.ts', 'bench-floor'),
  }
  const folder = join(runFolder, `${process.pid}-${started++}`)
  const at = { d1: join(folder, 'd1'), objects: join(folder, 'objects') }
  for (const each of Object.values(at)) mkdirSync(each, { recursive: true })
  const [worker = 0, floor = 0, traced = 0, celled = 0, celledTraced = 0] = await freePorts(5)
  const ports = { worker, floor, traced, celled, celledTraced }
  const mails = await startMailProvider()
  const guard = guardWorkerd({ pidFile: join(folder, 'workerd.pid'), wrapper: join(folder, 'workerd.sh') })

  const common = (script: string, port: number): WorkerOptions => ({
    compatibilityDate: config.compatibilityDate,
    compatibilityFlags: config.compatibilityFlags,
    modules: [{ type: 'ESModule', path: script }],
    d1Databases: Object.fromEntries(config.d1.map((each) => [each.binding, each.name])),
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
  })
  const api = (name: string, script: string, port: number, trace: '0' | '1'): WorkerOptions => ({
    name,
    ...common(script, port),
    bindings: {
      ...config.vars,
      ...SIGNING,
      OUTLAY_LOCAL_FLAGS: 'createServiceFromDocument, assistant',
      OUTLAY_INTERNAL_STAFF: STAFF_ADDRESS,
      RESEND_API_KEY: 'bench',
      OUTLAY_TRACE: trace,
      OUTLAY_LOG_LEVEL: 'error',
    },
    r2Buckets: Object.fromEntries(config.r2.map((each) => [each.binding, each.bucket])),
    queueProducers: Object.fromEntries(config.producers.map((each) => [each.binding, { queueName: each.queue }])),
    durableObjects: Object.fromEntries(
      config.objects.map((each) => [each.binding, { className: each.className, useSQLite: each.sqlite }]),
    ),
    outboundService: { external: { address: mails.address, http: {} } },
  })
  const main = config.d1[0]?.name ?? ''
  const inCells = (name: string, port: number, trace: '0' | '1'): WorkerOptions => ({
    ...api(name, scripts.worker, port, trace),
    d1Databases: { DB: `${main}-directory`, CELL_1: main, CELL_2: `${main}-2` },
  })
  const options = (withWorkers: boolean) => ({
    host: '127.0.0.1',
    port: 0,
    ...(process.env.BENCH_INSPECT ? { inspectorPort: Number(process.env.BENCH_INSPECT) } : {}),
    cf: false as const,
    telemetry: { enabled: false },
    logRequests: false,
    d1Persist: at.d1,
    durableObjectsPersist: at.objects,
    unsafeRuntimeEnv: guard.runtimeEnv,
    handleRuntimeStdio: showErrors,
    workers: withWorkers
      ? [
          {
            ...api('outlay', scripts.worker, ports.worker, '0'),
            queueConsumers: Object.fromEntries(config.consumers.map(({ queue, ...settings }) => [queue, settings])),
          },
          api('traced', scripts.traced, ports.traced, '1'),
          ...(cells ? [inCells('celled', ports.celled, '0'), inCells('celled-traced', ports.celledTraced, '1')] : []),
          {
            name: 'floor',
            ...common(scripts.floor, ports.floor),
            durableObjects: { FLOOR: { className: 'FloorObject', useSQLite: true } },
          },
        ]
      : [{ ...common(scripts.floor, ports.floor), name: 'floor', unsafeDirectSockets: [], durableObjects: {} }],
  })

  const file = await databaseFile(at.d1, options(false))
  copyFileSync(database, file)
  const copy = new DatabaseSync(file)
  for (const each of [company, otherCompany]) signIn(copy, each, each.people)
  if (cells) signIn(copy, company, company.people, 'c1.')
  // From the crowd only those who look at it: an admin and a plain member.
  signIn(copy, crowd, [...crowd.people.slice(0, 1), ...crowd.requestors.slice(0, 2)])
  keepFigures(copy, crowd, Date.now())
  copy.close()

  const miniflare = new Miniflare(options(true))
  await miniflare.ready
  for (const binding of cells ? ['DB', 'CELL_2'] : [])
    await applyMigrations(await miniflare.getD1Database(binding, 'celled'), paths.migrations)
  const stop = async () => {
    await Promise.race([miniflare.dispose(), new Promise((resolve) => setTimeout(resolve, 5_000).unref())])
    guard.release()
    await mails.stop()
  }
  const url = (port: number) => `http://127.0.0.1:${port}`
  return {
    worker: url(ports.worker),
    floor: url(ports.floor),
    traced: url(ports.traced),
    celled: url(ports.celled),
    celledTraced: url(ports.celledTraced),
    async settled() {
      // What is to be done later than the run, such as reminders, isn't waited for, nor exchange rates: no one has them here.
      const waiting = `SELECT topic, count(*) AS n, max(last_error) AS error FROM outbox
        WHERE topic <> 'sync.run' AND
          ((done_at IS NULL AND dead_at IS NULL AND available_at < ?1 + 60000) OR created_at > ?1 - ${ALARM_MS}) GROUP BY topic`
      const left = async () => {
        const d1 = await miniflare.getD1Database('DB', 'outlay')
        const { results } = await d1
          .prepare(waiting)
          .bind(Date.now())
          .all<{ topic: string; n: number; error: string }>()
        return results
      }
      // A kept connection can be closed the moment it is reused.
      const ask = () => left().catch(left)
      for (let tries = 0; tries < 600; tries++) {
        // What a message was lost for is found by what happens each minute.
        if (tries % EACH_TRIES === 0) await (await miniflare.getWorker('outlay')).scheduled({ cron: '* * * * *' })
        if ((await ask()).length === 0) return
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      const topics = (await ask()).map(({ topic, n, error }) => `${n} of ${topic} (${error ?? 'never tried'})`)
      throw new Error(`The outbox does not empty itself: ${topics.join(', ')}`)
    },
    cpuMs: () => cpuMsOf(guard.pid() ?? 0),
    database: () => miniflare.getD1Database('DB', 'outlay') as unknown as Promise<D1Database>,
    files: () => miniflare.getR2Bucket('DOCUMENTS', 'outlay') as unknown as Promise<R2Bucket>,
    stop,
  }
}

const TICK_MS = 10

export const cpuMsOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the command's name, which can contain anything: state is field 3, user and system time are 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}

/**
 * Where Miniflare keeps the database. The name is Miniflare's own hash, so the file is created once and then replaced.
 */
const databaseFile = async (folder: string, options: ConstructorParameters<typeof Miniflare>[0]): Promise<string> => {
  const miniflare = new Miniflare(options)
  const d1 = await miniflare.getD1Database('DB', 'floor')
  await d1.prepare('SELECT 1').run()
  await miniflare.dispose()
  const objects = join(folder, 'miniflare-D1DatabaseObject')
  const names = readdirSync(objects).filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
  const [name] = names
  if (!name || names.length !== 1) throw new Error(`Expected one database in ${objects}, found ${names.join(', ')}`)
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(objects, name + suffix), { force: true })
  return join(objects, name)
}
