import { can } from '../../../schema/shared/permissions.ts'
import type { StaffActor } from '../actor.ts'
import { actingFor } from '../actor.ts'

/** Its rows, as parts of SQL. ?1 is the company. */
export interface KindRows {
  /** The table with its alias: "vendors v". */
  from: string
  id: string
  company: string
  name: string
  /** The name in the company's log, if that says more. */
  logName?: string
  /** The condition that it is there: neither deleted nor a draft. */
  present?: string
  /** SQL of when a row was deleted, where deleted rows are kept. */
  deletedAt?: string
  /**
   * The condition that a person can read it, with the parameters of `readerParams`. Without it everyone in the company
   * can.
   */
  readable?: string
}

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
