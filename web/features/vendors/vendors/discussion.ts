import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type Subject, subjectOfObject } from '../../documents/threads/index.ts'

const createVendorThread = graphql(
  `mutation CreateVendorThread($id: ID!, $commentBody: String!, $documentIds: [ID!]) {
     createVendorThread(vendorId: $id, commentBody: $commentBody, documentIds: $documentIds) { id }
   }`,
)

export const discussionOfVendor = (id: string): Subject =>
  subjectOfObject('VENDOR', id, ({ body: commentBody, documentIds }, commandId) =>
    runGraphql(createVendorThread, { id, commentBody, documentIds }, { commandId, quiet: true }),
  )
