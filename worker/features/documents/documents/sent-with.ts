import type { SentComment } from '../../../../schema/documents/documents/endpoints.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Comments that documents were sent with. They belong to a later area, which says how they are read. */

type Rows = readonly Record<string, unknown>[]
export type SentComments = ReadonlyMap<string, SentComment>

interface SentReader {
  /** The newest comments of these documents that the person reads. */
  statement: (context: StaffContext, documentIds: readonly string[]) => D1PreparedStatement
  /** By document, the newest only. */
  parse: (context: StaffContext, rows: Rows) => SentComments
}

let reader: SentReader | null = null

/** Called once, by the comments' owner. */
export const registerSentComments = (given: SentReader): void => {
  reader = given
}

const registered = (): SentReader => {
  if (!reader) throw new Error('No area reads the comments of documents')
  return reader
}

/** To be read beside the documents, where their ids are known. */
export const sentStatement: SentReader['statement'] = (context, ids) => registered().statement(context, ids)
export const sentOf: SentReader['parse'] = (context, rows) => registered().parse(context, rows)

/** In a round trip of its own, if there can be any. */
export const sentComments = async (context: StaffContext, documentIds: readonly string[]): Promise<SentComments> =>
  documentIds.length === 0
    ? new Map()
    : sentOf(context, await context.db.all<Record<string, unknown>>(sentStatement(context, documentIds)))
