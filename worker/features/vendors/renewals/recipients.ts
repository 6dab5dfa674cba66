import type { Database } from '../../../core/database.ts'
import { isSampleSql } from '../../platform/bell/index.ts'
import { keyOf } from '../../platform/notifications/index.ts'

export interface DueReminder {
  companyId: string
  serviceId: string
  periodId: string
  remindOn: string
}

export interface Recipient {
  userId: string
  timeZone: string | null
}

interface Row {
  companyId: string
  serviceId: string | null
  userId: string
  timeZone: string | null
  role: 'ADMIN' | 'CHOSEN'
}

/** Members of a company `c` in the settings who can be notified, without disabled ones and archived services. */
const MEMBER = 'm.disabled_at IS NULL'

/** ?1: pairs of company and service as JSON. Without a settings row the defaults apply (migration 0028). */
const CONCERNED = `concerned (company_id, service_id, vendor_id, business_unit_id, owners, vendor_owners, departments, business_units)
  AS MATERIALIZED (
    SELECT s.company_id, s.id, s.vendor_id, s.business_unit_id, COALESCE(c.send_to_service_owners, 1),
           COALESCE(c.send_to_vendor_owners, 1), COALESCE(c.send_to_department_leads, 0), COALESCE(c.send_to_business_unit_leads, 0)
      FROM json_each(?1) j
     CROSS JOIN services s ON s.id = j.value ->> 1 AND s.company_id = j.value ->> 0 AND s.archived_at IS NULL
      LEFT JOIN service_reminder_settings c ON c.company_id = s.company_id)`

/** Owners of the services and of their vendors, and leads. */
const OF_SERVICES = `WITH ${CONCERNED}, told (company_id, service_id, user_id) AS MATERIALIZED (
    SELECT n.company_id, n.service_id, k.target_id
      FROM concerned n CROSS JOIN service_links k
        ON k.company_id = n.company_id AND k.service_id = n.service_id AND k.kind = 'OWNER'
     WHERE n.owners = 1
     UNION SELECT n.company_id, n.service_id, k.target_id
      FROM concerned n CROSS JOIN vendor_links k
        ON k.company_id = n.company_id AND k.vendor_id = n.vendor_id AND k.kind = 'OWNER'
     WHERE n.vendor_owners = 1
     UNION SELECT n.company_id, n.service_id, d.user_id
      FROM concerned n CROSS JOIN service_links k
        ON k.company_id = n.company_id AND k.service_id = n.service_id AND k.kind = 'DEPARTMENT'
     CROSS JOIN department_members d ON d.company_id = n.company_id AND d.department_id = k.target_id
     CROSS JOIN company_memberships l
        ON l.company_id = n.company_id AND l.user_id = d.user_id AND l.has_department_access = 1
     WHERE n.departments = 1
     UNION SELECT n.company_id, n.service_id, b.user_id
      FROM concerned n CROSS JOIN business_unit_members b
        ON b.company_id = n.company_id AND b.business_unit_id = n.business_unit_id
     CROSS JOIN company_memberships l
        ON l.company_id = n.company_id AND l.user_id = b.user_id AND l.has_business_unit_access = 1
     WHERE n.business_units = 1)
  SELECT t.company_id AS companyId, t.service_id AS serviceId, t.user_id AS userId, u.timezone AS timeZone,
         'CHOSEN' AS role
    FROM told t CROSS JOIN company_memberships m ON m.company_id = t.company_id AND m.user_id = t.user_id
   CROSS JOIN users u ON u.id = m.user_id WHERE ${MEMBER}`

/** Groups and admins, including admins notified only if there is no one else. ?1: the companies as JSON. */
const OF_COMPANIES = `
  SELECT m.company_id AS companyId, NULL AS serviceId, u.id AS userId, u.timezone AS timeZone,
         iif(COALESCE(c.send_to_admins, 1) = 1, 'CHOSEN', 'ADMIN') AS role
    FROM json_each(?1) j CROSS JOIN company_memberships m INDEXED BY company_memberships_admins
      ON m.company_id = j.value AND m.has_admin_access = 1 AND m.disabled_at IS NULL
   CROSS JOIN users u ON u.id = m.user_id
    LEFT JOIN service_reminder_settings c ON c.company_id = m.company_id
   UNION SELECT m.company_id, NULL, u.id, u.timezone, 'CHOSEN'
    FROM json_each(?1) j CROSS JOIN service_reminder_settings c ON c.company_id = j.value
   CROSS JOIN json_each(c.group_ids) g
   CROSS JOIN group_members gm ON gm.company_id = c.company_id AND gm.group_id = g.value
   CROSS JOIN company_memberships m ON m.company_id = gm.company_id AND m.user_id = gm.user_id
   CROSS JOIN users u ON u.id = m.user_id WHERE ${MEMBER}`

const ACTIVE = `SELECT s.id AS serviceId FROM json_each(?1) j
  CROSS JOIN services s ON s.id = j.value ->> 1 AND s.company_id = j.value ->> 0 AND s.archived_at IS NULL
  WHERE NOT ${isSampleSql('s.company_id', 's.id')}`

/**
 * Who gets reminders by the companies' settings, each person once. If none of the chosen people is left, admins are
 * notified, so that no renewal goes unnoticed. No one is notified about archived services and
 * sample data.
 */
export const recipientsOf = async (
  db: Pick<Database, 'sql' | 'batch'>,
  due: readonly DueReminder[],
): Promise<(reminder: DueReminder) => Recipient[]> => {
  const pairs = JSON.stringify(due.map(({ companyId, serviceId }) => [companyId, serviceId]))
  const companies = JSON.stringify([...new Set(due.map(({ companyId }) => companyId))])
  const results = await db.batch([db.sql(OF_SERVICES, pairs), db.sql(OF_COMPANIES, companies), db.sql(ACTIVE, pairs)])
  const rowsAt = (index: number) => (results[index]?.results ?? []) as unknown as Row[]
  const byService = Map.groupBy(rowsAt(0), (row) => keyOf(row.companyId, row.serviceId))
  const byCompany = Map.groupBy(rowsAt(1), (row) => row.companyId)
  const active = new Set(rowsAt(2).map((row) => row.serviceId))
  return ({ companyId, serviceId }) => {
    if (!active.has(serviceId)) return []
    const ofCompany = byCompany.get(companyId) ?? []
    const chosen = [
      ...(byService.get(keyOf(companyId, serviceId)) ?? []),
      ...ofCompany.filter((row) => row.role === 'CHOSEN'),
    ]
    const told = chosen.length > 0 ? chosen : ofCompany
    return [...new Map(told.map(({ userId, timeZone }) => [userId, { userId, timeZone }])).values()]
  }
}
