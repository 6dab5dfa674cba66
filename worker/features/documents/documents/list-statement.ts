import type { DocumentListQuery } from '../../../../schema/documents/documents/endpoints.ts'
import type { documentFilters } from '../../../../schema/documents/documents/filters.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { actingFor } from '../../../core/actor.ts'
import type { Asked, ListRows, Walk, Way } from '../../../core/list/rows.ts'
import { MOST_WALKS_BY_SEVERAL, walkConditions } from '../../../core/looked-page.ts'
import { containsText } from '../../../core/text-search.ts'
import { keptPart } from '../../platform/search/index.ts'
import { readableDocument, readableParams } from './access.ts'

/** Where the list of documents is in order, for people who can read all and for people who can read some. */

type Sort = 'createdAt' | 'displayName' | 'type' | 'vendor'
type Filter = keyof typeof documentFilters
type Copied = 'createdAt' | 'displayName'
type Indexes = Readonly<Record<Copied, string | null>>

const sortsOf = (created: string, name: string, indexes: Indexes) => ({
  createdAt: { columns: [created], usual: 'DESC' as const, ...(indexes.createdAt && { index: indexes.createdAt }) },
  displayName: { columns: [name], ...(indexes.displayName && { index: indexes.displayName }) },
})

/** The documents themselves, by an index with all or some of them. */
const ownBy = (createdAt: string, displayName: string) => ({
  ...{ from: 'documents d', id: 'd.id' },
  sorts: {
    ...sortsOf('d.created_at', 'lower(d.display_name)', { createdAt, displayName }),
    type: { columns: ['d.types'], index: 'documents_by_type' },
    vendor: { columns: ['d.vendor_key'], index: 'documents_by_vendor' },
  },
})
const OWN = ownBy('documents_company', 'documents_by_name')
const ARCHIVED = ownBy('documents_archived', 'documents_by_name')
const LOOSE = ownBy('documents_loose', 'documents_loose_name')
const OWN_LOOSE = ownBy('documents_loose_own', 'documents_loose_own_name')

/** Tables with copies of the sort keys: a row for each reader, type or part of a name. */
const copied = (table: string, indexes: Indexes): Way<Sort> => ({
  ...{ from: `${table} r`, id: 'r.document_id', sorts: sortsOf('r.created_at', 'r.name_key', indexes) },
})
const READERS_COPIED = copied('document_readers', {
  ...{ createdAt: 'document_readers_created', displayName: 'document_readers_name' },
})
/** Of these tables, only the readers are in the order of groups, too. */
const READERS: Way<Sort> = {
  ...READERS_COPIED,
  sorts: {
    ...READERS_COPIED.sorts,
    type: { columns: ['r.types'], index: 'document_readers_type' },
    vendor: { columns: ['r.vendor_key'], index: 'document_readers_vendor' },
  },
}
// The tables themselves are in the order of creation.
const TYPES = copied('document_types', { createdAt: null, displayName: 'document_types_name' })
const NAME_PARTS = copied('document_name_parts', { createdAt: null, displayName: 'document_name_parts_name' })

const STATUS = { ACTIVE: 'd.archived_at IS NULL', ALL: null, ARCHIVED: 'd.archived_at IS NOT NULL' } as const
const IS_ARCHIVED = { ACTIVE: [0], ALL: [0, 1], ARCHIVED: [1] } as const

/** Uploads of an unfinished form belong to the form until it is sent. */
const LISTED = ['d.deleted_at IS NULL', 'd.temporary_since IS NULL']
/** The readers of all documents, as stored in the types of documents. */
const READER_OF_ALL = "r.reader = '+'"
const READ_BY_EVERYONE = "r.reader = '*'"

const attachedTo = (type: 'VENDOR' | 'SERVICE', id: string | undefined, { bind }: Pick<Asked<object, Sort>, 'bind'>) =>
  id
    ? `SELECT k.document_id AS id FROM document_links k INDEXED BY document_links_target
        WHERE k.company_id = ?1 AND k.target_type = '${type}' AND k.target_id = ${bind(id)}`
    : null

