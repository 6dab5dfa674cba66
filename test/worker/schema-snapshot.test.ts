import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'

/** The tests make their database from a snapshot at once, production from the migrations one after the other. */

const all = async <Row>(database: D1Database, sql: string): Promise<Row[]> =>
  (await database.prepare(sql).all<Row>()).results

/** Everything in the schema by name, but the bookkeeping of migrations, D1's own tables and what SQLite names itself. */
const contentOf = (database: D1Database) =>
  all<{ name: string; sql: string }>(
    database,
    `SELECT type, name, tbl_name, sql FROM sqlite_master
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'
      ORDER BY type, name`,
  )

/** In the order in which SQLite runs the triggers of a table. */
const triggersOf = (database: D1Database) =>
  all(database, "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger' ORDER BY tbl_name, rowid")

describe('the snapshot of the migrations', () => {
  beforeAll(async () => {
    await applyD1Migrations(env.MIGRATED, env.TEST_MIGRATIONS)
    await env.SNAPSHOT.batch(env.TEST_SCHEMA.map(({ sql }) => env.SNAPSHOT.prepare(sql)))
  })

  it('it has the tables, views, indexes and triggers of the migrations, word for word', async () => {
    const migrated = await contentOf(env.MIGRATED)
    expect(migrated.length).toBeGreaterThan(100)
    expect(await contentOf(env.SNAPSHOT)).toEqual(migrated)
  })

  it('its triggers run in the order of the migrations', async () => {
    expect(await triggersOf(env.SNAPSHOT)).toEqual(await triggersOf(env.MIGRATED))
  })

  it('migrations leave no rows behind that it would have to hold', async () => {
    const tables = (await contentOf(env.MIGRATED)).filter(({ sql }) => sql.startsWith('CREATE TABLE'))
    const found: string[] = []
    for (const { name } of tables) {
      if (/^search_index_/.test(name)) continue
      if ((await all(env.MIGRATED, `SELECT 1 FROM ${name} LIMIT 1`)).length > 0) found.push(name)
    }
    expect(found).toEqual([])
  })
})
