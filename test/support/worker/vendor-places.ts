import { rows } from './sessions.ts'

export const tableNames = async (): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%search%'
          AND name NOT LIKE 'd1\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
    )
  ).map(({ name }) => name)
export const columnsOf = (table: string) =>
  rows<{ name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info('${table}')`)

/** Everything that names a vendor, table by table, except what only records it. */
export const namedIn = async (vendorId: string): Promise<Record<string, number>> => {
  const records = [
    'vendor_merges',
    'vendor_merge_moves',
    'audit_entries',
    'object_numbers',
    'command_results',
    'outbox',
    'intake_form_versions',
    'intake_workflow_versions',
  ]
  const found: Record<string, number> = {}
  for (const name of await tableNames()) {
    if (records.includes(name)) continue
    const columns = await columnsOf(name)
    const [row] = await rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${name} WHERE ${columns.map((column) => `instr(coalesce("${column.name}", ''), ?1)`).join(' OR ')}`,
      vendorId,
    )
    if (row && row.n > 0) found[name] = row.n
  }
  return found
}
