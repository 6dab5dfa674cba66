import { dirname, join } from 'node:path'
import { clustersOf, type Unit } from './clusters.ts'

/**
 * Decides which build file a module goes into: what starts the app, the routes of all pages, what surrounds every staff
 * page, what these two share (`common`), and everything later as clusters.ts groups it.
 */

interface ModuleInfo {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
  code: string | null
}

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null
}

/** Libraries that change less often than the app. The nonce and zod's setting must run before any schema is built. */
const LIBRARIES: [name: string, test: RegExp][] = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  [
    'data',
    /node_modules\/(@tanstack\/(router-core|react-router|history|store|react-store|query-core|react-query)|use-sync-external-store|isbot|seroval|seroval-plugins|cookie-es)\//,
  ],
  ['schema', /node_modules\/(zod|get-nonce)\/|web\/lib\/csp\.ts/],
]

/** What all pages but the first ones load, to find their own. */
const ROUTES = 'routes'
const PAGE = /\?tsr-split=/
/** How often Home is opened while another page is opened once. */
const TIMES_HOME = 8
/** Not a file of its own: what it has is grouped as that of other pages. */
const HOME = 'home'

/** In this order, each takes what its sources import and no earlier one has taken. */
const LAYERS: [name: string, sources: string[]][] = [
  ['start', ['main.tsx']],
  ['first', ['routes/login.tsx', 'routes/login-with-token.tsx', 'routes/v/login.tsx']],
  [ROUTES, ['routes.gen.ts']],
  ['frame', ['routes/_staff.tsx', 'features/platform/session/access.ts']],
  [
    HOME,
    [
      'routes/_staff/index.tsx',
      'features/approvals/inbox/queue-source.ts',
      'features/documents/threads/queue-source.ts',
      'features/money/payments/queue-source.ts',
      'features/planning/pictures/pictures.tsx',
      'features/requests/lists/following.tsx',
      'features/vendors/renewals/upcoming.tsx',
    ],
  ],
]

/** Libraries that export everything from one module. Only the named exports get into the build. */
const COLLECTION = /node_modules\/(@[^/]+\/[^/]+)\/(?:esm\/index|dist\/esm\/tabler-icons-react)\.mjs$/

const NAMED = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g

const RENAMED = /export\s*\{([^}]*)\}(?!\s*from)/g

const named = (code: string): { names: string[]; from: string }[] =>
  [...code.matchAll(NAMED)].map(([, list = '', from = '']) => ({
    names: list.split(',').map((each) => each.trim()),
    from,
  }))

/** For "default as IconPlus": the external and the internal name. */
const offered = (name: string): string => name.split(' as ').at(-1) ?? ''
const wanted = (name: string): string => name.split(' as ')[0] ?? ''

/** What a module imports. For a collection, only the modules behind the names. */
const createImports = (graph: Graph) => {
  const collections = new Map<string, Map<string, string>>()
  const offersOf = (id: string): Map<string, string> => {
    const known = collections.get(id)
    if (known) return known
    const info = graph.getModuleInfo(id)
    const offers = new Map<string, string>()
    for (const { names, from } of named(info?.code ?? '')) {
      const behind = from.startsWith('.')
        ? join(dirname(id), from)
        : info?.importedIds.find((each) => each.includes(`/node_modules/${from}/`))
      for (const name of names) if (behind) offers.set(offered(name), behind)
    }
    for (const [, list = ''] of info?.code?.matchAll(RENAMED) ?? [])
      for (const name of list.split(',').map((each) => each.trim())) {
        const behind = offers.get(wanted(name))
        if (behind) offers.set(offered(name), behind)
      }
    collections.set(id, offers)
    return offers
  }
  return (id: string): string[] => {
    const info = graph.getModuleInfo(id)
    if (!info) return []
    return info.importedIds.flatMap((imported) => {
      const library = COLLECTION.exec(imported)?.[1]
      if (!library) return [imported]
      const offers = offersOf(imported)
      return named(info.code ?? '')
        .filter(({ from }) => from === library)
        .flatMap(({ names }) => names.flatMap((name) => offers.get(wanted(name)) ?? []))
    })
  }
}

/** @param root of the web folder, with a trailing slash */
export const chunkNames = (root: string): ((id: string, graph: Graph) => string | null) => {
  let layerOf: Map<string, string> | undefined
  const ofHome = new Set<string>()
  let importsOf: ((id: string) => string[]) | undefined
  let laterOf: Map<string, string> | undefined

  const walk = (source: string, graph: Graph, enter: (id: string) => boolean): void => {
    importsOf ??= createImports(graph)
    const waiting = [source]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) if (enter(id)) waiting.push(...importsOf(id))
  }
  const layers = (graph: Graph): Map<string, string> => {
    const found = new Map<string, string>()
    for (const [name, sources] of LAYERS) {
      for (const source of sources) {
        const info = graph.getModuleInfo(root + source)
        if (!info) throw new Error(`${source} is not in the build`)
        // The route itself starts with the app. What it shows and reads is split off.
        const own = source.startsWith('routes/') ? info.dynamicallyImportedIds : [root + source]
        for (const id of own)
          walk(id, graph, (each) => {
            const earlier = found.get(each)
            // Frame and Home don't wait for the routes of all pages. What these use, too, is a file of its own.
            const isShared = (name === 'frame' || name === HOME) && earlier === ROUTES
            if (earlier && !isShared) return false
            if (isShared) found.set(each, 'common')
            else if (name !== HOME) found.set(each, name)
            else if (ofHome.has(each)) return false
            else ofHome.add(each)
            return true
          })
      }
    }
    return found
  }
  /** What is loaded later than the layers, with what only it imports. */
  const later = (graph: Graph): Map<string, string> => {
    const units = new Map<string, Unit>()
    const pages = new Set<string>()
    let routesSize = 0
    const kept = (id: string): boolean => !layerOf?.has(id) && !LIBRARIES.some(([, test]) => test.test(id))
    const enter = (page: string): void => {
      if (pages.has(page) || !kept(page)) return
      pages.add(page)
      walk(page, graph, (id) => {
        if (units.has(id) || !kept(id)) return false
        const info = graph.getModuleInfo(id)
        const all = importsOf?.(id) ?? []
        const needsRoutes = all.some((each) => layerOf?.get(each) === ROUTES) || (PAGE.test(id) && !ofHome.has(id))
        const imports = [...all.filter(kept), ...(needsRoutes ? [ROUTES] : [])]
        units.set(id, { id, size: info?.code?.length ?? 0, imports })
        for (const each of info?.dynamicallyImportedIds ?? []) enter(each)
        return true
      })
    }
    for (const [id, layer] of layerOf ?? []) {
      const info = graph.getModuleInfo(id)
      if (layer === ROUTES) routesSize += info?.code?.length ?? 0
      for (const each of info?.dynamicallyImportedIds ?? []) enter(each)
    }
    units.set(ROUTES, { id: ROUTES, size: routesSize, imports: [], isFile: true })
    const parts = new Set([...ofHome].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []))
    // What shows toasts is loaded a moment after every first page.
    parts.add(`${root}ui/toasts/toaster.tsx`)
    const times = (page: string): number => (ofHome.has(page) || parts.has(page) ? TIMES_HOME : 1)
    const opened = [...pages].flatMap((page) => Array<string>(times(page)).fill(page))
    return clustersOf(units, opened)
  }

  return (id, graph) => {
    const library = LIBRARIES.find(([, test]) => test.test(id))
    if (library) return library[0]
    layerOf ??= layers(graph)
    laterOf ??= later(graph)
    return layerOf.get(id) ?? laterOf.get(id) ?? null
  }
}