interface Walks {
  walks: Walk<Sort>[]
  serves?: readonly Filter[]
  areFew?: boolean
}

/** People who can read some have only their own documents in order, and filters are applied to those. */
const walksOf = ({ reader: { actor }, input, by, isOnly, bind }: Asked<DocumentListQuery, Sort>): Walks => {
  const readsAll = can(actor.policy, 'requests.see-all')
  const isGrouped = by === 'type' || by === 'vendor'
  if (isGrouped && readsAll) return { walks: [{ way: OWN, where: LISTED }] }
  if (input.unassociated && !isGrouped) {
    const where = [...LISTED, 'd.link_count = 0']
    const isOwn = 'd.uploaded_by_user_id = ?2'
    return {
      walks: [readsAll ? { way: LOOSE, where } : { way: OWN_LOOSE, where: [isOwn, ...where] }],
      serves: ['unassociated'],
    }
  }
  const part = isGrouped ? null : keptPart(input.displayName)
  if (readsAll && part === null && !input.type) {
    return input.filter === 'ARCHIVED' && by === 'createdAt'
      ? { walks: [{ way: ARCHIVED, where: [...LISTED, STATUS.ARCHIVED] }], serves: ['filter'] }
      : { walks: [{ way: OWN, where: LISTED }] }
  }
  const along = (way: Way<Sort>, ...where: string[]): Walk<Sort>[] =>
    IS_ARCHIVED[input.filter].map((isArchived) => ({ way, where: [...where, `r.is_archived = ${isArchived}`] }))
  const partOf = part === null ? '' : `r.part = ${bind(part)}`
  const named = (isOpen: 0 | 1) => along(NAME_PARTS, partOf, `r.is_open = ${isOpen}`)
  const ofType = input.type && !isGrouped ? `r.type = ${bind(input.type)}` : null
  const readBy = (reader: string) => (ofType ? along(TYPES, reader, ofType) : along(READERS, reader))
  const serves: Filter[] = part === null && !isGrouped ? ['filter', 'type'] : ['filter']
  if (readsAll) return { walks: part === null ? readBy(READER_OF_ALL) : [...named(0), ...named(1)], serves }
  const people = [...actingFor(actor), ...actor.ownedCategoryIds]
  const readers = walkConditions('r.reader', people, bind, isOnly ? undefined : MOST_WALKS_BY_SEVERAL)
  return { walks: [...(part === null ? readBy(READ_BY_EVERYONE) : named(1)), ...readers.flatMap(readBy)], serves }
}

export const documentRows: ListRows<DocumentListQuery, Filter, Sort> = {
  own: OWN,
  join: (id) => `documents d ON d.id = ${id}`,
  usual: () => 'createdAt',
  looks: 2,
  shown: {
    joins: 'LEFT JOIN users u ON u.id = d.uploaded_by_user_id',
    get where() {
      return readableDocument()
    },
  },
  values: ({ actor }) => readableParams(actor).slice(1),
  clauses: (asked) => {
    const { input, bind } = asked
    const vendor = attachedTo('VENDOR', input.vendorId, asked)
    const service = attachedTo('SERVICE', input.serviceId, asked)
    // Few documents are attached to one of them.
    const few = vendor ?? service
    const found: Walks = few ? { walks: [{ set: few }], areFew: true } : walksOf(asked)
    return {
      ...found,
      // Each field has an order of its own, of which the filters leave another part.
      walksBy: (by) => walksOf({ ...asked, by }).walks,
      conditions: {
        displayName: input.displayName ? containsText('d.display_name', bind(input.displayName)) : null,
        filter: [STATUS[input.filter], ...(few ? LISTED : [])],
        unassociated: input.unassociated ? 'd.link_count = 0' : null,
        type: input.type ? `EXISTS (SELECT 1 FROM json_each(d.types) t WHERE t.value = ${bind(input.type)})` : null,
        vendorId: null,
        serviceId: vendor && service ? `d.id IN (${service})` : null,
      },
      mostPass: input.filter === 'ARCHIVED' ? [] : ['filter'],
    }
  },
}
