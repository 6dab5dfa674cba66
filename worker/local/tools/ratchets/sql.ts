import { WINGS } from '../imports/rules.ts'
import type { Counts, Ratchet, Tree } from './counts.ts'
import { add } from './found.ts'
import type { Node, Source } from './tree.ts'

/** What is said in SQL. */

const IN_SQL = /\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z]\w*)/g
const TABLE = /sqliteTable\(\s*'(\w+)'/g
/** Every batch may abort itself with it. */
const SHARED = new Set(['write_guard'])
/** Stands for what a template takes from elsewhere. */
const HOLE = '§'

const isWorker = ({ path }: Source): boolean => path.startsWith('worker/') && !path.startsWith('worker/local/')
const isSql = ({ text }: Source): boolean => /\b(?:SELECT|FROM|JOIN|INTO|UPDATE)\b/.test(text)

interface Area {
  wing: string
  name: string
}

const AREA = /^(?:schema|worker\/features)\/([^/]+)\/([^/]+)\//
const areaIn = (path: string): Area | null => {
  const [, wing, name] = AREA.exec(path) ?? []
  return wing && name ? { wing, name } : null
}
const floorOf = ({ wing }: Area): number => WINGS.indexOf(wing as (typeof WINGS)[number])

/** The text of a string or a template, with a sign for each hole. */
const textOf = (node: Node): string | null => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(HOLE)
}

interface Owners {
  /** By table. A table of an area that the Worker doesn't have belongs to all of its wing. */
  of: Map<string, Area>
  isOwn(asking: Area | null, owner: Area): boolean
}

const ownersIn = ({ sources }: Tree): Owners => {
  const of = new Map<string, Area>()
  const areas = new Set<string>()
  for (const { path, text } of sources) {
    const area = areaIn(path)
    if (!area) continue
    if (path.startsWith('worker/')) areas.add(`${area.wing}/${area.name}`)
    else for (const [, table = ''] of text.matchAll(TABLE)) if (!SHARED.has(table)) of.set(table, area)
  }
  return {
    of,
    isOwn: (asking, owner) =>
      asking?.wing === owner.wing && (asking.name === owner.name || !areas.has(`${owner.wing}/${owner.name}`)),
  }
}

const foreignTables = (tree: Tree, isMeant: (asking: Area | null, owner: Area) => boolean): Counts => {
  const owners = ownersIn(tree)
  const counts: Counts = new Map()
  for (const source of tree.sources) {
    if (!isWorker(source) || !isSql(source)) continue
    const asking = areaIn(source.path)
    const seen = new Set<string>()
    source.walk((node) => {
      for (const [, table = ''] of textOf(node)?.matchAll(IN_SQL) ?? []) {
        const owner = owners.of.get(table)
        if (!owner || seen.has(table) || owners.isOwn(asking, owner) || !isMeant(asking, owner)) continue
        seen.add(table)
        add(counts, source.path, `${table} of ${owner.wing}/${owner.name} in line ${source.lineAt(node.start)}`)
      }
    })
  }
  return counts
}

const OWNER = 'The owner offers what others need of it: a fragment, a statement or a follower in its index.ts.'

const tablesOfOthers: Ratchet = {
  name: 'tables-of-others',
  things: 'tables of other areas named in SQL',
  instead: OWNER,
  by: 'file',
  count: (tree) => foreignTables(tree, () => true),
}

const tablesAbove: Ratchet = {
  name: 'tables-of-wings-above',
  things: 'tables of later wings named in SQL',
  instead: `A wing doesn’t know those after it. ${OWNER}`,
  by: 'file',
  count: (tree) =>
    foreignTables(tree, (asking, owner) => asking !== null && floorOf(asking) >= 0 && floorOf(owner) > floorOf(asking)),
}

const INSERT = /^INSERT INTO \w+ ?\([\w, ]+\) ?VALUES ?\([?\d, ]+\)$/
const UPDATE =
  /^UPDATE \w+ SET (\w+ = (\?\d*|NULL|version \+ 1)(, )?)+ WHERE (?=.*\bid = \?)(?=.*\bversion = \?)[\w =?]+$/
const SELECT = /^SELECT [\w, .]+ FROM \w+( \w+)? WHERE [\w =?.,<>'+]+$/
const JOINS = /\bJOIN\b/

const isRaw = (sql: string): boolean => {
  const line = sql.replace(/\s+/g, ' ').trim()
  return INSERT.test(line) || UPDATE.test(line) || (SELECT.test(line) && !JOINS.test(line))
}

const rawStatements: Ratchet = {
  name: 'raw-statements',
  things: 'statements of one table written by hand',
  instead: 'Use insertRow, updateRow, or a typed text of select(table, alias, columns): worker/core/record.ts.',
  by: 'area',
  count: ({ sources }) => {
    const counts: Counts = new Map()
    for (const source of sources) {
      if (!isWorker(source) || !isSql(source)) continue
      source.walk((node, around) => {
        const text = textOf(node)
        if (text && isRaw(text) && around.at(-1)?.type !== 'TaggedTemplateExpression')
          add(counts, source.path, `line ${source.lineAt(node.start)}`)
      })
    }
    return counts
  },
}

export const SQL_RATCHETS: Ratchet[] = [tablesOfOthers, tablesAbove, rawStatements]
