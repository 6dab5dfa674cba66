import type { Readable } from 'node:stream'
import {
  type MiniflareOptions,
  type Request as MiniflareRequest,
  Response as MiniflareResponse,
  type WorkerOptions,
} from 'miniflare'
import { promptConsumers, type WorkerConfig } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Outside } from './outside.ts'
import { bodyOf } from './stand-ins/body.ts'
import { PLACES_KEY } from './stand-ins/places.ts'
import { quickbooksVars } from './stand-ins/quickbooks/index.ts'
import { signOnVars } from './stand-ins/sign-on/vars.ts'
import { STRIPE_VARS } from './stand-ins/stripe/index.ts'
import { TURNSTILE_VARS } from './stand-ins/turnstile.ts'

export interface TopologyInput {
  config: WorkerConfig
  folder: DataFolder
  /** Paths of the bundled scripts. Without `pages` there is only the API (hot reload: Vite serves the app). */
  scripts: { api: string; pages?: string; door?: string }
  webDist: string
  /** The address people use. */
  origin: string
  /** The databases that hold companies, with the directory. More than wrangler.toml has are made here. */
  cells: number
  port: number
  directPort: number
  localToken: string
  /** Where people reach the stand-ins' pages, below their host names. */
  providerPages: string
  vars: Record<string, string>
  inspectorPort: number | undefined
  outside: Outside
  runtimeEnv: Record<string, string>
  workerLog(level: string, message: string): void
  runtimeEnded(): void
}

/**
 * The same topology as in production: the Pages function in front with the app's files, the API Worker behind its
 * service binding. People reach workerd directly, because Miniflare's own entry costs three quarters of the throughput.
 */
export function topology(input: TopologyInput): MiniflareOptions {
  const { folder } = input
  return {
    host: '127.0.0.1',
    port: 0,
    ...(input.inspectorPort !== undefined && { inspectorPort: input.inspectorPort }),
    cf: false,
    cache: false,
    telemetry: { enabled: false },
    logRequests: false,
    d1Persist: folder.d1,
    r2Persist: folder.r2,
    durableObjectsPersist: folder.objects,
    unsafeRuntimeEnv: input.runtimeEnv,
    structuredWorkerdLogs: true,
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) => input.workerLog(level, message),
    handleRuntimeStdio: (stdout: Readable) => {
      // Ends only when workerd does. Miniflare's own restarts and dispose() destroy the pipe instead.
      stdout.once('end', () => input.runtimeEnded())
    },
    workers: [...front(input), apiWorker(input)],
  }
}

function pagesWorker(input: TopologyInput, script: string): WorkerOptions {
  return {
    name: 'pages',
    compatibilityDate: input.config.compatibilityDate,
    modules: [{ type: 'ESModule', path: script }],
    serviceBindings: { API: input.config.name },
    assets: {
      workerName: 'pages',
      directory: input.webDist,
      binding: 'ASSETS',
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
      assetConfig: { html_handling: 'auto-trailing-slash', not_found_handling: 'single-page-application' },
    },
  }
}

function front(input: TopologyInput): WorkerOptions[] {
  const { pages, door: script } = input.scripts
  return pages && script ? [pagesWorker(input, pages), door(input, script)] : []
}

/**
 * The socket people connect to. It compresses, like Cloudflare's edge. On the worker with the assets the socket would
 * lead through two more of Miniflare's own.
 */
function door(input: TopologyInput, script: string): WorkerOptions {
  return {
    name: 'door',
    compatibilityDate: input.config.compatibilityDate,
    modules: [{ type: 'ESModule', path: script }],
    serviceBindings: { PAGES: 'pages' },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: input.port }],
  }
}

/** The demo account for the pages of platform staff. */
export const LOCAL_STAFF = 'staff@outlay.example'

/** The databases of wrangler.toml, and those of more cells. */
export function databasesOf(config: WorkerConfig, cells: number): WorkerConfig['d1'] {
  const [directory] = config.d1
  const more = Array.from({ length: cells - 1 }, (_, index) => ({
    binding: `CELL_${index + 1}`,
    name: `${directory?.name ?? 'outlay'}-cell-${index + 1}`,
  }))
  return [...config.d1, ...more.filter(({ binding }) => !config.d1.some((each) => each.binding === binding))]
}

function apiWorker(input: TopologyInput): WorkerOptions {
  const { config, outside } = input
  return {
    name: config.name,
    compatibilityDate: config.compatibilityDate,
    compatibilityFlags: config.compatibilityFlags,
    modules: [{ type: 'ESModule', path: input.scripts.api }],
    bindings: {
      ...config.vars,
      OUTLAY_ORIGIN: input.origin,
      OUTLAY_SIGNING_KEY: input.folder.state.signingKey,
      ...(input.folder.state.auditKeys && { OUTLAY_AUDIT_KEYS: input.folder.state.auditKeys }),
      RESEND_API_KEY: 'local',
      ...TURNSTILE_VARS,
      OUTLAY_GOOGLE_MAPS_KEY: PLACES_KEY,
      ...quickbooksVars(input.providerPages),
      ...STRIPE_VARS,
      ...signOnVars(input.providerPages),
      OUTLAY_INTERNAL_STAFF: LOCAL_STAFF,
      OUTLAY_SIGN_UP: '1',
      ...input.vars,
      LOCAL_TOKEN: input.localToken,
    },
    // Named after the database, not its id, so that the rows stay when the real id is put into wrangler.toml.
    d1Databases: Object.fromEntries(databasesOf(config, input.cells).map((each) => [each.binding, each.name])),
    r2Buckets: Object.fromEntries(config.r2.map((each) => [each.binding, each.bucket])),
    queueProducers: Object.fromEntries(
      config.producers.map((each) => [each.binding, { queueName: each.queue, deliveryDelay: each.delaySeconds }]),
    ),
    queueConsumers: promptConsumers(config),
    durableObjects: Object.fromEntries(
      config.objects.map((each) => [each.binding, { className: each.className, useSQLite: each.sqlite }]),
    ),
    outboundService: async (request: MiniflareRequest) => {
      const answer = await outside.standIns.answer(
        new Request(request.url, {
          method: request.method,
          headers: [...request.headers],
          ...(request.body ? { body: await request.arrayBuffer() } : {}),
        }),
      )
      return new MiniflareResponse(await bodyOf(answer), { status: answer.status, headers: [...answer.headers] })
    },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: input.directPort }],
  }
}
