import { builtinModules } from 'node:module'
import type { Plugin } from 'esbuild'

/**
 * Packages that name Node's modules without `node:`, as those that read SAML do. The runtime has these modules by their
 * full names only, and as ES modules.
 */
const BARE = new RegExp(`^(${builtinModules.filter((name) => /^[a-z]\w*$/.test(name)).join('|')})$`)

export const nodeBuiltIns: Plugin = {
  name: 'node-built-ins',
  setup: (builder) => {
    builder.onResolve({ filter: BARE }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'node-built-in' } : { path: `node:${path}`, external: true },
    )
    builder.onLoad({ filter: /.*/, namespace: 'node-built-in' }, ({ path }) => ({
      contents: `import lib from 'node:${path}'; module.exports = lib`,
    }))
  },
}
