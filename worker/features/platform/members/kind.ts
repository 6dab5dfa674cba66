import { managesEveryone } from '../../../../schema/platform/members/rules.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { notFound } from '../../../core/errors.ts'
import { ofRow } from '../../../core/kinds/history.ts'
import { type NameCopy, RENAMED } from '../../../core/kinds/name-copies.ts'
import { ONLY_HISTORY, registerKind } from '../../../core/kinds/registry.ts'
import type { KindRows } from '../../../core/kinds/rows.ts'
import { memberStatement } from './scope.ts'

const ROWS: KindRows = {
  from: 'company_memberships cm',
  id: 'cm.user_id',
  company: 'cm.company_id',
  name: `(SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = cm.user_id)`,
}

/** A person has one name in all companies. The address is a part of it, because it stands for a missing name. */
const COMPANIES = `(SELECT m.company_id FROM company_memberships m WHERE m.user_id IN ${RENAMED})`

const KEYS: NameCopy = {
  of: 'MEMBER',
  table: 'company_memberships',
  columns: ['name_key', 'email_key'],
  value: `(SELECT lower(coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)), u.email
    FROM users u WHERE u.id = company_memberships.user_id)`,
  rows: `user_id IN ${RENAMED}`,
  // Its card follows the version.
  more: 'version = version + 1',
}

/** What every request and every row of a list needs of a member, without reading the units. */
const card = (of: NameCopy['of'], rows: string): NameCopy => ({
  of,
  table: 'company_memberships',
  columns: ['card'],
  value: `(SELECT v.card FROM member_cards v
    WHERE v.company_id = company_memberships.company_id AND v.user_id = company_memberships.user_id)`,
  rows,
})
const cardOfPlaced = (of: NameCopy['of'], table: string, column: string): NameCopy =>
  card(
    of,
    `company_id = ?2 AND user_id IN (SELECT x.user_id FROM ${table} x WHERE x.company_id = ?2 AND x.${column} IN ${RENAMED})`,
  )

registerKind({
  ...ONLY_HISTORY,
  kind: 'MEMBER',
  rows: ROWS,
  search: {
    entry: 'MEMBER',
    pool: 'members',
    // Leads open the pages of their own people only, from their list.
    mayFind: ({ policy }) => can(policy, 'members.manage') && managesEveryone(policy),
    // Members who were removed have no entry.
    archivedAt: 'NULL',
    foundBy: [],
    number: null,
    name: ROWS.name,
    details: null,
  },
  copies: [
    KEYS,
    card('MEMBER', `company_id IN ${COMPANIES} AND manager_user_id IN ${RENAMED}`),
    cardOfPlaced('DEPARTMENT', 'department_members', 'department_id'),
    cardOfPlaced('BUSINESS_UNIT', 'business_unit_members', 'business_unit_id'),
    cardOfPlaced('GROUP', 'group_members', 'group_id'),
    cardOfPlaced('ENTITY', 'entity_members', 'entity_id'),
    card('LOCATION', `company_id = ?2 AND location_id IN ${RENAMED}`),
  ],
  history: (context, id) => {
    if (!can(context.actor.policy, 'members.manage')) throw notFound('The history')
    return ofRow(memberStatement(context, id))
  },
})

/** Signing in and out, which only the company's log shows. It is about the member. */
registerKind({
  ...ONLY_HISTORY,
  kind: 'SESSION',
  rows: ROWS,
  history: () => {
    throw notFound('The history')
  },
})
