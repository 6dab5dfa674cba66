/** Copies of what was filed, so that a list of them is long. */

const WITH_APPROVALS = ['request_blocks', 'request_participants', 'audit_log']
export const OF_REQUEST = ['intake_submissions', 'intake_answers', ...WITH_APPROVALS]
export const OF_SPEND_REQUEST = [
  ...['spend_requests', 'spend_request_lines', 'spend_request_versions', 'spend_request_orders'],
  ...['spend_request_services', ...WITH_APPROVALS],
]

/** The audit log counts its own entries, and makes these of the others. */
const MADE = ['id', 'object', 'company', 'full_action', 'full_message', 'full_data']

/** The column with the id of what is copied. */
const idColumn = (table: string): string => {
  if (table === 'intake_submissions' || table === 'spend_requests') return 'id'
  if (table === 'intake_answers') return 'submission_id'
  return table.startsWith('spend_request_') ? 'spend_request_id' : 'target_id'
}

/** A statement takes at most this many, because each has a limited time. */
const AT_ONCE = 1000

interface Through {
  run: (sql: string, ...values: (string | number)[]) => Promise<unknown>
  columnsOf: (table: string) => Promise<string[]>
}

/** This many copies, with their own content, blocks, people and history. */
export const clone = async (
  { run, columnsOf }: Through,
  id: string,
  count: number,
  tables: readonly string[],
): Promise<void> => {
  for (const table of tables) {
    const columns = (await columnsOf(table)).filter((name) => table !== 'audit_log' || !MADE.includes(name))
    const copied = columns.map((name) => {
      if (name === 'number') return 'number + n.i + 1'
      // One spend request belongs to a request.
      if (name === 'intake_submission_id') return 'NULL'
      if (name === 'created_at' || name === 'occurred_at') return `${name} - 60000 * (n.i + 1)`
      if (name === 'change_key') return "change_key || '-' || n.i"
      return `iif(typeof("${name}") = 'text', replace("${name}", ?1, ?1 || '-' || n.i), "${name}")`
    })
    for (let from = 0; from < count; from += AT_ONCE) {
      // What is copied is looked for once: some tables have no index by this id alone.
      await run(
        `WITH RECURSIVE n (i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
         INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')})
         SELECT ${copied.join(', ')} FROM ${table} t CROSS JOIN n WHERE t.${idColumn(table)} = ?1`,
        ...[id, from, Math.min(count, from + AT_ONCE) - 1],
      )
    }
  }
}
