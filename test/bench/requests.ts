import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import { type Category, type Company, company, cookieOf, type Person, questionIds } from './data/company.ts'

/** What a browser would send, and what can come back. */

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }

export const admin = company.people[0] as Person
export const member = company.requestors[0] as Person

export const signedIn = (person: Person): Record<string, string> => ({ Cookie: cookieOf(person) })
export const commanding = (person: Person): Record<string, string> => ({
  ...JSON_HEADERS,
  ...signedIn(person),
  'Idempotency-Key': randomUUID(),
})

export const managerOf = (person: Person): Person => {
  const manager = company.people.find((each) => each.id === person.managerId)
  if (!manager) throw new Error(`${person.name} has no manager`)
  return manager
}

let turn = 0
/** People take turns filing, in different departments and under different managers. */
export const nextRequestor = (): Person => company.requestors[turn++ % company.requestors.length] as Person

/** A request that one manager's approval completes. */
export const submissionBody = (of: Company, person: Person, index: number): string => {
  const category = of.categories[index % of.categories.length] as Category
  const ids = questionIds(category.id)
  const answers = {
    [ids.title]: `Licences for the team, order ${index}`,
    [ids.vendor]: of.vendors[index % of.vendors.length]?.id,
    [ids.why]: 'For the whole team, to replace what we use today; the present contract ends with the quarter.',
    [ids.personalData]: false,
    [ids.amount]: { value: 250_000 + (index % 1_000), currency: 'USD' },
    [ids.department]: of.departments[person.department]?.id,
    [ids.due]: '2031-05-17',
  }
  return JSON.stringify({
    batch: 1,
    totalBatches: 1,
    submission: {
      intakeCategoryId: category.id,
      isDraft: false,
      answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
    },
  })
}

export interface Pending {
  id: string
  manager: Person
}

/** The first block of a request's first run is its manager's. */
export const decisionBody = (id: string): string =>
  JSON.stringify({ status: 'APPROVED', levelGroupStatusId: `${id}-1-1`, comment: 'Fine.', seenVersion: 1 })

export const submitting = (person: Person, index: number): Request => ({
  method: 'POST',
  path: '/api/intake-submission',
  headers: commanding(person),
  body: submissionBody(company, person, index),
})

export const deciding = ({ id, manager }: Pending): Request => ({
  method: 'POST',
  path: `/api/intake-submission/${id}/status`,
  headers: commanding(manager),
  body: decisionBody(id),
})

/** An event about the size of a decision's. */
export const appending = (object: string): Request => ({
  method: 'POST',
  path: `/append/${object}`,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ type: 'block.decided', by: admin.id, note: 'x'.repeat(300) }),
})

const NAMED = '{ id name }'
export const GRAPHQL_LIST = JSON.stringify({
  query: `query Requests($first: Int) {
    intakeSubmissions(first: $first) {
      edges {
        cursor
        node {
          id number title category ${NAMED} requestor ${NAMED} status isDraft archived progress
          waitingFor { label since people ${NAMED} } approvedBy ${NAMED} rejectedBy ${NAMED}
          requestAmount { value currency } vendor ${NAMED} dueDate createdAt submittedAt approvedOrRejectedAt
          currentLevelSince lastAuditLogMessage lastAuditLogAt
        }
      }
      pageInfo { hasNextPage startCursor endCursor }
    }
  }`,
  variables: { first: 20 },
})

export const graphqlList = (person: Person): Request => ({
  method: 'POST',
  path: '/graphql',
  headers: { ...JSON_HEADERS, ...signedIn(person) },
  body: GRAPHQL_LIST,
})

/** Sends one request and returns its JSON. Throws unless the answer is 2xx. */
/** As many connections as are used at once. */
const MOST_KEPT = 32

export const send = async (url: string, { method = 'GET', path, headers, body }: Request) => {
  const ask = async (tries: number): Promise<Response> => {
    try {
      return await fetch(url + path, { method, headers, body })
    } catch (error) {
      // After a pause each kept connection may be closed the moment it is reused. A command's id makes repeating harmless.
      if (tries === 0) throw error
      return ask(tries - 1)
    }
  }
  const response = await ask(MOST_KEPT)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return { json: JSON.parse(text) as unknown, headers: response.headers, bytes: text.length }
}

/** Runs `work` for 0 to count - 1, some at a time. */
export const inParallel = async <T>(
  count: number,
  width: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> => {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
