import { createHash } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { type Company, type Person, tokenOf } from './company.ts'

const insert = (database: DatabaseSync, table: string, rows: Record<string, SQLInputValue>[]): void => {
  const names = Object.keys(rows[0] ?? {})
  const statement = database.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`,
  )
  for (const row of rows) statement.run(row)
}

/** Company, people, departments, groups, vendors, categories with form and workflow. */
export const insertOrganisation = (database: DatabaseSync, company: Company, now: number): void => {
  const { id: company_id, people, departments, groups, categories } = company
  const named = <T extends { id: string; name: string }>(list: T[]) =>
    list.map(({ id, name }) => ({ id, company_id, name, created_at: now }))
  insert(database, 'companies', [
    {
      id: company_id,
      name: company.name,
      email_short_name: company.prefix,
      flags: JSON.stringify({ enableIntakeRequests: true, enforceIntakeApprovalOrder: true }),
      created_at: now,
    },
  ])
  insert(
    database,
    'users',
    people.map(({ id, first, last }) => ({
      id,
      email: `${id}@people.example`,
      first_name: first,
      last_name: last,
      created_at: now,
    })),
  )
  insert(
    database,
    'company_memberships',
    people.map((person) => ({
      company_id,
      user_id: person.id,
      manager_user_id: person.managerId,
      has_admin_access: person.isAdmin ? 1 : 0,
      created_at: now,
    })),
  )
  insert(database, 'departments', named(departments))
  insert(
    database,
    'department_members',
    people.map((person) => ({
      company_id,
      department_id: departments[person.department]?.id ?? '',
      user_id: person.id,
      approves_requests: person.leads ? 1 : 0,
    })),
  )
  insert(database, 'groups', named(groups))
  insert(
    database,
    'group_members',
    groups.flatMap(({ id, userIds }) => userIds.map((user_id) => ({ company_id, group_id: id, user_id }))),
  )
  for (const table of ['department_members', 'group_members']) {
    database
      .prepare(
        `UPDATE ${table} SET name_key = (SELECT m.name_key FROM company_memberships m
          WHERE m.company_id = ${table}.company_id AND m.user_id = ${table}.user_id) WHERE company_id = ?`,
      )
      .run(company_id)
  }
  insert(database, 'vendors', named(company.vendors))
  const created_by_user_id = people[0]?.id ?? ''
  for (const [ordinal, { id, name, form, workflow }] of categories.entries()) {
    const definition = JSON.stringify(workflow.definition)
    const version = { version: 1, company_id, created_by_user_id, created_at: now }
    insert(database, 'intake_categories', [{ id, company_id, name, ordinal, form_version: 1, created_at: now }])
    insert(database, 'intake_form_versions', [{ intake_category_id: id, definition: JSON.stringify(form), ...version }])
    insert(database, 'intake_workflows', [
      {
        id: workflow.id,
        company_id,
        intake_category_id: id,
        label: workflow.label,
        ordinal: 0,
        definition,
        principal_ids: JSON.stringify(groups.map((group) => group.id)),
        created_at: now,
        updated_at: now,
      },
    ])
    insert(database, 'intake_workflow_versions', [{ intake_workflow_id: workflow.id, definition, ...version }])
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** These people of the company, and no others, are signed in from now on. */
/** @param prefix of the sessions' secrets, which names their cell */
export const signIn = (database: DatabaseSync, company: Company, people: Person[], prefix = ''): void => {
  const now = Date.now()
  if (!prefix) database.prepare('DELETE FROM sessions WHERE company_id = ?').run(company.id)
  insert(
    database,
    'sessions',
    people.map((person) => ({
      token_hash: createHash('sha256')
        .update(`${prefix}${tokenOf(person)}`)
        .digest('hex'),
      user_id: person.id,
      company_id: company.id,
      created_at: now,
      last_seen_at: now,
      expires_at: now + DAY_MS,
    })),
  )
}
