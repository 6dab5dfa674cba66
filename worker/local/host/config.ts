import { readFileSync } from 'node:fs'
import { supportedCompatibilityDate } from 'miniflare'
import { parse } from 'smol-toml'
import { fileTrouble, oneLine, Problem } from './problem.ts'

/** What one machine needs from wrangler.toml. */
export interface WorkerConfig {
  name: string
  compatibilityDate: string
  compatibilityFlags: string[]
  vars: Record<string, string>
  d1: { binding: string; name: string }[]
  r2: { binding: string; bucket: string }[]
  producers: { binding: string; queue: string; delaySeconds?: number }[]
  consumers: Consumer[]
  objects: { binding: string; className: string; sqlite: boolean }[]
  crons: string[]
}

interface Consumer {
  queue: string
  maxBatchSize?: number
  maxBatchTimeout?: number
  maxRetries?: number
  retryDelay?: number
  deadLetterQueue?: string
}

interface Toml {
  name?: string
  compatibility_date?: string
  compatibility_flags?: string[]
  vars?: Record<string, unknown>
  d1_databases?: { binding: string; database_name: string; database_id?: string }[]
  r2_buckets?: { binding: string; bucket_name: string }[]
  queues?: {
    producers?: { binding: string; queue: string; delivery_delay?: number }[]
    consumers?: {
      queue: string
      max_batch_size?: number
      max_batch_timeout?: number
      max_retries?: number
      retry_delay?: number
      max_concurrency?: number
      dead_letter_queue?: string
    }[]
  }
  durable_objects?: { bindings?: { name: string; class_name: string }[] }
  migrations?: { new_sqlite_classes?: string[]; renamed_classes?: { from: string; to: string }[] }[]
  triggers?: { crons?: string[] }
}

const understood = [
  ...['name', 'compatibility_date', 'compatibility_flags', 'vars', 'd1_databases', 'r2_buckets', 'queues'],
  ...['durable_objects', 'migrations', 'triggers'],
]
/** Sections without effect on one machine. */
const ignored = [
  ...['main', 'workers_dev', 'preview_urls', 'route', 'routes', 'observability', 'logpush', 'limits', 'placement'],
  ...['account_id', 'upload_source_maps', 'keep_vars', 'minify', 'dev', 'env', '$schema', 'send_metrics'],
  // How files are bundled, which bundle.ts says here.
  'rules',
]

/** Reads wrangler.toml, the one source of the Worker's bindings. An unknown section is refused, not ignored. */
export function readWorkerConfig(file: string): WorkerConfig {
  const toml = readToml(file)
  const unknown = Object.keys(toml).find((key) => !understood.includes(key) && !ignored.includes(key))
  if (unknown)
    throw new Problem(`wrangler.toml: the local host does not know [${unknown}] (worker/local/host/config.ts).`)
  const sqlite = new Set(toml.migrations?.flatMap((step) => step.new_sqlite_classes ?? []))
  for (const { from, to } of toml.migrations?.flatMap((step) => step.renamed_classes ?? []) ?? []) {
    if (sqlite.delete(from)) sqlite.add(to)
  }
  return {
    name: toml.name ?? 'outlay',
    compatibilityDate: localDate(toml.compatibility_date ?? supportedCompatibilityDate),
    compatibilityFlags: toml.compatibility_flags ?? [],
    vars: Object.fromEntries(Object.entries(toml.vars ?? {}).map(([key, value]) => [key, String(value)])),
    d1: (toml.d1_databases ?? []).map((each) => ({ binding: each.binding, name: each.database_name })),
    r2: (toml.r2_buckets ?? []).map((each) => ({ binding: each.binding, bucket: each.bucket_name })),
    producers: (toml.queues?.producers ?? []).map((each) => ({
      binding: each.binding,
      queue: each.queue,
      delaySeconds: each.delivery_delay,
    })),
    consumers: (toml.queues?.consumers ?? []).map((each) => ({
      queue: each.queue,
      maxBatchSize: each.max_batch_size,
      maxBatchTimeout: each.max_batch_timeout,
      maxRetries: each.max_retries,
      retryDelay: each.retry_delay,
      deadLetterQueue: each.dead_letter_queue,
    })),
    objects: (toml.durable_objects?.bindings ?? []).map((each) => ({
      binding: each.name,
      className: each.class_name,
      sqlite: sqlite.has(each.class_name),
    })),
    crons: toml.triggers?.crons ?? [],
  }
}

export function readToml(file: string): Toml {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Problem(`wrangler.toml cannot be read: ${fileTrouble(error)}.`)
  }
  try {
    return parse(text) as Toml
  } catch (error) {
    throw new Problem(`wrangler.toml is not valid: ${oneLine(error)}`)
  }
}

/** The runtime on this machine can be some weeks older than the one in production. */
function localDate(date: string): string {
  return date > supportedCompatibilityDate ? supportedCompatibilityDate : date
}

/** On one machine a delivery costs nothing, so none waits a second for others to come. */
const BATCH_SECONDS = 0.03

/** The queues' consumers, as Miniflare has them. */
export const promptConsumers = ({
  consumers,
}: Pick<WorkerConfig, 'consumers'>): Record<string, Omit<Consumer, 'queue'>> =>
  Object.fromEntries(
    consumers.map(({ queue, ...settings }) => [
      queue,
      { ...settings, maxBatchTimeout: Math.min(settings.maxBatchTimeout ?? BATCH_SECONDS, BATCH_SECONDS) },
    ]),
  )
