import { crowd } from './company.ts'

const departmentId = crowd.departments[7]?.id ?? ''
/** People who own little, and units with few objects. See purchases.ts. */
const [rareOwnerId, rareDepartmentId] = [crowd.people[1]?.id ?? '', crowd.departments.at(-1)?.id ?? '']
const ownerId = crowd.people[20]?.id ?? ''

/** The list's query string, and the input for the Worker. */
interface ListedPage {
  query: string
  input: object
}

/** Pages of the list of members as people request them, in turns. */
export const MEMBER_PAGES: ListedPage[] = [
  { query: 'enabled=true', input: { first: 20, enabled: true } },
  { query: 'enabled=true&name=easley', input: { first: 20, enabled: true, name: 'easley' } },
  {
    query: 'orderBy[by][]=email&orderBy[dir][]=DESC',
    input: { first: 20, orderBy: { by: ['email'], dir: ['DESC'] } },
  },
  { query: `inDepartmentId=${departmentId}`, input: { first: 20, inDepartmentId: departmentId } },
]

const page = (query: string, input: object): ListedPage => ({ query, input: { first: 20, filter: 'ACTIVE', ...input } })
const sorted = (by: string, dir: 'ASC' | 'DESC') => ({
  query: `orderBy[by][]=${by}&orderBy[dir][]=${dir}`,
  input: { orderBy: { by: [by], dir: [dir] } },
})
const bySpend = sorted('next12ServiceSpend', 'DESC')
const byEnd = sorted('endDate', 'ASC')

export const VENDOR_PAGES: ListedPage[] = [
  page('', {}),
  page(bySpend.query, bySpend.input),
  page(`ownerId=${ownerId}`, { ownerId }),
  page(`ownerId=${rareOwnerId}&${bySpend.query}`, { ownerId: rareOwnerId, ...bySpend.input }),
]

export const SERVICE_PAGES: ListedPage[] = [
  page('', {}),
  page(byEnd.query, byEnd.input),
  page(`ownerId=${ownerId}`, { ownerId }),
  page(`departmentId=${rareDepartmentId}&${byEnd.query}`, { departmentId: rareDepartmentId, ...byEnd.input }),
]

/** The lists of the crowd, by the name of their address. */
export const LISTED_PAGES = { members: MEMBER_PAGES, vendors: VENDOR_PAGES, services: SERVICE_PAGES }
export type ListedName = keyof typeof LISTED_PAGES
