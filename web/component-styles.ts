import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const STYLES = 'virtual:component-styles'
const CLASSES = /\/node_modules\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
const STYLESHEET = /\/node_modules\/@mantine\/core\/styles\/([\w-]+)\.layer\.css$/
const EVERYWHERE = ['default-css-variables', 'baseline', 'global']

const imported = (names: readonly string[]): string =>
  names.map((name) => `import '@mantine/core/styles/${name}.layer.css'\n`).join('')

const LAYER = '@layer mantine {'

/** The components' stylesheets in the order in which the whole one has them: what others build upon comes first. */
const inOrder = (): string[] => {
  const whole = fileURLToPath(import.meta.resolve('@mantine/core/styles.layer.css'))
  const folder = `${dirname(whole)}/styles`
  const text = readFileSync(whole, 'utf8')
  const placeOf = (name: string): number => {
    const own = /\.m_[0-9a-f]+/.exec(readFileSync(`${folder}/${name}.layer.css`, 'utf8'))
    const place = own ? text.indexOf(own[0]) : -1
    if (place < 0) throw new Error(`The styles of ${name} are not in the whole stylesheet`)
    return place
  }
  const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.layer\.css$/.exec(file)?.[1] ?? [])
  const others = names.filter((name) => !EVERYWHERE.includes(name)).map((name) => ({ name, place: placeOf(name) }))
  return [...EVERYWHERE, ...others.sort((a, b) => a.place - b.place).map(({ name }) => name)]
}

/**
 * In the build, each of Mantine's components brings its own styles, so that a page loads those of the components that it
 * has. Files arrive in any order, so each component has a layer of its own, and the document says first how they follow
 * each other. While developing, all styles come at once, because packages are bundled before plugins see them.
 */
export const componentStyles = (): Plugin => {
  let order: string[] | null = null
  const layerOf = (name: string): string => `c${order?.indexOf(name)}`
  return {
    name: 'component-styles',
    enforce: 'pre',
    configResolved({ command }) {
      order = command === 'build' ? inOrder() : null
    },
    resolveId: (id) => (id === STYLES ? `\0${STYLES}` : null),
    load(id) {
      if (id !== `\0${STYLES}`) return null
      return order ? imported(EVERYWHERE) : "import '@mantine/core/styles.layer.css'"
    },
    transform(code, id) {
      const component = order && CLASSES.exec(id)?.[1]
      if (component) return { code: imported([component]) + code, map: null }
      const name = order && STYLESHEET.exec(id)?.[1]
      if (!name) return null
      if (!code.startsWith(LAYER)) this.error(`The styles of ${name} are written differently: look here again`)
      return { code: code.replace(LAYER, `@layer mantine.${layerOf(name)} {`), map: null }
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        if (!order) return html
        const layers = `@layer mantine { @layer ${order.map(layerOf).join(', ')}; }`
        return html.replace('<style nonce="">', `<style nonce="">\n      ${layers}`)
      },
    },
  }
}
