import type { Request } from 'autocannon'
import { company, crowd, type Person } from './data/company.ts'
import { requestIdOf } from './data/multiply.ts'
import { FILTERED_PAGE, filteredPath, LIST_PATH } from './filtered.ts'
import { LISTED_PAGES, type ListedName } from './listed-pages.ts'
import {
  admin,
  appending,
  deciding,
  graphqlList,
  inParallel,
  managerOf,
  nextRequestor,
  type Pending,
  send,
  signedIn,
  submitting,
} from './requests.ts'

export interface Scenario {
  name: string
  label: string
  /** The share of the floor's requests per second that the Worker must reach. */
  target?: number
  /** Requests per second that the Worker must reach on the target's machine. */
  perSecond?: number
  floorIs: string
  worker: Side
  floor: Side
  /** A page: at most two round trips, at most a hundred rows. */
  isPage: boolean
  /** Sent once to the counting Worker. Throws unless the answer is right. */
  probe(url: string): Promise<Probe>
}

export interface Side {
  steps: Request[]
  /** Prepares what the next run uses up. Without it runs last as long as they are told to. */
  prepare?(url: string, count: number): Promise<void>
}

export interface Probe {
  /** The answer's own account, if it has one. */
  headers: Headers[]
}

const check = (isRight: boolean, what: string): void => {
  if (!isRight) throw new Error(`Wrong answer: ${what}`)
}

interface Page {
  edges: { node: { id: string; number: number; status: string; vendor: { id: string } | null } }[]
  pageInfo: { hasNextPage: boolean }
}

const checkPage = (page: Page, size: number): void => {
  check(page.edges.length === 20 && page.pageInfo.hasNextPage, 'a page has 20 rows and a next one')
  check((page.edges[0]?.node.number ?? 0) >= size, 'the newest request comes first')
}

const get = (path: string): Request => ({ method: 'GET', path, headers: signedIn(admin) })

const listPages = (size: number): Scenario[] => [
  {
    name: 'list',
    label: 'List page, REST',
    target: 0.7,
    floorIs: 'the best SQL raw',
    isPage: true,
    worker: { steps: [get(LIST_PATH)] },
    floor: { steps: [get('/list')] },
    async probe(url) {
      const { json, headers } = await send(url, get(LIST_PATH))
      checkPage(json as Page, size)
      return { headers: [headers] }
    },
  },
  {
    name: 'list-graphql',
    label: 'List page, GraphQL',
    target: 0.7,
    floorIs: 'a bare Yoga schema',
    isPage: true,
    worker: { steps: [graphqlList(admin)] },
    floor: { steps: [graphqlList(admin)] },
    async probe(url) {
      const { json, headers } = await send(url, graphqlList(admin))
      checkPage((json as { data: { intakeSubmissions: Page } }).data.intakeSubmissions, size)
      return { headers: [headers] }
    },
  },
]

/** In a small company all matches fit on the page. */
const filteredPage = (size: number): Scenario => ({
  ...{
    name: 'list-filtered',
    label: 'List page, five filters',
    target: 0.7,
    floorIs: 'the best SQL raw',
    isPage: true,
  },
  worker: { steps: [get(filteredPath())] },
  floor: { steps: [get('/list-filtered')] },
  async probe(url) {
    const { json, headers } = await send(url, get(filteredPath()))
    const { edges, pageInfo } = json as Page
    check(size < 100_000 || (edges.length === 20 && pageInfo.hasNextPage), 'a page has 20 rows and a next one')
    check(
      edges.every(({ node }) => node.status === FILTERED_PAGE.status && node.vendor?.id === FILTERED_PAGE.vendorId),
      'only what passes the filters is shown',
    )
    return { headers: [headers] }
  },
})

/** Pages of many requests in turns, so that no single row stays in the cache. */
const someIds = (size: number): string[] =>
  Array.from({ length: 256 }, (_, index) => requestIdOf(company, Math.floor((index * size) / 256)))

