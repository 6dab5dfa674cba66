import type { Plugin } from 'vite'

const STYLES = 'virtual:component-styles'
const CLASSES = /\/node_modules\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
const EVERYWHERE = ['default-css-variables', 'baseline', 'global']

const imported = (names: readonly string[]): string =>
  names.map((name) => `import '@mantine/core/styles/${name}.layer.css'\n`).join('')

/**
 * In the build, each of Mantine's components brings its own styles, so that a page loads those of the components that it
 * has. A component's parts come before it, as their modules do. While developing, all styles come at once, because
 * packages are bundled before plugins see them.
 */
export const componentStyles = (): Plugin => {
  let isBuild = false
  return {
    name: 'component-styles',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === STYLES ? `\0${STYLES}` : null),
    load(id) {
      if (id !== `\0${STYLES}`) return null
      return isBuild ? imported(EVERYWHERE) : "import '@mantine/core/styles.layer.css'"
    },
    transform: {
      filter: { id: CLASSES },
      handler(code, id) {
        const name = CLASSES.exec(id)?.[1]
        return isBuild && name ? { code: imported([name]) + code, map: null } : null
      },
    },
  }
}
