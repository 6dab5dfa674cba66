import type { Plugin } from 'vite'
import { earlyLink, NEXT_FILES, type NextFiles } from './pages/next-files.ts'

const STYLESHEET = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g
const PAGE = /\/routes\/(.*)\.tsx\?tsr-split=/
/** What surrounds all pages of staff, or of vendors' people. */
const FRAME = /^_\w+$/

interface Chunk {
  type: string
  name?: string
  fileName: string
  isEntry?: boolean
  imports?: string[]
  moduleIds?: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/** `_staff/bills/$billId/{-$tab}` as an expression for the paths that it is the page of. */
export const pathOf = (route: string): string => {
  const steps = route
    .split(/[./]/)
    .filter((step) => step !== 'index' && !/^_\w*$/.test(step))
    .map((step) => {
      if (step === '$') return '/.*'
      if (step.startsWith('{-$')) return '(?:/[^/]+)?'
      return step.startsWith('$') ? '/[^/]+' : `/${step.replaceAll(/[^\w-]/g, '\\$&')}`
    })
  return `^${steps.join('')}/?$`
}

/** Pages with fewer unknown steps come first: /bills/new is not the bill "new". */
const unknownSteps = (path: string): number => path.split(/\[\^\/\]|\.\*/).length + (path.includes('.*') ? 10 : 0)

type Bundle = Readonly<Record<string, Chunk>>
/** The part of the bundler's result that matters here. */
const chunksOf = (bundle: unknown): Bundle => (bundle ?? {}) as Bundle

/** The files that each page needs besides those in every page's document, in the order in which they are needed. */
export const nextFilesOf = (bundle: Bundle): NextFiles => {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
  const named = (name: string): Chunk => {
    const found = chunks.find((each) => each.name === name)
    if (!found) throw new Error(`The build has no file called ${name}`)
    return found
  }
  const withImports = (files: readonly Chunk[], known: ReadonlySet<Chunk>): Set<Chunk> => {
    const found = new Set<Chunk>()
    const enter = (chunk: Chunk | undefined): void => {
      if (!chunk || found.has(chunk) || known.has(chunk)) return
      for (const file of chunk.imports ?? []) enter(bundle[file])
      found.add(chunk)
    }
    for (const file of files) enter(file)
    return found
  }
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const known = withImports([...entries, named('first')], new Set())
  const filesOf = (wanted: readonly Chunk[]): string[] => {
    const files = [...withImports(wanted, known)]
    const styles = files.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    return [...files.map(({ fileName }) => fileName), ...styles]
  }
  const byRoute = new Map<string, Chunk[]>()
  for (const chunk of chunks)
    for (const id of chunk.moduleIds ?? []) {
      const route = PAGE.exec(id)?.[1]
      if (route) byRoute.set(route, [...(byRoute.get(route) ?? []), chunk])
    }
  const frames = [...byRoute].filter(([route]) => FRAME.test(route))
  const pages = [...byRoute]
    .filter(([route]) => !FRAME.test(route))
    .map(([route, own]): [path: string, files: string[]] => {
      const frame = frames.flatMap(([name, files]) => (route.startsWith(`${name}/`) ? files : []))
      // The first pages are known from the start. The others are found in the list of all pages.
      const list = /^(_staff\/index|login|login-with-token|v\/login)$/.test(route) ? [] : [named('routes')]
      return [pathOf(route), filesOf([...list, ...frame, ...own])]
    })
    .sort(([a], [b]) => unknownSteps(a) - unknownSteps(b) || (a < b ? -1 : 1))
  const all = [...new Set(pages.flatMap(([, files]) => files))]
  return { files: all, pages: pages.map(([path, files]) => [path, files.map((file) => all.indexOf(file))]) }
}

/**
 * Speeds up the first view. Into the document: the addresses of the files that every page needs, and the styles of the
 * text shown while they load, so that it appears first. Beside it: those that each page needs, of which the Pages
 * function writes the requested page's into the document (see pages/_worker.ts).
 */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(chunksOf(bundle))
      const first = chunks.find((each) => each.type === 'chunk' && each.name === 'first')
      if (!first) throw new Error('The build has no file called first')
      const early = [first.fileName, ...(first.viteMetadata?.importedCss ?? [])].map(earlyLink)
      const styles = html.match(STYLESHEET)?.map((link) => link.trim()) ?? []
      const indented = (links: string[]): string => links.map((link) => `    ${link}\n`).join('')
      return html
        .replace(STYLESHEET, '')
        .replace('  </head>', `${indented(early)}  </head>`)
        .replace('  </body>', `${indented(styles)}  </body>`)
    },
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const source = JSON.stringify(nextFilesOf(chunksOf(bundle)))
      this.emitFile({ type: 'asset', fileName: NEXT_FILES.slice(1), source })
    },
  },
})
