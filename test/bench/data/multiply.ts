import type { DatabaseSync } from 'node:sqlite'
import { type Company, FINANCE_FROM } from './company.ts'
import {
  MARKS,
  type Row,
  STORIES,
  type Story,
  TEMPLATE_TABLES,
  type Template,
  type TemplateTable,
} from './templates.ts'

/** From templates to a company's requests: set-based, table by table, with the indexes at the end. */

const CHUNK = 50_000
const MINUTE_MS = 60_000
/** How long participants see what was completed. */
const RECENT_MS = 14 * 24 * 60 * MINUTE_MS

/** Columns of the temporary table with one row per request. They have types, because numbers must not become 1.0. */
const COLUMNS = [
  'i INTEGER',
  ...['template', 'request', 'requestor', 'requestor_name', 'manager', 'manager_name', 'title', 'vendor'],
  ...['department', 'department_name', 'due', 'amount INTEGER', 'submitted_at INTEGER', 'manager_at INTEGER'],
  'decided_at INTEGER',
]

/** Each placeholder with the column that replaces it. */
const REPLACEMENTS: [mark: string | number, column: string][] = [
  [MARKS.request, 'request'],
  [MARKS.requestor, 'requestor'],
  [MARKS.requestorName, 'requestor_name'],
  [MARKS.manager, 'manager'],
  [MARKS.managerName, 'manager_name'],
  [MARKS.title, 'title'],
  [MARKS.vendor, 'vendor'],
  [MARKS.department, 'department'],
  [MARKS.departmentName, 'department_name'],
  [MARKS.due, 'due'],
  [MARKS.small, 'amount'],
  [MARKS.large, 'amount'],
  [MARKS.submittedAt, 'submitted_at'],
  [MARKS.managerAt, 'manager_at'],
  [MARKS.decidedAt, 'decided_at'],
  // A run's times count from its first one.
  [MARKS.managerAt - MARKS.submittedAt, 'manager_at - c.submitted_at'],
  [MARKS.decidedAt - MARKS.submittedAt, 'decided_at - c.submitted_at'],
]

/** Spreads neighbors over the whole range, because ids are hashes, not times. Odd, so that no two collide. */
const scatter = (index: number): number => Math.imul(index, 2_654_435_761) >>> 0
const hex = (value: number): string => value.toString(16).padStart(8, '0')

export const requestIdOf = (company: Company, index: number): string =>
  `${hex(scatter(index))}${hex(index)}${hex(scatter(index + company.prefix.length * 7_919))}`

const story = (spread: number): string => {
  let rest = spread % 100
  for (const [name, share] of STORIES) {
    if (rest < share) return name
    rest -= share
  }
  return 'APPROVED'
}

const cloneOf = (company: Company, index: number, firstAt: number, stepMs: number, only: Story | undefined) => {
  const spread = scatter(index + 17)
  const { requestors, people, categories, departments, vendors } = company
  const at = <T>(list: T[], position: number): T => list[position % list.length] as T
  const requestor = at(requestors, spread >>> 3)
  const manager = people.find((person) => person.id === requestor.managerId) as (typeof people)[number]
  const department = at(departments, requestor.department)
  const category = at(categories, spread >>> 9)
  const told = only ?? story(spread >>> 5)
  const isLarge = told === 'WAITS_FOR_FINANCE' || spread % 10 < 3
  const submittedAt = Math.floor(firstAt + index * stepMs)
  return [
    index,
    `${category.id}/${told}/${isLarge ? 'large' : 'small'}`,
    requestIdOf(company, index),
    requestor.id,
    requestor.name,
    manager.id,
    manager.name,
    `${at(vendors, spread >>> 7).name}, order ${index}`,
    at(vendors, spread >>> 7).id,
    department.id,
    department.name,
    new Date(submittedAt + (spread % 90) * 86_400_000).toISOString().slice(0, 10),
    isLarge ? FINANCE_FROM + (spread % 9_000_000) : 1_000 + (spread % (FINANCE_FROM - 2_000)),
    submittedAt,
    submittedAt + (1 + (spread % 3_000)) * MINUTE_MS,
    submittedAt + (3_001 + (spread % 3_000)) * MINUTE_MS,
  ]
}