const detailsPage = (
  size: number,
  [name, label, floorPath, suffix, isRight]: [string, string, string, string, (json: unknown) => boolean],
): Scenario => {
  const ids = someIds(size)
  const inTurns = (pathOf: (id: string) => string): Request => {
    let next = 0
    return {
      ...get(pathOf(ids[0] ?? '')),
      setupRequest: (request) => ({ ...request, path: pathOf(ids[next++ % ids.length] ?? '') }),
    }
  }
  const path = (id: string) => `/api/intake-submission/${id}${suffix}`
  return {
    ...{ name, label, target: 0.6, floorIs: 'the best SQL raw', isPage: true },
    worker: { steps: [inTurns(path)] },
    floor: { steps: [inTurns((id) => `/${floorPath}/${id}`)] },
    async probe(url) {
      const { json, headers } = await send(url, get(path(ids[3] ?? '')))
      check(isRight(json), `${label} is not what was filed`)
      return { headers: [headers] }
    },
  }
}

const detailsPages = (size: number): Scenario[] =>
  [
    ['details', 'Details page: head', 'details', '', (json: unknown) => 'canEdit' in (json as object)],
    [
      'details-answers',
      'Details page: answers',
      'answers',
      '/answers',
      (json: unknown) => {
        const { answers } = json as { answers: { type: string; labels: string[]; value: unknown }[] }
        const vendor = answers.find((answer) => answer.type === 'VENDOR_SELECT')
        return answers.length === 8 && vendor?.labels[0] !== undefined && vendor.labels[0] !== 'Removed'
      },
    ],
    [
      'details-approvals',
      'Details page: approvals',
      'approvals',
      '/approvals',
      (json: unknown) => (json as { levels: { blocks: unknown[] }[] }).levels[0]?.blocks.length === 1,
    ],
  ].map((page) => detailsPage(size, page as Parameters<typeof detailsPage>[1]))

const SEARCHES = ['order', 'Order 4', 'north', 'a', '#77', 'manager', 'licences order 12', 'nothing like it']

/** Words of every kind in turns: in every title, in few, in none, a number, a person. */
const searches = (): Scenario => {
  const inTurns = (pathOf: (query: string) => string): Request => {
    let next = 0
    return {
      ...get(pathOf(SEARCHES[0] ?? '')),
      setupRequest: (request) => ({ ...request, path: pathOf(SEARCHES[next++ % SEARCHES.length] ?? '') }),
    }
  }
  const path = (query: string) => `/api/search?query=${encodeURIComponent(query)}`
  return {
    ...{ name: 'search', label: 'Global search', target: 0.6, floorIs: 'the best SQL raw', isPage: true },
    worker: { steps: [inTurns(path)] },
    floor: { steps: [inTurns((query) => `/search/${encodeURIComponent(query)}`)] },
    async probe(url) {
      const { json, headers } = await send(url, get(path('order')))
      check((json as unknown[]).length === 12, 'the word of every title fills the page')
      return { headers: [headers] }
    },
  }
}

/** A list of the company with 10,000 people and vendors and 50,000 services, sorted and filtered in turns. */
const listed = (name: ListedName, label: string): Scenario => {
  const asking = { headers: signedIn(crowd.people[0] as Person) }
  const paths = LISTED_PAGES[name].map((query) => `/api/${name}?${query}`)
  const inTurns = (pathOf: (index: number) => string): Request => {
    let next = 0
    return {
      ...asking,
      method: 'GET',
      path: pathOf(0),
      setupRequest: (request) => ({ ...request, path: pathOf(next++ % paths.length) }),
    }
  }
  return {
    ...{ name, label, target: 0.7, floorIs: 'the best SQL raw', isPage: true },
    worker: { steps: [inTurns((index) => paths[index] ?? '')] },
    floor: { steps: [inTurns((index) => `/${name}/${index}`)] },
    async probe(url) {
      const answers: Headers[] = []
      for (const path of paths) {
        const { json, headers } = await send(url, { ...asking, method: 'GET', path })
        const { edges, pageInfo } = json as Page
        check(edges.length === 20 && pageInfo.hasNextPage, `${path} has 20 rows and a next page`)
        answers.push(headers)
      }
      return { headers: answers.slice(0, 1) }
    },
  }
}

