import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { paths } from '../host/paths.ts'

/**
 * Which folders can import which: schema imports neither side, the web never imports the Worker, and areas import each
 * other only where listed. By pattern, so that a new area needs no new rule.
 */
const RULES: { from: RegExp; mayNot: RegExp; unless?: RegExp; why: string }[] = [
  { from: /^schema\//, mayNot: /^(worker|web|test)\//, why: 'schema is what both sides share' },
  {
    from: /^web\//,
    mayNot: /^(worker|test)\//,
    unless: /^web\/pages\//,
    why: 'the web knows the Worker by its endpoints only',
  },
  { from: /^web\//, mayNot: /\/tables\.ts$/, why: 'tables belong to the Worker' },
  { from: /^worker\//, mayNot: /^(web|test)\//, unless: /^worker\/local\//, why: 'the Worker knows no screens' },
  { from: /^web\/ui\//, mayNot: /^web\/(features|routes)\//, why: 'building blocks know no data' },
  { from: /^web\/lib\//, mayNot: /^web\/(features|routes|ui)\//, why: 'clients know no screens' },
  { from: /^web\/features\//, mayNot: /^web\/routes\//, why: 'features do not know where they are shown' },
  {
    from: /^worker\/core\//,
    mayNot: /^worker\/(features|transport|objects|integrations|local)\//,
    why: 'the core stands alone',
  },
  {
    from: /^worker\/(features|transport|objects|integrations)\//,
    mayNot: /^worker\/local\//,
    why: 'production knows nothing of the local host',
  },
  {
    from: /^worker\/integrations\//,
    mayNot: /^worker\/(features|transport|objects)\//,
    why: 'adapters know no features',
  },
  { from: /^worker\/objects\//, mayNot: /^worker\/(features|transport)\//, why: 'objects are below features' },
]

const IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

const files = globSync('{schema,worker,web}/**/*.{ts,tsx}', { cwd: paths.root }).filter(
  (file) => !/node_modules|\/dist\/|\.d\.ts$/.test(file),
)
const broken = files.flatMap((file) => {
  const text = readFileSync(join(paths.root, file), 'utf8')
  const targets = [...text.matchAll(IMPORT)].map(([, path]) =>
    relative(paths.root, join(paths.root, dirname(file), path ?? '')),
  )
  return targets.flatMap((target) =>
    RULES.filter((rule) => rule.from.test(file) && rule.mayNot.test(target) && !rule.unless?.test(file)).map(
      (rule) => `${file} imports ${target}: ${rule.why}`,
    ),
  )
})
for (const line of broken) console.error(line)
if (broken.length) process.exit(1)