const wordOf = ({ id }: Company, word: string): string =>
  `(SELECT w.id FROM word_numbers w WHERE w.company_id = '${id}' AND w.word = ${word})`

/** The audit log has numbers: of the company, its people and each request. */
const loggedNumber = (company: Company, table: TemplateTable, column: string, firstObject: number): string | null => {
  if (table !== 'object_numbers' && table !== 'audit_entries') return null
  if (column === 'company') return wordOf(company, "''")
  if (column === 'actor')
    return wordOf(
      company,
      `replace(replace(t.actor, '${MARKS.requestor}', c.requestor), '${MARKS.manager}', c.manager)`,
    )
  return column === 'object' || (table === 'object_numbers' && column === 'id') ? `${firstObject} + c.i` : null
}

/** A column of a multiplied row: the template's value with its placeholders replaced. */
const expressionOf = (table: TemplateTable, column: string, rows: Row[], of = 't'): string => {
  if (table === 'intake_submissions') {
    if (column === 'number') return 'c.i + 1'
    // One approved request in twenty-five is archived.
    if (column === 'archived_at')
      return `CASE WHEN t.status = 'APPROVED' AND c.i % 25 = 0 THEN c.decided_at + ${MINUTE_MS} END`
  }
  if (table === 'request_participants' && column === 'is_recent') {
    return `t.completed_at IS NOT NULL AND c.decided_at > ${Date.now() - RECENT_MS}`
  }
  const values = rows.map((row) => row[column])
  const found = REPLACEMENTS.filter(([mark]) =>
    values.some((value) => (typeof value === 'string' ? value.includes(String(mark)) : value === mark)),
  )
  if (values.some((value) => typeof value === 'string')) {
    return found.reduce((sql, [mark, by]) => `replace(${sql}, '${mark}', c.${by})`, `${of}."${column}"`)
  }
  if (found.length === 0) return `t."${column}"`
  return `CASE t."${column}" ${found.map(([mark, by]) => `WHEN ${mark} THEN c.${by}`).join(' ')} ELSE t."${column}" END`
}

interface Copy {
  insert: string
}

/** Texts are there once, so a copied row has the number of the text that its placeholders make. */
const numberOf = (text: string, company: string): string =>
  `(SELECT own.id FROM main.request_texts own WHERE own.company_id = ${company} AND own.text = ${text})`

const insertTexts = (text: string): string => `INSERT INTO main.request_texts (company_id, id, text)
  SELECT n.company_id, (SELECT COALESCE(MAX(m.id), 0) FROM main.request_texts m WHERE m.company_id = n.company_id)
           + row_number() OVER (PARTITION BY n.company_id), n.text
    FROM (SELECT DISTINCT t.company_id, ${text} AS text
            FROM temp.clone c CROSS JOIN temp.of_request_texts t ON t.template = c.template) n
   WHERE ${numberOf('n.text', 'n.company_id')} IS NULL`

