import { crowd } from './data/company.ts'

/** Whose lists they are. Rare ones own little, or have few objects: see purchases.ts. */
export const ASKED = {
  departmentId: crowd.departments[7]?.id ?? '',
  ownerId: crowd.people[20]?.id ?? '',
  rareOwnerId: crowd.people[1]?.id ?? '',
  rareDepartmentId: crowd.departments.at(-1)?.id ?? '',
  /** Part of a name. */
  name: 'easley',
}
const { departmentId, ownerId, rareOwnerId, rareDepartmentId, name } = ASKED

/** Query strings of the list of members as people request them, in turns. */
const MEMBER_PAGES = [
  'enabled=true',
  `enabled=true&name=${name}`,
  'orderBy[by][]=email&orderBy[dir][]=DESC',
  `inDepartmentId=${departmentId}`,
]

const BY_SPEND = 'orderBy[by][]=next12ServiceSpend&orderBy[dir][]=DESC'
const VENDOR_PAGES = ['', BY_SPEND, `ownerId=${ownerId}`, `ownerId=${rareOwnerId}&${BY_SPEND}`]

const BY_END = 'orderBy[by][]=endDate&orderBy[dir][]=ASC'
const SERVICE_PAGES = ['', BY_END, `ownerId=${ownerId}`, `departmentId=${rareDepartmentId}&${BY_END}`]

/** The lists of the crowd, by the name of their address. */
export const LISTED_PAGES = { members: MEMBER_PAGES, vendors: VENDOR_PAGES, services: SERVICE_PAGES }
export type ListedName = keyof typeof LISTED_PAGES
