import { cellOf, envOfCell, FIRST_CELL } from '../../core/cells.ts'
import { Database } from '../../core/database.ts'
import type { Env } from '../../env.ts'
import { nameKeyOf } from '../../features/platform/members/index.ts'
import { staffAccount } from '../../features/platform/session/index.ts'
import { DEMO_TIME_ZONE } from './clock.ts'
import {
  BUSINESS_UNITS,
  COMPANY_ID,
  DEPARTMENTS,
  ENTITIES,
  GROUPS,
  LOCATIONS,
  NEIGHBOUR,
  PEOPLE,
  REVENUE_CATEGORIES,
  SPEND_CATEGORIES,
  STAFF_EMAIL,
  slug,
  VENDORS,
} from './people.ts'
import { vendorProfileStatements, vendorStatements } from './vendor-companies.ts'

const FLAGS = {
  enableIntakeRequests: true,
  enableSpendRequests: true,
  enableCurrencies: true,
  enableNetsuitePurchaseOrder: true,
  enableEditWithApprovalBypass: true,
  enableBusinessUnits: true,
  enableEntities: true,
  enableN12mServiceSpend: true,
  enableDocumentSummary: true,
  enableRequestAnalyticsChat: true,
  enableSourcing: true,
  enableVendorIntake: true,
  paymentsEnabled: true,
  enablePaymentAccounting: true,
  enableVendorCategories: true,
  enableForwardConfirmationEmail: true,
  enableEmailBodyPdfCreation: true,
  enableGoogleLogin: true,
  enableMicrosoftLogin: true,
  enableOktaLogin: true,
  enableOktaSamlLogin: true,
}

const column = (flag: string) => flag.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

