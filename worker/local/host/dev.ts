import { watch } from 'node:fs'
import { createServer as createVite } from 'vite'
import { apiPaths } from '../../../web/pages/api-paths.ts'
import { apiBundle, watchBundle } from './bundle.ts'
import { type Host, type HostOptions, startHost } from './host.ts'
import { paths } from './paths.ts'
import { report } from './problem.ts'

/**
 * The host with hot reload: Vite serves the app with HMR and passes on API paths, and the Worker is rebuilt and
 * reloaded when its sources, wrangler.toml or the migrations change. One origin for the browser.
 */
export async function startDev(options: HostOptions): Promise<Host> {
  const host = await startHost({ ...options, apiOnly: true })
  const { port } = new URL(host.url)
  let reloading: Promise<void> | undefined
  process.env.OUTLAY_API = host.directUrl
  const vite = await createVite({
    configFile: paths.webConfig,
    root: `${paths.root}/web`,
    clearScreen: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'outlay-wait',
        // Requests wait while the Worker restarts, so that they don't fail in the page being worked on.
        configureServer({ middlewares }) {
          middlewares.use((_request, _response, next) => void (reloading ?? Promise.resolve()).then(() => next()))
        },
      },
    ],
    server: { host: '127.0.0.1', port: Number(port), strictPort: true, proxy: proxyTo(host.directUrl) },
  }).catch(async (error: unknown) => {
    await host.stop()
    throw error
  })
  const reload = serial(async () => {
    const before = Date.now()
    const done = host.reload()
    reloading = done.catch(() => undefined)
    await done
    console.log(`  Worker reloaded (${Date.now() - before} ms)`)
  })
  let first = true
  const bundle = await watchBundle(apiBundle(), (problem) => {
    if (problem) report(problem)
    else if (!first) reload()
    first = false
  })
  const watchers = [paths.config, paths.migrations].map((path) => watch(path, () => reload()))
  await vite.listen()
  return Object.defineProperties(
    {
      ...host,
      async stop() {
        for (const watcher of watchers) watcher.close()
        await Promise.allSettled([bundle.dispose(), vite.close()])
        await host.stop()
      },
    },
    { workerdPid: { get: () => host.workerdPid, enumerable: true } },
  )
}

function proxyTo(target: string) {
  return Object.fromEntries(
    apiPaths.map((path) => {
      const pattern = path.endsWith('/') ? `^${path}` : `^${path}(\\?|$)`
      return [pattern, { target, ws: true }]
    }),
  )
}

/** Runs the work one at a time. Calls during a run cause one more run after it. */
function serial(work: () => Promise<void>): () => void {
  let running = false
  let again = false
  const next = async () => {
    if (running) {
      again = true
      return
    }
    running = true
    await work().catch(report)
    running = false
    if (again) {
      again = false
      await next()
    }
  }
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => void next(), 80)
  }
}
