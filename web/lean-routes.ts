import type { Plugin } from 'vite'

const SPLIT = /\blazyRouteComponent\((\$\$split\w+Importer),\s*['"]component['"]\)/g
const SPLIT_LOADER = /\blazyFn\((\$\$split\w+Importer),\s*['"]loader['"]\)/g
const CHILDREN = /^(const \w+Children): \w+ = \{$([\s\S]*?)^\}$/gm

/**
 * Loads the code that the router splits off its pages through `pageCode`, which knows what to do after a deployment and
 * without a connection. The routes of all pages are in every first load, so the build leaves out what only types need:
 * each route's address beside the one in routes.gen.ts, and the names of its children.
 */
export const leanRoutes = (): Plugin[] => [
  {
    name: 'lean-routes:tree',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/routes\.gen\.ts$/ },
      handler(code) {
        const lean = code.replace(
          CHILDREN,
          (_, name: string, children: string) => `${name}: any = [${children.replace(/^\s*\w+:\s*/gm, '')}]`,
        )
        if (lean === code) this.error('The route tree is written differently: look here again')
        return { code: lean, map: null }
      },
    },
  },
  {
    name: 'lean-routes:pages',
    enforce: 'post',
    transform: {
      filter: { id: /\/web\/routes\/(?!.*tsr-split)/ },
      handler(code) {
        const guarded = code.replace(SPLIT, 'splitPage($1)').replace(SPLIT_LOADER, 'splitLoader($1)')
        const imports = `import { splitPage, splitLoader } from '/lib/split-code.ts'\n`
        return { code: imports + guarded.replace(/\bcreateFileRoute\((['"]).*?\1\)/, 'createFileRoute()'), map: null }
      },
    },
  },
]
