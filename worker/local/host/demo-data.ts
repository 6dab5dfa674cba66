import type { Miniflare } from 'miniflare'
import type { DataFolder } from './data-folder.ts'
import { oneLine, Problem } from './problem.ts'

export interface DemoAccount {
  role: string
  name: string
  email: string
}

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

interface LocalDoor {
  url: string
  token: string
}

/** The demo accounts that are in the database. The Worker has the list, and the database says which exist. */
export async function presentAccounts(database: Database, door: LocalDoor): Promise<DemoAccount[]> {
  const { accounts } = await call(door, 'GET', '/__local/health')
  if (accounts.length === 0 || !(await hasTable(database, 'directory_people'))) return []
  const present = await database
    .prepare(
      `SELECT email FROM directory_people WHERE email IN (SELECT value FROM json_each(?1))
       UNION SELECT email FROM users WHERE email IN (SELECT value FROM json_each(?1))`,
    )
    .bind(JSON.stringify(accounts.map((account) => account.email)))
    .all<{ email: string }>()
  const emails = new Set(present.results.map((row) => row.email))
  return accounts.filter((account) => emails.has(account.email))
}

export async function hasCompany(database: Database): Promise<boolean> {
  if (!(await hasTable(database, 'directory_companies'))) return false
  return (await database.prepare('SELECT 1 AS found FROM directory_companies LIMIT 1').first()) !== null
}

/** Fills a database without a company with the demo company. Returns its accounts. */
export async function fillEmpty(database: Database, folder: DataFolder, door: LocalDoor): Promise<DemoAccount[]> {
  folder.remember({ demo: 'filling' })
  await call(door, 'POST', '/__local/demo')
  folder.remember({ demo: 'filled' })
  return presentAccounts(database, door)
}

async function hasTable(database: Database, name: string): Promise<boolean> {
  const row = await database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").bind(name).first()
  return row !== null
}

async function call(door: LocalDoor, method: string, path: string): Promise<{ accounts: DemoAccount[] }> {
  const what = method === 'POST' ? 'The demo company could not be filled in' : 'The Worker does not answer'
  const headers = { 'x-outlay-local': door.token }
  const response = await fetch(`${door.url}${path}`, { method, headers }).catch((error: Error) => {
    throw new Problem(`${what}: ${oneLine(error.cause ?? error)}`)
  })
  const text = await response.text()
  if (response.ok) return JSON.parse(text) as { accounts: DemoAccount[] }
  const { message, stack } = readFailure(text)
  const problem = new Problem(`${what}: ${message}`)
  if (stack) problem.stack = stack
  throw problem
}

function readFailure(text: string): { message: string; stack?: string } {
  try {
    return JSON.parse(text) as { message: string; stack?: string }
  } catch {
    return { message: text.slice(0, 200) || 'no reason given' }
  }
}
