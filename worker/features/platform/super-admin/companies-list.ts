import {
  type CompanyState,
  type ListedCompany,
  listCompanies as listEndpoint,
} from '../../../../schema/platform/super-admin/endpoints.ts'
import { companyNumber } from '../../../core/audit.ts'
import { inCell } from '../../../core/cells.ts'
import {
  LOOKED_COLUMNS,
  LOOKED_ID,
  type LookedRow,
  lookedPage,
  lookedSql,
  lookingFrom,
} from '../../../core/looked-page.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'
import { allowedFlags } from '../company/index.ts'
import { STAFF_COMPANY } from '../session/index.ts'

/** Every company: from the directory in the order of the list, with what its cell says about it. */

const SORTS = {
  name: { key: 'lower(c.name)', index: 'directory_companies_name', usual: 'ASC' },
  createdAt: { key: 'c.created_at', index: 'directory_companies_created', usual: 'DESC' },
} as const

interface CompanyRow extends LookedRow {
  name: string
  emailShortName: string
  cell: number
  createdAt: number
}

/** What its cell says about a company. */
interface Inside extends Omit<Figures, 'memberCount'> {
  id: string
  flags: string
  /** Null if the cell doesn't answer. */
  memberCount: number | null
}

/** What the data of a company says about it. */
export interface Figures {
  memberCount: number
  lastActivityAt: number | null
  hasAdmin: number
  hasInvitedAdmin: number
}

const admins = (company: string) => `SELECT 1 FROM company_memberships m INDEXED BY company_memberships_admins
  WHERE m.company_id = ${company} AND m.has_admin_access = 1 AND m.disabled_at IS NULL`

/** What is read from the company's own data, unlike its record. @param company SQL of its id */
const figures = (company: string): string =>
  `coalesce((SELECT n.active FROM member_counts n WHERE n.company_id = ${company}), 0) AS memberCount,
   (SELECT e.occurred_at FROM audit_entries e INDEXED BY audit_entries_company
     WHERE e.company = ${companyNumber(company)} ORDER BY e.id DESC LIMIT 1) AS lastActivityAt,
   EXISTS (${admins(company)} AND m.invited_at IS NULL) AS hasAdmin,
   EXISTS (${admins(company)} AND m.invited_at IS NOT NULL) AS hasInvitedAdmin`

/** The figures of one company. */
export const figuresStatement = ({ db }: Pick<StaffContext, 'db'>, companyId: string): D1PreparedStatement =>
  db.sql(`SELECT ${figures('?1')}`, companyId)

export const stateOf = ({ hasAdmin, hasInvitedAdmin }: Figures): CompanyState =>
  hasAdmin === 1 ? 'ACTIVE' : hasInvitedAdmin === 1 ? 'INVITED' : 'NO_ADMIN'

/** One page of companies. A search reads a limited number of them, and the next page goes on. */
export const companiesStatement = (
  { directory }: Pick<StaffContext, 'directory'>,
  input: {
    cursor?: string | undefined
    first: number
    search?: string | undefined
    orderBy?: { by: (keyof typeof SORTS)[]; dir: ('ASC' | 'DESC')[] } | undefined
  },
) => {
  const params = new Params()
  const bind = (value: unknown) => params.bind(value)
  const { key, index, usual } = SORTS[input.orderBy?.by[0] ?? 'name']
  const direction = input.orderBy?.dir[0] ?? usual
  const looking = lookingFrom(input, 2)
  const most = input.search ? looking.most : input.first + 2
  const { after } = looking
  const [sign, least] = direction === 'ASC' ? ['>', '>='] : ['<', '<=']
  const [lastKey, lastId] = after ? after.map(bind) : []
  // SQLite finds the place in an index of an expression only by the expression alone.
  const since = after ? `AND ${key} ${least} ${lastKey} AND (${key}, c.id) ${sign} (${lastKey}, ${lastId})` : ''
  const place = input.search ? bind(input.search) : ''
  const looked = lookedSql({
    walks: [
      `SELECT ${key} AS k, c.id AS id, c.name AS name, c.short_name_key AS short_name
         FROM directory_companies c INDEXED BY ${index} WHERE 1 ${since}`,
    ],
    order: { columns: ['k', 'id'], directions: [direction, direction] },
    match: [
      `w.id <> '${STAFF_COMPANY}'`,
      ...(place ? [`(${containsText('w.name', place)} OR ${containsText('w.short_name', place)})`] : []),
    ],
    most: bind(most),
  })
  const sql = `SELECT ${LOOKED_COLUMNS}, c.id, c.name, c.short_name_key AS emailShortName, c.cell, c.created_at AS createdAt
    FROM (${looked}) seen LEFT JOIN json_each(seen.found) j ON j.key < ${bind(input.first + 1)}
    LEFT JOIN directory_companies c ON c.id = ${LOOKED_ID}`
  return { statement: directory.sql(sql, ...params.values), looking: { ...looking, most } }
}

/**
 * What the cells say about these companies, by id. One read for each cell, at the same time. One that doesn't answer says
 * nothing.
 */
const insideOf = async (context: StaffContext, rows: CompanyRow[]): Promise<Map<string, Inside>> => {
  const cells = Map.groupBy(
    rows.filter(({ id }) => id),
    ({ cell }) => cell,
  )
  const found = await Promise.all(
    [...cells].map(([cell, some]) => {
      const { db } = inCell(context, cell)
      const statement = db.sql(
        `SELECT c.id, c.flags, ${figures('c.id')} FROM json_each(?1) j CROSS JOIN companies c ON c.id = j.value`,
        JSON.stringify(some.map(({ id }) => id)),
      )
      return db.all<Inside>(statement).catch((error) => {
        context.log.error('cell.not-reached', { cell, error: String(error) })
        return some.map(({ id }): Inside => ({ id: id ?? '', ...NOT_REACHED }))
      })
    }),
  )
  return new Map(found.flat().map((inside) => [inside.id, inside]))
}

const NOT_REACHED = { flags: '{}', memberCount: null, lastActivityAt: null, hasAdmin: 0, hasInvitedAdmin: 0 }

/** A company of which its cell has nothing yet. */
const NOTHING = { flags: '{}', memberCount: 0, lastActivityAt: null, hasAdmin: 0, hasInvitedAdmin: 0 }

export const listCompanies = query({
  id: 'super-admin.list-companies',
  access: 'platform.administer',
  readsFirst: true,
  input: inputOf(listEndpoint),
  run: async (context, input) => {
    const { statement, looking } = companiesStatement(context, input)
    const rows = await context.directory.all<CompanyRow>(statement)
    const known = await insideOf(context, rows)
    return lookedPage(rows, { first: input.first, ...looking }, (row): ListedCompany => {
      const inside = known.get(row.id ?? '') ?? NOTHING
      return {
        ...allowedFlags(inside.flags),
        id: row.id ?? '',
        name: row.name,
        emailShortName: row.emailShortName,
        state: inside.memberCount === null ? 'NOT_REACHED' : stateOf({ ...inside, memberCount: inside.memberCount }),
        memberCount: inside.memberCount,
        cell: row.cell,
        createdAt: new Date(row.createdAt).toISOString(),
        lastActivityAt: inside.lastActivityAt === null ? null : new Date(inside.lastActivityAt).toISOString(),
      }
    })
  },
})
