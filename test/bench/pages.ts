import { company, crowd, type Person } from './data/company.ts'
import { LIST_PATH } from './filtered.ts'
import { LISTED_PAGES } from './listed-pages.ts'
import type { PageCost } from './report.ts'
import { admin, graphqlList, managerOf, member, send, signedIn } from './requests.ts'
import type { Cost } from './workers/counting.ts'

/** Lists that are counted and not timed: other people, other orders, further pages. */
const LISTS: [name: string, person: Person, query: string][] = [
  ['list', admin, ''],
  ['list, sorted by number', admin, '&orderBy[by][]=number&orderBy[dir][]=ASC'],
  ['list, sorted by requestor', admin, '&orderBy[by][]=requestorName&orderBy[dir][]=ASC'],
  ['list, sorted by amount', admin, '&orderBy[by][]=coalescedRequestAmount&orderBy[dir][]=DESC'],
  ['list, sorted by due date', admin, '&orderBy[by][]=dueDate&orderBy[dir][]=ASC'],
  ['list of a category', admin, `&intakeCategoryId=${company.categories[2]?.id}`],
  ['list of pending ones', admin, '&status=PENDING'],
  ['list, mine', member, '&mine=true&filter=ALL'],
  ['list of a member', member, '&filter=ALL'],
  ['list of a manager', managerOf(member), '&filter=ALL'],
  ['list, action required', managerOf(member), '&filter=ACTION_REQUIRED'],
]

/** The requests of Home. */
const ATTENTION = ['approver', 'watcher', 'recently-completed']

export const costOf = (headers: Headers): Cost => {
  const cost = JSON.parse(headers.get('X-Bench-Cost') ?? 'null') as Cost | null
  if (!cost) throw new Error('The counting Worker did not count')
  return cost
}

/** The Worker's own Server-Timing must match the count around its database. */
const agree = (headers: Headers): Cost => {
  const cost = costOf(headers)
  const own = /trips=(\d+) queries=(\d+) read=(\d+)/.exec(headers.get('Server-Timing') ?? '')
  if (Number(own?.[1]) !== cost.roundTrips || Number(own?.[3]) !== cost.rowsRead) {
    throw new Error(`Server-Timing says ${headers.get('Server-Timing')}, counted were ${JSON.stringify(cost)}`)
  }
  return cost
}

export const pageCosts = async (url: string, size: number): Promise<PageCost[]> => {
  const costs: PageCost[] = []
  const add = (name: string, headers: Headers) => costs.push({ size, name, cost: agree(headers) })
  for (const [name, person, query] of LISTS) {
    const { headers } = await send(url, { path: `${LIST_PATH}${query}`, headers: signedIn(person) })
    add(name, headers)
  }
  for (const filter of ATTENTION) {
    const path = `/api/intake-submissions/needs-attention?filter=${filter}`
    add(`home, ${filter}`, (await send(url, { path, headers: signedIn(managerOf(member)) })).headers)
  }
  for (const [list, pages] of Object.entries(LISTED_PAGES)) {
    for (const query of pages) {
      const asked = { path: `/api/${list}?${query}`, headers: signedIn(crowd.people[0] as Person) }
      add(`${list}, ${query}`, (await send(url, asked)).headers)
    }
  }
  let cursor = ''
  for (let page = 0; page < 5; page++) {
    const after: string = cursor && `&cursor=${cursor}`
    const { json, headers } = await send(url, { path: `${LIST_PATH}${after}`, headers: signedIn(admin) })
    cursor = (json as { pageInfo: { endCursor: string } }).pageInfo.endCursor
    if (page === 4) add('list, fifth page', headers)
  }
  add('list by GraphQL', (await send(url, graphqlList(admin))).headers)
  return costs
}