let filed = 0
const newId = (): string => `floor-${process.pid}-${filed++}`

const submitOne = async (url: string): Promise<Pending & { headers: Headers }> => {
  const person = nextRequestor()
  const { json, headers } = await send(url, submitting(person, filed++))
  const { id, isDraft } = json as { id: string; isDraft: boolean }
  check(typeof id === 'string' && !isDraft, 'the request is not submitted')
  return { id, manager: managerOf(person), headers }
}

const approveOne = async (url: string, pending: Pending): Promise<Headers> => {
  const { json, headers } = await send(url, deciding(pending))
  check((json as { status: string }).status === 'APPROVED', 'the manager’s approval completes the request')
  return headers
}

const submit: Scenario = {
  name: 'submit',
  label: 'Submit',
  floorIs: 'a new object, an event, a row',
  isPage: false,
  worker: {
    steps: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...submitting(nextRequestor(), filed++) }) }],
  },
  floor: { steps: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...appending(newId()) }) }] },
  probe: async (url) => ({ headers: [(await submitOne(url)).headers] }),
}

const decide = (): Scenario => {
  let pending: Pending[] = []
  let objects: string[] = []
  const taken = <T>(list: T[]): T => {
    const next = list.pop()
    if (next === undefined) throw new Error('There is nothing left to decide')
    return next
  }
  return {
    name: 'decide',
    label: 'Decide',
    target: 0.5,
    floorIs: 'one object event, one D1 row',
    isPage: false,
    worker: {
      steps: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...deciding(taken(pending)) }) }],
      async prepare(url, count) {
        pending = await inParallel(count, 16, () => submitOne(url))
      },
    },
    floor: {
      steps: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...appending(taken(objects)) }) }],
      async prepare(url, count) {
        objects = await inParallel(count, 16, async () => {
          const id = newId()
          await send(url, appending(id))
          return id
        })
      },
    },
    async probe(url) {
      const made = await submitOne(url)
      return { headers: [await approveOne(url, made)] }
    },
  }
}

const flow: Scenario = {
  name: 'flow',
  label: 'Create, submit, approve',
  target: 160 / 235,
  perSecond: 160,
  floorIs: 'a new object, two events, two rows',
  isPage: false,
  worker: {
    steps: [
      {
        method: 'POST',
        path: '/api/intake-submission',
        setupRequest(request, context) {
          const person = nextRequestor()
          context.manager = managerOf(person)
          return { ...request, ...submitting(person, filed++) }
        },
        onResponse(_status, body, context) {
          context.id = (JSON.parse(body) as { id?: string }).id
        },
      },
      {
        method: 'POST',
        setupRequest: (request, context) => ({
          ...request,
          ...deciding({ id: String(context.id), manager: context.manager as typeof admin }),
        }),
        onResponse(status, body) {
          if (status === 200) check(body.includes('"APPROVED"'), body)
        },
      },
    ],
  },
  floor: {
    steps: [
      {
        method: 'POST',
        setupRequest(request, context) {
          context.id = newId()
          return { ...request, ...appending(String(context.id)) }
        },
      },
      { method: 'POST', setupRequest: (request, context) => ({ ...request, ...appending(String(context.id)) }) },
    ],
  },
  async probe(url) {
    const made = await submitOne(url)
    return { headers: [made.headers, await approveOne(url, made)] }
  },
}

export const scenariosOf = (size: number): Scenario[] => [
  ...listPages(size),
  filteredPage(size),
  ...detailsPages(size),
  searches(),
  listed('members', 'List of 10,000 members'),
  listed('vendors', 'List of 10,000 vendors'),
  listed('services', 'List of 50,000 services'),
  submit,
  decide(),
  flow,
]
