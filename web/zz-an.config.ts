import base from './vite.config.ts'
import { writeFileSync } from 'node:fs'
const b = base as any
export default { ...b, plugins: [...b.plugins, { name: 'an', generateBundle(_: any, bundle: any) {
  const out: any = {}
  for (const c of Object.values(bundle) as any[]) if (c.type === 'chunk') out[c.fileName] = { name: c.name, facade: c.facadeModuleId, imports: c.imports, dyn: c.dynamicImports, size: c.code.length, mods: Object.fromEntries(Object.entries(c.modules).map(([k, m]: any) => [k, m.renderedLength])) }
  writeFileSync(process.env.AN ?? '/tmp/h6an/an.json', JSON.stringify(out))
} }] }
