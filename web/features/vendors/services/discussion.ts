import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type Subject, subjectOfObject } from '../../documents/threads/index.ts'

const createServiceThread = graphql(
  `mutation CreateServiceThread($id: ID!, $commentBody: String!, $documentIds: [ID!]) {
     createServiceThread(serviceId: $id, commentBody: $commentBody, documentIds: $documentIds) { id }
   }`,
)

export const discussionOfService = (id: string): Subject =>
  subjectOfObject('SERVICE', id, ({ body: commentBody, documentIds }, commandId) =>
    runGraphql(createServiceThread, { id, commentBody, documentIds }, { commandId, quiet: true }),
  )
