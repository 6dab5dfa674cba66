import { z } from 'zod'
import { nounOf } from '../../../../schema/shared/kinds.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { id } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { forbidden, invalidField, notFound } from '../../../core/errors.ts'
import { requireUnarchived } from '../../../core/kinds/archived.ts'
import { command, type StaffContext } from '../../../core/operation.ts'
import {
  type DocumentHolder,
  type HolderKind,
  linkStatement,
  type Named,
  ONE_VENDOR,
  otherVendors,
  readHolders,
  requireDocuments,
  unlinkStatement,
} from './links.ts'

/**
 * Attaching documents to vendors and services and detaching them (specification 2 §7), for people who can change the
 * object.
 */

const documentIds = z.array(id).min(1, 'Choose at least one document').max(50)

const requireObject = async (context: StaffContext, kind: HolderKind, objectId: string): Promise<DocumentHolder> => {
  const [object] = await readHolders(context, { [kind]: [objectId] })
  if (!object) throw notFound(`The ${nounOf(kind)}`)
  if (!object.mayChange) throw forbidden()
  return object
}

/** The history of the object, and of each document. */
export const auditOf = (context: StaffContext, object: DocumentHolder, documents: readonly Named[], added: boolean) => {
  const { kind, name } = object
  const noun = nounOf(kind)
  const change = context.newId()
  const names = documents.map((document) => document.name).join(', ')
  const data = (value: unknown) => (added ? { before: null, after: value } : { before: value, after: null })
  return [
    {
      changeKey: `${noun}-documents:${object.id}:${change}`,
      action: `${noun}.documents-${added ? 'added' : 'removed'}`,
      targetType: kind,
      targetId: object.id,
      message: added ? `Added ${names}` : `Removed ${names}`,
      changeData: data({ documents: documents.map((document) => document.name) }),
    },
    ...documents.map((document) => ({
      changeKey: `document-links:${document.id}:${change}`,
      action: `document.${added ? 'attached' : 'detached'}`,
      targetType: 'DOCUMENT' as const,
      targetId: document.id,
      message: `${added ? 'Attached to' : 'Taken off'} the ${noun} ${name}`,
      changeData: data({ [noun]: name }),
    })),
  ]
}

const add = async (context: StaffContext, kind: HolderKind, objectId: string, ids: string[]) => {
  const object = await requireObject(context, kind, objectId)
  await requireUnarchived(context, [object])
  const documents = await requireDocuments(context, ids)
  if (kind === 'VENDOR') {
    const [taken] = await otherVendors(context, ids, objectId)
    if (taken) {
      throw invalidField('documentIds', `${taken.document} belongs to ${withStop(taken.vendor)} Remove it there first.`)
    }
  }
  return commit(context, {
    subject: `The ${nounOf(kind)}`,
    statements: [linkStatement(context, documents, [[kind, objectId]])],
    audit: auditOf(context, object, documents, true),
    result: { id: objectId },
    onDuplicate: ONE_VENDOR,
  })
}

/** Documents that aren't on the object, or aren't the company's, stay unchanged. */
const remove = async (context: StaffContext, kind: HolderKind, objectId: string, ids: string[]) => {
  const object = await requireObject(context, kind, objectId)
  const { db, actor } = context
  const documents = await db.all<Named>(
    db.sql(
      `SELECT d.id, d.display_name AS name FROM json_each(?2) j
        CROSS JOIN document_links l ON l.company_id = ?1 AND l.document_id = j.value AND l.target_type = ?3 AND l.target_id = ?4
        CROSS JOIN documents d ON d.id = l.document_id`,
      actor.companyId,
      JSON.stringify([...new Set(ids)]),
      kind,
      objectId,
    ),
  )
  if (documents.length === 0) throw notFound('The document')
  return commit(context, {
    subject: `The ${nounOf(kind)}`,
    statements: [unlinkStatement(context, documents, [[kind, objectId]])],
    audit: auditOf(context, object, documents, false),
    result: { id: objectId },
  })
}

const ofVendor = z.object({ vendorId: id, documentIds })
const ofService = z.object({ serviceId: id, documentIds })

/** Throws INVALID for `documentIds` if a document belongs to another vendor, or FORBIDDEN. */
export const addDocumentsToVendor = command({
  id: 'vendors.add-documents',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: ofVendor,
  run: (context, { vendorId, documentIds: ids }) => add(context, 'VENDOR', vendorId, ids),
})

export const removeDocumentsFromVendor = command({
  id: 'vendors.remove-documents',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: ofVendor,
  run: (context, { vendorId, documentIds: ids }) => remove(context, 'VENDOR', vendorId, ids),
})

export const addDocumentsToService = command({
  id: 'services.add-documents',
  access: 'services.use',
  asAnother: 'ACTING',
  input: ofService,
  run: (context, { serviceId, documentIds: ids }) => add(context, 'SERVICE', serviceId, ids),
})

export const removeDocumentsFromService = command({
  id: 'services.remove-documents',
  access: 'services.use',
  asAnother: 'ACTING',
  input: ofService,
  run: (context, { serviceId, documentIds: ids }) => remove(context, 'SERVICE', serviceId, ids),
})