/** The companies, their people and their units: what exists before anyone configures anything. */
export const fillCompanies = async (env: Env, elsewhere: Env, now: number): Promise<void> => {
  const { DB } = env
  const insertUser = DB.prepare(INSERT_USER)
  const statements: D1PreparedStatement[] = [
    DB.prepare(INSERT_COMPANY).bind(COMPANY_ID, 'Brightwater Robotics', 'brightwater', JSON.stringify(FLAGS), now),
    DB.prepare('UPDATE companies SET time_zone = ? WHERE id = ?').bind(DEMO_TIME_ZONE, COMPANY_ID),
  ]
  const named: [string, string[]][] = [
    ['departments', DEPARTMENTS],
    ['groups', GROUPS],
    ['business_units', BUSINESS_UNITS],
    ['locations', LOCATIONS],
    ['entities', ENTITIES],
    ['vendors', VENDORS],
  ]
  for (const [table, names] of named) {
    for (const name of names) {
      statements.push(
        DB.prepare(`INSERT INTO ${table} (id, company_id, name, created_at) VALUES (?, ?, ?, ?)`).bind(
          `${slug(name)}-${table.replaceAll('_', '-')}`,
          COMPANY_ID,
          name,
          now,
        ),
      )
    }
  }
  for (const { name, type, isEnabledForSpendRequests = true } of SPEND_CATEGORIES) {
    statements.push(
      DB.prepare(
        `INSERT INTO spend_categories (id, company_id, name, type, is_enabled_for_spend_requests, created_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      ).bind(`${slug(name)}-spend-categories`, COMPANY_ID, name, type, isEnabledForSpendRequests ? 1 : 0, now),
    )
  }
  for (const { name, type } of REVENUE_CATEGORIES) {
    statements.push(
      DB.prepare('INSERT INTO revenue_categories (id, company_id, name, type, created_at) VALUES (?, ?, ?, ?, ?)').bind(
        `${slug(name)}-revenue-categories`,
        COMPANY_ID,
        name,
        type,
        now,
      ),
    )
  }
  for (const person of PEOPLE) {
    statements.push(insertUser.bind(person.id, person.email, person.first, person.last, now))
    const flags = person.flags ?? []
    statements.push(
      DB.prepare(
        `INSERT INTO company_memberships (company_id, user_id, manager_user_id, title, location_id, is_signer,
                                          disabled_at, created_at${flags.map((f) => `, ${column(f)}`).join('')})
         VALUES (?, ?, ?, ?, ?, ?, ?, ?${', 1'.repeat(flags.length)})`,
      ).bind(
        COMPANY_ID,
        person.id,
        person.manager ?? null,
        person.title ?? '',
        person.location ? `${slug(person.location)}-locations` : null,
        person.isSigner ? 1 : 0,
        person.isDisabled ? now : null,
        now,
      ),
      DB.prepare(
        `INSERT INTO department_members (company_id, department_id, user_id, approves_requests, name_key)
         VALUES (?1, ?2, ?3, ?4, ${nameKeyOf('?1', '?3')})`,
      ).bind(COMPANY_ID, `${slug(person.department)}-departments`, person.id, person.approves ? 1 : 0),
      ...(person.businessUnit
        ? [
            DB.prepare(
              `INSERT INTO business_unit_members (company_id, business_unit_id, user_id, approves_requests, name_key)
               VALUES (?1, ?2, ?3, ?4, ${nameKeyOf('?1', '?3')})`,
            ).bind(COMPANY_ID, `${slug(person.businessUnit)}-business-units`, person.id, person.approves ? 1 : 0),
          ]
        : []),
      ...(person.groups ?? []).map((group) =>
        DB.prepare(
          `INSERT INTO group_members (company_id, group_id, user_id, name_key)
           VALUES (?1, ?2, ?3, ${nameKeyOf('?1', '?3')})`,
        ).bind(COMPANY_ID, `${slug(group)}-groups`, person.id),
      ),
    )
  }
  await DB.batch(statements)
  await fillNeighbour(elsewhere, cellOf(elsewhere) !== cellOf(env), now)
  await fillDirectory(env, elsewhere, now)
}

const INSERT_COMPANY = 'INSERT INTO companies (id, name, email_short_name, flags, created_at) VALUES (?, ?, ?, ?, ?)'
const INSERT_USER = 'INSERT INTO users (id, email, first_name, last_name, created_at) VALUES (?, ?, ?, ?, ?)'
const INSERT_MEMBER =
  'INSERT INTO company_memberships (company_id, user_id, has_admin_access, created_at) VALUES (?, ?, ?, ?)'

/** The other company, of which the demo's admin is a member too. */
const fillNeighbour = async ({ DB }: Env, isAway: boolean, now: number): Promise<void> => {
  const { id, name, admin } = NEIGHBOUR
  const maya = PEOPLE.find((person) => person.id === 'demo-maya')
  const insertUser = DB.prepare(INSERT_USER)
  await DB.batch([
    DB.prepare(INSERT_COMPANY).bind(id, name, 'halden', JSON.stringify({ enableIntakeRequests: true }), now),
    insertUser.bind(admin.id, admin.email, admin.first, admin.last, now),
    ...(isAway && maya ? [insertUser.bind(maya.id, maya.email, maya.first, maya.last, now)] : []),
    DB.prepare(INSERT_MEMBER).bind(id, admin.id, 1, now),
    DB.prepare(INSERT_MEMBER).bind(id, 'demo-maya', 0, now + 1),
  ])
}

/** What the directory knows about both, and the vendors with their people, whose customers' cells have copies. */
const fillDirectory = async (env: Env, elsewhere: Env, now: number): Promise<void> => {
  const directory = envOfCell(env, FIRST_CELL).DB
  const places = [
    { id: COMPANY_ID, name: 'Brightwater Robotics', shortName: 'brightwater', cell: cellOf(env) },
    { id: NEIGHBOUR.id, name: NEIGHBOUR.name, shortName: 'halden', cell: cellOf(elsewhere) },
  ]
  const insertPerson = directory.prepare('INSERT INTO directory_people (email, company_id, user_id) VALUES (?, ?, ?)')
  await directory.batch([
    ...places.map(({ id, name, shortName, cell }) =>
      directory
        .prepare('INSERT INTO directory_companies (id, cell, name, short_name_key, created_at) VALUES (?, ?, ?, ?, ?)')
        .bind(id, cell, name, shortName, now),
    ),
    ...PEOPLE.map(({ id, email }) => insertPerson.bind(email, COMPANY_ID, id)),
    insertPerson.bind(NEIGHBOUR.admin.email, NEIGHBOUR.id, NEIGHBOUR.admin.id),
    insertPerson.bind('maya@brightwater.example', NEIGHBOUR.id, 'demo-maya'),
  ])
  const staff = staffAccount(
    { directory: new Database(directory, 'first-primary'), env, clock: { now: () => now } },
    STAFF_EMAIL,
  )
  if (staff.length > 0) await directory.batch(staff)
  for (const { DB } of new Set([envOfCell(env, FIRST_CELL), env])) await DB.batch(vendorStatements(DB, now))
  await directory.batch(await vendorProfileStatements(envOfCell(env, FIRST_CELL), now))
}
