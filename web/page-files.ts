import type { Plugin } from 'vite'
import { AREAS } from './areas.ts'

/** The files that only some pages need, in the order in which they are needed. */
const NAMES = ['routes', 'frame', 'common', ...AREAS.map(([name]) => name)]

const STYLESHEET = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g

interface Chunk {
  type: string
  name?: string
  fileName: string
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Puts into the page what speeds up its first view: the addresses of the files that each kind of page needs (the Pages
 * function keeps those of the requested page, see pages/_worker.ts), and the styles of the text shown while they load,
 * so that it appears first.
 */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values((bundle ?? {}) as unknown as Record<string, Chunk>)
      const early = ['first', ...NAMES].flatMap((name) => {
        const chunk = chunks.find((each) => each.type === 'chunk' && each.name === name)
        if (!chunk) throw new Error(`The build has no file called ${name}`)
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])]
        const mark = name === 'first' ? '' : ` data-file="${name}"`
        return [
          `<link rel="modulepreload" crossorigin href="/${chunk.fileName}"${mark}>`,
          ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}"${mark}>`),
        ]
      })
      const styles = html.match(STYLESHEET)?.map((link) => link.trim()) ?? []
      const indented = (links: string[]): string => links.map((link) => `    ${link}\n`).join('')
      return html
        .replace(STYLESHEET, '')
        .replace('  </head>', `${indented(early)}  </head>`)
        .replace('  </body>', `${indented(styles)}  </body>`)
    },
  },
})
