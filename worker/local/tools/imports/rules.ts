/**
 * What the folders may import. Pure, so that a test can plant each kind of mistake (test/unit/tools/imports.test.ts).
 *
 * - Trees: `schema` is what both sides share; `worker` and `web` never import each other.
 * - Wings: an area uses areas of its own wing and of the wings before it in `WINGS`, in its own tree and in `schema`.
 * - Doors: an area is used through its `index.ts`. Its REST, GraphQL and job registrations are for the Worker's own
 *   list of areas, and its `graphql-types.ts` also for the GraphQL of other areas.
 * - Circles: neither areas nor files import each other in a circle, except the files in `KNOWN_CIRCLES`.
 */

/** From the ground up. */
export const WINGS = [
  'platform',
  'documents',
  'approvals',
  'requests',
  'vendors',
  'spend',
  'money',
  'planning',
  'connections',
] as const

interface TreeRule {
  from: RegExp
  mayNot: RegExp
  unless?: RegExp
  why: string
}

/** By pattern, so that a new area needs no new rule. */
const TREE_RULES: TreeRule[] = [
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
  { from: /^worker\/transport\//, mayNot: /^worker\/(features|objects)\//, why: 'transport knows no features' },
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

/** An import, both ends as paths from the project's folder. */
export interface Import {
  from: string
  to: string
}

interface Area {
  tree: string
  wing: string
  name: string
}

const AREA = /^(schema|worker\/features|web\/features)\/([^/]+)\/([^/]+)\//
/** A folder of schema that is no wing: values and kinds that every wing may use. */
const NO_WING = /^schema\/shared\//
/** What both sides share has no door: its files are endpoints, tables, values and rules. */
const HAS_DOORS = /^(worker|web)\/features\//
const DOOR = /\/index\.tsx?$/
/** Fields of an area answer with types of areas below. They aren't in its door, because GraphQL is loaded late. */
const GRAPHQL_TYPES = { from: /\/graphql[^/]*\.ts$/, to: /\/graphql-types\.ts$/ }
/** The Worker's lists of areas, and which file of an area each reads. */
const LISTS: Record<string, RegExp> = {
  'worker/app.tsx': /\/rest\.ts$/,
  'worker/graphql.ts': /\/graphql\.ts$/,
  'worker/jobs.ts': /\/jobs\.ts$/,
  'worker/kinds.ts': /\/(kind|configuration)\.ts$/,
}

const areaOf = (path: string): Area | null => {
  const [, tree, wing, name] = NO_WING.test(path) ? [] : (AREA.exec(path) ?? [])
  return tree && wing && name ? { tree, wing, name } : null
}
const idOf = ({ tree, wing, name }: Area): string => `${tree}/${wing}/${name}`
const floorOf = (wing: string): number => WINGS.indexOf(wing as (typeof WINGS)[number])

/** The editor of a request's workflow is shown in the wing of approvals, and its questions are those of a form. */
const KNOWN_ARROWS: [from: RegExp, to: RegExp][] = [
  [/^web\/features\/approvals\/(engine|tasks|workflows)\//, /^schema\/requests\/(forms|workflows)\//],
  [/^web\/features\/platform\/conditions\//, /^schema\/requests\/forms\//],
]

const isOtherArea = (from: Area | null, to: Area): boolean => !from || idOf(from) !== idOf(to)

/** The reason that a single import is refused, or nothing. */
const refusal = ({ from, to }: Import): string | undefined => {
  const broken = TREE_RULES.find((rule) => rule.from.test(from) && rule.mayNot.test(to) && !rule.unless?.test(from))
  if (broken) return broken.why
  const [asking, asked] = [areaOf(from), areaOf(to)]
  for (const area of [asking, asked]) if (area && floorOf(area.wing) < 0) return `${area.wing} is no wing`
  if (!asked || !isOtherArea(asking, asked)) return undefined
  const isAbove = asking && floorOf(asked.wing) > floorOf(asking.wing)
  const isKnownArrow = KNOWN_ARROWS.some(([asks, of]) => asks.test(from) && of.test(to))
  if (isAbove && !isKnownArrow) return `${asking?.wing} is below ${asked.wing}`
  const isListed = LISTS[from]?.test(to)
  const isType = GRAPHQL_TYPES.from.test(from) && GRAPHQL_TYPES.to.test(to)
  if (HAS_DOORS.test(to) && !DOOR.test(to) && !isListed && !isType) return `${idOf(asked)} is used through its index.ts`
  return undefined
}

/** Every circle, each as the nodes that reach one another (Tarjan's strongly connected components). */
const circlesOf = (imports: Import[]): string[][] => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  const [order, low, open] = [new Map<string, number>(), new Map<string, number>(), [] as string[]]
  const circles: string[][] = []
  const visit = (node: string): void => {
    order.set(node, order.size)
    low.set(node, order.get(node) ?? 0)
    open.push(node)
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) visit(other)
      if (open.includes(other)) low.set(node, Math.min(low.get(node) ?? 0, low.get(other) ?? 0))
    }
    if (low.get(node) !== order.get(node)) return
    const circle = open.splice(open.indexOf(node))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node)
  return circles
}

const betweenAreas = (imports: Import[]): Import[] =>
  imports.flatMap(({ from, to }) => {
    const [asking, asked] = [areaOf(from), areaOf(to)]
    return asking && asked ? [{ from: idOf(asking), to: idOf(asked) }] : []
  })

/** The Worker's bindings name the classes of its objects, as types, and these read the bindings. */
const KNOWN_CIRCLES = ['worker/env.ts']
const isKnown = (files: string[]): boolean => files.some((file) => KNOWN_CIRCLES.includes(file))

/** Everything that is wrong with the imports, a line each. */
export const problemsOf = (imports: Import[]): string[] => [
  ...imports.flatMap((one) => {
    const why = refusal(one)
    return why ? [`${one.from} imports ${one.to}: ${why}`] : []
  }),
  ...circlesOf(betweenAreas(imports)).map((areas) => `areas import each other in a circle: ${areas.join(', ')}`),
  ...circlesOf(imports)
    .filter((files) => !isKnown(files))
    .map((files) => `files import each other in a circle: ${files.join(', ')}`),
]

/** Migrations whose number is used twice. */
export const repeatedMigrations = (names: string[]): string[] => {
  const numberOf = (name: string): string => name.split('_')[0] ?? name
  return names
    .filter((name, place) => names.findIndex((other) => numberOf(other) === numberOf(name)) !== place)
    .map((name) => `migrations/${name}: number ${numberOf(name)} is used twice`)
}
