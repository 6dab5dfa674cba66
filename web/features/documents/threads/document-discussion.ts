import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type Subject, subjectOfObject } from './api.ts'

const createDocumentThread = graphql(
  `mutation CreateDocumentThread($id: ID!, $commentBody: String!, $documentIds: [ID!]) {
     createDocumentThread(documentId: $id, commentBody: $commentBody, documentIds: $documentIds) { id }
   }`,
)

export const discussionOfDocument = (id: string): Subject =>
  subjectOfObject('DOCUMENT', id, ({ body: commentBody, documentIds }, commandId) =>
    runGraphql(createDocumentThread, { id, commentBody, documentIds }, { commandId, quiet: true }),
  )
