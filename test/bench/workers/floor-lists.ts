import { ASKED, type ListedName } from '../listed-pages.ts'
import type { FloorQuery } from './floor-sql.ts'

/**
 * The best SQL for each page of the crowd's lists, written by hand and in the order of `LISTED_PAGES`: each from the one
 * index that has it in order, with the columns that the answer shows.
 */

const MEMBER = `m.user_id, m.email_key, m.title, m.disabled_at, m.invited_at, m.version, m.created_at, m.is_signer, m.card,
    m.has_admin_access, m.has_super_viewer_access, m.has_department_access, m.has_department_payroll_access,
    m.has_business_unit_access, m.has_business_unit_payroll_access, m.has_payments_access, m.has_vendor_admin_access,
    m.has_user_admin_access, m.has_financial_analysis_access, m.has_approval_bypass_access, m.has_spend_request_access,
    m.submits_spend_requests_for_others`

/** The names of ids in a row, each by its key. */
const peopleOf = (ids: string): string =>
  `(SELECT json_group_array(json_array(u.id, u.first_name, u.last_name, u.email))
      FROM json_each(${ids}) j CROSS JOIN users u ON u.id = j.value)`
const namesOf = (ids: string, table: string): string =>
  `(SELECT json_group_array(json_array(t.id, t.name)) FROM json_each(${ids}) j CROSS JOIN ${table} t ON t.id = j.value)`

const VENDOR = `v.id, v.name, v.archived_at, v.version, v.created_at, v.description, v.website, v.payment_method,
    v.is_soc_two_compliant, v.signer_user_id, v.external_contact, v.logo_key, v.owner_ids, v.services_count,
    v.documents_count, v.next12_spend, v.next12_unrated, ${peopleOf("json_insert(v.owner_ids, '$[#]', v.signer_user_id)")} AS people,
    ${namesOf('v.category_ids', 'vendor_categories')} AS categories, ${namesOf('v.department_ids', 'departments')} AS departments,
    ${namesOf('v.spend_category_ids', 'spend_categories')} AS spend_categories`

const SERVICE = `s.id, s.vendor_id, s.name, s.description, s.autorenews, s.auto_renewal_detail, s.spend_category_id,
    s.business_unit_id, s.payment_frequency, s.payment_term, s.archived_at, s.version, s.created_at, s.links, s.card,
    (SELECT v.name FROM vendors v WHERE v.id = s.vendor_id) AS vendor,
    (SELECT c.name FROM spend_categories c WHERE c.id = s.spend_category_id) AS spend_category,
    (SELECT b.name FROM business_units b WHERE b.id = s.business_unit_id) AS business_unit,
    (SELECT json_group_array(json_array(j.value ->> 'id', coalesce(
        (SELECT json_array(u.first_name, u.last_name, u.email) FROM users u WHERE j.value ->> 'kind' = 'OWNER' AND u.id = j.value ->> 'id'),
        (SELECT d.name FROM departments d WHERE j.value ->> 'kind' = 'DEPARTMENT' AND d.id = j.value ->> 'id'),
        (SELECT l.name FROM locations l WHERE j.value ->> 'kind' = 'LOCATION' AND l.id = j.value ->> 'id'))))
       FROM json_each(s.links) j) AS names`

const MEMBERS: FloorQuery[] = [
  {
    sql: `SELECT ${MEMBER} FROM company_memberships m INDEXED BY company_memberships_name
      WHERE m.company_id = ?1 AND m.disabled_at IS NULL ORDER BY m.name_key, m.user_id LIMIT 21`,
    params: [],
  },
  {
    // The rarest three letters of the name lead.
    sql: `SELECT ${MEMBER} FROM member_name_parts n
       CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = n.user_id
      WHERE n.company_id = ?1 AND n.part = ?2 AND instr(n.name_key, ?3) AND m.disabled_at IS NULL
      ORDER BY n.name_key, n.user_id LIMIT 21`,
    params: [ASKED.name.slice(-3), ASKED.name],
  },
  {
    sql: `SELECT ${MEMBER} FROM company_memberships m INDEXED BY company_memberships_email
      WHERE m.company_id = ?1 ORDER BY m.email_key DESC, m.user_id DESC LIMIT 21`,
    params: [],
  },
  {
    sql: `SELECT ${MEMBER} FROM department_members x INDEXED BY department_members_name
       CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = x.user_id
      WHERE x.company_id = ?1 AND x.department_id = ?2 ORDER BY x.name_key, x.user_id LIMIT 21`,
    params: [ASKED.departmentId],
  },
]

const ownedVendors = (index: string, order: string): string =>
  `SELECT ${VENDOR} FROM vendor_links l INDEXED BY ${index} CROSS JOIN vendors v ON v.id = l.vendor_id
    WHERE l.company_id = ?1 AND l.kind = 'OWNER' AND l.target_id = ?2 AND v.archived_at IS NULL ORDER BY ${order} LIMIT 21`

const VENDORS: FloorQuery[] = [
  {
    sql: `SELECT ${VENDOR} FROM vendors v INDEXED BY vendors_active
      WHERE v.company_id = ?1 AND v.archived_at IS NULL ORDER BY lower(v.name), v.id LIMIT 21`,
    params: [],
  },
  {
    sql: `SELECT ${VENDOR} FROM vendors v INDEXED BY vendors_spend
      WHERE v.company_id = ?1 AND v.archived_at IS NULL ORDER BY v.next12_sort DESC, v.id DESC LIMIT 21`,
    params: [],
  },
  { sql: ownedVendors('vendor_links_target', 'l.vendor_key, l.vendor_id'), params: [ASKED.ownerId] },
  { sql: ownedVendors('vendor_links_spend', 'l.next12_sort DESC, l.vendor_id DESC'), params: [ASKED.rareOwnerId] },
]

const linkedServices = (kind: string, index: string, order: string): string =>
  `SELECT ${SERVICE} FROM service_links k INDEXED BY ${index} CROSS JOIN services s ON s.id = k.service_id
    WHERE k.company_id = ?1 AND k.kind = '${kind}' AND k.target_id = ?2 AND s.archived_at IS NULL ORDER BY ${order} LIMIT 21`

const SERVICES: FloorQuery[] = [
  {
    sql: `SELECT ${SERVICE} FROM services s INDEXED BY services_by_vendor
      WHERE s.company_id = ?1 AND s.archived_at IS NULL ORDER BY s.vendor_key, lower(s.name), s.id LIMIT 21`,
    params: [],
  },
  {
    sql: `SELECT ${SERVICE} FROM services s INDEXED BY services_by_end
      WHERE s.company_id = ?1 AND s.archived_at IS NULL ORDER BY s.last_end_date, s.id LIMIT 21`,
    params: [],
  },
  {
    sql: linkedServices('OWNER', 'service_links_target', 'k.vendor_key, k.name_key, k.service_id'),
    params: [ASKED.ownerId],
  },
  {
    sql: linkedServices('DEPARTMENT', 'service_links_end', 'k.end_date, k.service_id'),
    params: [ASKED.rareDepartmentId],
  },
]

export const LISTED: Record<ListedName, FloorQuery[]> = { members: MEMBERS, vendors: VENDORS, services: SERVICES }
