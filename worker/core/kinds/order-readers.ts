import { can } from '../../../schema/shared/permissions.ts'
import type { StaffActor } from '../actor.ts'
import { actingFor, beyondDelegation, withinDelegation } from '../actor.ts'
import { delegationHolds } from './delegation-period.ts'

/**
 * Who reads a purchase order, as one SQL condition for whatever shows one: its list and page, its changes, search,
 * history, discussions and attached files. They read its request, take part in its change, lead its department or
 * business unit, or those of its lines, made it, work with payments, or see every request.
 */

/** SQL of the ids of a member and their company. */
interface Member {
  company: string
  user: string
}

/**
 * In the books the units are the accounting system's, otherwise the company's own. What someone leads is found once for
 * all orders, because an order can have many lines.
 */
const leads = (
  po: string,
  m: string,
  { company, user }: Member,
  unit: 'department' | 'business_unit',
  field: string,
): string => {
  const own = `FROM ${unit}_members lu`
  const whose = `lu.company_id = ${company} AND lu.user_id = ${user}`
  return `(${m}.has_${unit}_access AND EXISTS (
     SELECT 1 FROM (SELECT ${po}.content ->> '$.${field}.id' AS id
       UNION ALL SELECT ol.value ->> '$.${field}.id' FROM json_each(${po}.content, '$.lines') ol) ou
      WHERE ou.id IN (SELECT lu.${unit}_id ${own} WHERE ${whose}
        UNION ALL SELECT oe.id ${own} CROSS JOIN erp_objects oe INDEXED BY erp_objects_${unit}
          ON oe.company_id = lu.company_id AND oe.${unit}_id = lu.${unit}_id WHERE ${whose})))`
}

/**
 * Cases instead of nested conditions, and a table where it is asked, because SQLite limits the depth of expressions.
 * @param m alias of the membership in the order's company
 * @param takesPart SQL condition on a participation `p` in the order's change or its request
 */
const readerSql = (po: string, m: string, member: Member, takesPart: string): string => {
  const involved = (kind: string, id: string) => `EXISTS (SELECT 1 FROM request_participants p
    WHERE p.target_id = ${id} AND p.company_id = ${m}.company_id AND p.target_type = '${kind}' AND ${takesPart})`
  return `CASE
  WHEN ${m}.has_admin_access OR ${m}.has_super_viewer_access OR ${m}.has_payments_access THEN 1
  WHEN ${po}.created_by_user_id = ${m}.user_id THEN 1
  WHEN EXISTS (SELECT 1 FROM intake_submissions os WHERE os.id = ${po}.intake_submission_id
     AND os.company_id = ${m}.company_id AND os.is_draft = 0 AND os.deleted_at IS NULL
     AND (${m}.user_id IN (os.requestor_user_id, os.created_by_user_id)
       OR EXISTS (SELECT 1 FROM intake_category_owners oc WHERE oc.company_id = os.company_id
            AND oc.intake_category_id = os.intake_category_id AND oc.user_id = ${m}.user_id)
       OR ${involved('INTAKE_SUBMISSION', 'os.id')})) THEN 1
  WHEN ${involved('PURCHASE_ORDER', `${po}.id`)} THEN 1
  ELSE ${leads(po, m, member, 'department', 'department')}
    OR ${leads(po, m, member, 'business_unit', 'classification')} END`
}

/** The condition that member `m` reads order `po` of the same company. ?5 is the time. */
export const orderReader = (po: string, m: string): string =>
  `EXISTS (SELECT 1 FROM (SELECT ${readerSql(
    po,
    m,
    { company: `${m}.company_id`, user: `${m}.user_id` },
    `(p.user_id = ${m}.user_id OR EXISTS (SELECT 1 FROM delegate_approvers og
       WHERE og.company_id = p.company_id AND og.user_id = p.user_id AND og.delegate_user_id = ${m}.user_id
         AND ${delegationHolds('og', '?5')} AND NOT ${beyondDelegation('og', 'p')}))`,
  )} AS reads) ov WHERE ov.reads)`

/** Placeholders of the person who reads. */
interface Placeholders extends Member {
  /** 1 for people who see every order. */
  seesAll: string
  /** A JSON list of them and those they act for. */
  actsFor: string
}

/** The condition that a person reads order `po`. By default with the parameters of `readerParams`. */
export const orderReadable = (
  po: string,
  { company, user, seesAll, actsFor }: Placeholders = { company: '?1', user: '?2', seesAll: '?3', actsFor: '?4' },
): string =>
  `(${seesAll} = 1 OR EXISTS (SELECT 1 FROM (SELECT ${readerSql(
    po,
    'om',
    { company, user },
    `p.user_id IN (SELECT value FROM json_each(${actsFor})) AND ${withinDelegation(user)}`,
  )} AS reads FROM company_memberships om
    WHERE om.company_id = ${company} AND om.user_id = ${user} AND om.disabled_at IS NULL) ov WHERE ov.reads))`

/** Whether no condition is needed. */
export const seesAllOrders = ({ policy }: Pick<StaffActor, 'policy'>): boolean =>
  can(policy, 'requests.see-all') || policy.flags.hasPaymentsAccess

/** What `orderReadable` takes besides the company: user, whether they see every order, and whom they act for. */
export const orderReaderParams = (actor: StaffActor): [string, number, string] => [
  actor.userId,
  seesAllOrders(actor) ? 1 : 0,
  JSON.stringify(actingFor(actor)),
]
