import { createSchema, createYoga } from 'graphql-yoga'
import { toConnection } from '../../../worker/core/paging.ts'
import { type SubmissionDbRow, toSubmissionRow } from '../../../worker/features/requests/submissions/rows.ts'
import { type Asker, readPage } from './floor.ts'

const typeDefs = /* GraphQL */ `
  type NamedReference { id: ID! name: String! }
  type Money { value: Float! currency: String! }
  type WaitingFor { label: String! since: String! people: [NamedReference!]! }
  enum RequestStatus { PENDING APPROVED REJECTED }
  type IntakeSubmissionRow {
    id: ID!
    number: Int!
    title: String!
    category: NamedReference!
    requestor: NamedReference!
    status: RequestStatus!
    isDraft: Boolean!
    archived: Boolean!
    progress: Int!
    waitingFor: [WaitingFor!]!
    approvedBy: [NamedReference!]!
    rejectedBy: [NamedReference!]!
    requestAmount: Money
    vendor: NamedReference
    dueDate: String
    createdAt: String!
    submittedAt: String
    approvedOrRejectedAt: String
    currentLevelSince: String
    lastAuditLogMessage: String!
    lastAuditLogAt: String
  }
  type IntakeSubmissionEdge { cursor: String! node: IntakeSubmissionRow! }
  type PageInfo { hasNextPage: Boolean! startCursor: String endCursor: String }
  type IntakeSubmissionConnection { edges: [IntakeSubmissionEdge!]! pageInfo: PageInfo! }
  type Query { intakeSubmissions(first: Int): IntakeSubmissionConnection! }
`

/** Yoga without additions: the same statements and the same selection, without anything of ours around it. */
export const floorYoga = createYoga<{ asker: Asker }>({
  schema: createSchema({
    typeDefs,
    resolvers: {
      Query: {
        intakeSubmissions: async (_root: unknown, _args: unknown, { asker }: { asker: Asker }) => {
          const rows = (await readPage(asker)) as unknown as (SubmissionDbRow & { sortKey: number })[]
          return toConnection(
            rows,
            20,
            (row) => [row.sortKey, row.id],
            (row) => toSubmissionRow(row, Date.now()),
          )
        },
      },
    },
  }),
  graphqlEndpoint: '/graphql',
  logging: false,
})