const prepareCopies = (database: DatabaseSync, company: Company, templates: Map<string, Template>): Copy[] => {
  const addWord = database.prepare('INSERT OR IGNORE INTO word_numbers (company_id, word) VALUES (?, ?)')
  for (const word of ['', ...company.people.map(({ id }) => id)]) addWord.run(company.id, word)
  const firstObject = Number(database.prepare('SELECT coalesce(max(id), 0) + 1 AS id FROM object_numbers').get()?.id)
  const texts = [...templates.values()].flatMap((template) => template.rows.request_texts)
  const text = expressionOf('request_texts', 'text', texts, 'x')
  const ofTemplate = `FROM temp.of_request_texts x WHERE x.template = t.template AND x.id =`
  const numberIn = (column: string): string =>
    `(SELECT ${numberOf(text, 't.company_id')} ${ofTemplate} CAST(t.${column} AS integer))`
  /** Columns with numbers of texts. Some may have a text instead. */
  const numbered: Record<string, string> = {
    'request_blocks.texts': `(SELECT json_group_array((SELECT ${numberOf(text, 't.company_id')} ${ofTemplate} j.value)) FROM json_each(t.texts) j)`,
    'request_blocks.scope': numberIn('scope'),
    'request_blocks.course': numberIn('course'),
    'intake_submissions.plan': numberIn('plan'),
    'intake_submissions.approved_by': numberIn('approved_by'),
  }
  const copyOf = (table: TemplateTable, name: string, all: Row[]): string => {
    const plain = expressionOf(table, name, all)
    const logged = loggedNumber(company, table, name, firstObject)
    if (logged) return logged
    const number = numbered[`${table}.${name}`]
    return number ? `COALESCE(${number}, ${plain})` : plain
  }
  return TEMPLATE_TABLES.map((table) => {
    const all = [...templates.values()].flatMap((template) => template.rows[table])
    // Generated columns are not listed. The audit log counts its own ids.
    const columns = database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]
    const names = columns.map(({ name }) => name).filter((name) => table !== 'audit_entries' || name !== 'id')
    database.exec(`DROP TABLE IF EXISTS temp.of_${table}`)
    database.exec(`CREATE TEMP TABLE of_${table} (template, ${names.map((name) => `"${name}"`).join(', ')})`)
    const add = database.prepare(`INSERT INTO temp.of_${table} VALUES (?, ${names.map(() => '?').join(', ')})`)
    for (const [key, template] of templates) {
      for (const row of template.rows[table]) add.run(key, ...names.map((name) => row[name] ?? null))
    }
    database.exec(`CREATE INDEX temp.of_${table}_template ON of_${table} (template)`)
    if (table === 'request_texts') return { insert: insertTexts(expressionOf(table, 'text', all)) }
    const copied = names.map((name) => copyOf(table, name, all))
    return {
      insert: `INSERT INTO main.${table} (${names.map((name) => `"${name}"`).join(', ')})
        SELECT ${copied.join(',\n               ')}
          FROM temp.clone c CROSS JOIN temp.of_${table} t ON t.template = c.template`,
    }
  })
}

export const multiply = (
  database: DatabaseSync,
  company: Company,
  templates: Map<string, Template>,
  { count, firstAt, lastAt, only }: { count: number; firstAt: number; lastAt: number; only?: Story },
): void => {
  const copies = prepareCopies(database, company, templates)
  database.exec(`DROP TABLE IF EXISTS temp.clone; CREATE TEMP TABLE clone (${COLUMNS.join(', ')})`)
  const add = database.prepare(`INSERT INTO temp.clone VALUES (${COLUMNS.map(() => '?').join(', ')})`)
  const stepMs = (lastAt - firstAt) / count
  for (let from = 0; from < count; from += CHUNK) {
    database.exec('BEGIN; DELETE FROM temp.clone')
    for (let i = from; i < Math.min(from + CHUNK, count); i++) add.run(...cloneOf(company, i, firstAt, stepMs, only))
    for (const { insert } of copies) database.exec(insert)
    database.exec('COMMIT')
  }
  database.exec('DROP TABLE temp.clone')
}

/** Indexes of the tables are created when all rows exist, to sort once instead of keeping them sorted. */
export const withoutIndexes = async (
  database: DatabaseSync,
  work: () => Promise<void>,
  // Texts are looked up while the others are copied.
  tables: readonly string[] = TEMPLATE_TABLES.filter((table) => table !== 'request_texts'),
): Promise<void> => {
  const indexes = database
    .prepare(
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
          AND tbl_name IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(tables)) as { name: string; sql: string }[]
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`)
  await work()
  for (const { sql } of indexes) database.exec(sql)
}
