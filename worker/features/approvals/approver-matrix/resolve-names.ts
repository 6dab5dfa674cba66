import * as endpoints from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import { inputOf, query } from '../../../core/operation.ts'

/** Names are matched regardless of case. Several people can have the same name, which the person pasting is told. */
interface Found {
  text: string
  id: string
  name: string
  email?: string
  disabled?: number
}

const byName = (table: string) =>
  `SELECT j.value AS text, t.id, t.name FROM json_each(?2) j
    CROSS JOIN ${table} t ON t.company_id = ?1 AND lower(t.name) = lower(j.value)`

const PEOPLE = `j.value AS text, u.id, trim(u.first_name || ' ' || u.last_name) AS name, u.email,
  cm.disabled_at IS NOT NULL AS disabled`

export const resolveNames = query({
  id: 'approver-matrix.resolve-names',
  access: 'settings.manage',
  input: inputOf(endpoints.resolveMatrixNames),
  run: async ({ db, actor }, { users, ...values }) => {
    const { companyId } = actor
    const isAddress = (text: string) => text.includes('@')
    const results = await db.batch([
      db.sql(byName('departments'), companyId, JSON.stringify(values.DEPARTMENT)),
      db.sql(byName('entities'), companyId, JSON.stringify(values.ENTITY)),
      db.sql(byName('business_units'), companyId, JSON.stringify(values.BUSINESS_UNIT)),
      db.sql(byName('spend_categories'), companyId, JSON.stringify(values.CATEGORY)),
      db.sql(
        `SELECT ${PEOPLE} FROM json_each(?2) j CROSS JOIN users u ON u.email = lower(j.value)
           JOIN company_memberships cm ON cm.company_id = ?1 AND cm.user_id = u.id`,
        companyId,
        JSON.stringify(users.filter(isAddress)),
      ),
      // One scan of the company's members for all names together.
      db.sql(
        `WITH named(value, key) AS MATERIALIZED (SELECT value, lower(value) FROM json_each(?2))
         SELECT ${PEOPLE} FROM company_memberships cm JOIN users u ON u.id = cm.user_id
           JOIN named j ON j.key = lower(trim(u.first_name || ' ' || u.last_name))
          WHERE cm.company_id = ?1 AND EXISTS (SELECT 1 FROM named)`,
        companyId,
        JSON.stringify(users.filter((text) => !isAddress(text))),
      ),
    ])
    const found = (asked: string[], ...of: number[]) => {
      const rows = of.flatMap((i) => (results[i]?.results ?? []) as unknown as Found[])
      const byText = Map.groupBy(rows, (row) => row.text)
      return [...new Set(asked)].map((text) => ({
        text,
        matches: (byText.get(text) ?? []).map(({ id, name, email, disabled }) => ({
          id,
          name: name || email || id,
          ...(email !== undefined && { email }),
          disabled: disabled === 1,
        })),
      }))
    }
    return {
      DEPARTMENT: found(values.DEPARTMENT, 0),
      ENTITY: found(values.ENTITY, 1),
      BUSINESS_UNIT: found(values.BUSINESS_UNIT, 2),
      CATEGORY: found(values.CATEGORY, 3),
      users: found(users, 4, 5),
    }
  },
})
