import { can } from '../../../schema/shared/permissions.ts'
import type { StaffActor } from '../actor.ts'
import { actingFor } from '../actor.ts'
import type { KindRows } from './registry.ts'

/**
 * The parameters of `readable`: ?1 company, ?2 user, ?3 sees every request (1 or 0), ?4 JSON list of the user and those
 * they act for, ?5 JSON list of the categories they own. A statement's own parameters come after them.
 */
export const readerParams = (actor: StaffActor): [string, string, number, string, string] => [
  actor.companyId,
  actor.userId,
  can(actor.policy, 'requests.see-all') ? 1 : 0,
  JSON.stringify(actingFor(actor)),
  JSON.stringify(actor.ownedCategoryIds),
]

/** The conditions that it is there and the person can read it. */
export const readableRow = ({ company, present, readable }: KindRows): string =>
  [`${company} = ?1`, ...(present ? [present] : []), ...(readable ? [`(${readable})`] : [])].join(' AND ')
