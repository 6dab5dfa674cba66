import {
  type CompanyState,
  type ListedCompany,
  listCompanies as listEndpoint,
} from '../../../../schema/platform/super-admin/endpoints.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
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
import { STAFF_COMPANY } from '../session/index.ts'

/** Every company: the only reads here that concern several of them. */

const SORTS = {
  name: { key: 'lower(c.name)', index: 'companies_name', usual: 'ASC' },
  createdAt: { key: 'c.created_at', index: 'companies_created', usual: 'DESC' },
} as const

interface CompanyRow extends LookedRow, Figures {
  name: string
  emailShortName: string
  flags: string
  createdAt: number
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
   (SELECT a.occurred_at FROM audit_log a INDEXED BY audit_log_company
     WHERE a.company_id = ${company} ORDER BY a.id DESC LIMIT 1) AS lastActivityAt,
   EXISTS (${admins(company)} AND m.invited_at IS NULL) AS hasAdmin,
   EXISTS (${admins(company)} AND m.invited_at IS NOT NULL) AS hasInvitedAdmin`

/** The figures of one company. */
export const figuresStatement = ({ db }: Pick<StaffContext, 'db'>, companyId: string): D1PreparedStatement =>
  db.sql(`SELECT ${figures('?1')}`, companyId)

export const stateOf = ({ hasAdmin, hasInvitedAdmin }: Figures): CompanyState =>
  hasAdmin === 1 ? 'ACTIVE' : hasInvitedAdmin === 1 ? 'INVITED' : 'NO_ADMIN'

/** One page of companies. A search reads a limited number of them, and the next page goes on. */
export const companiesStatement = (
  { db }: Pick<StaffContext, 'db'>,
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
      `SELECT ${key} AS k, c.id AS id, c.name AS name, c.email_short_name AS short_name
         FROM companies c INDEXED BY ${index} WHERE 1 ${since}`,
    ],
    order: { columns: ['k', 'id'], directions: [direction, direction] },
    match: [
      `w.id <> '${STAFF_COMPANY}'`,
      ...(place ? [`(${containsText('w.name', place)} OR ${containsText('w.short_name', place)})`] : []),
    ],
    most: bind(most),
  })
  const sql = `SELECT ${LOOKED_COLUMNS}, c.id, c.name, c.email_short_name AS emailShortName, c.flags,
      c.created_at AS createdAt, ${figures('c.id')}
    FROM (${looked}) seen LEFT JOIN json_each(seen.found) j ON j.key < ${bind(input.first + 1)}
    LEFT JOIN companies c ON c.id = ${LOOKED_ID}`
  return { statement: db.sql(sql, ...params.values), looking: { ...looking, most } }
}

export const listCompanies = query({
  id: 'super-admin.list-companies',
  access: 'platform.administer',
  input: inputOf(listEndpoint),
  run: async (context, input) => {
    const { statement, looking } = companiesStatement(context, input)
    const rows = await context.db.all<CompanyRow>(statement)
    return lookedPage(
      rows,
      { first: input.first, ...looking },
      (row): ListedCompany => ({
        ...readCompanyFlags(row.flags),
        id: row.id ?? '',
        name: row.name,
        emailShortName: row.emailShortName,
        state: stateOf(row),
        memberCount: row.memberCount,
        createdAt: new Date(row.createdAt).toISOString(),
        lastActivityAt: row.lastActivityAt === null ? null : new Date(row.lastActivityAt).toISOString(),
      }),
    )
  },
})
