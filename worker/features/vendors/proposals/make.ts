import type { WaitingVendor } from '../../../../schema/requests/proposed-vendors/tables.ts'
import { hrefOf, type Kind } from '../../../../schema/shared/kinds.ts'
import type { Audit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { requestsNaming } from '../../../core/naming-requests.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { OutboxRow, VendorEvent, VendorNotification } from '../../../core/outbox.ts'
import type { ProposedRow as Proposed } from '../../requests/proposed-vendors/index.ts'
import { insertStatements, NEW_VENDOR } from '../vendors/index.ts'

/** A proposed vendor becomes a vendor, or another one takes its place. */

/** Who makes it: the member who settles it, or Outlay, for the member who asked for it. */
export type Making = Pick<StaffContext, 'db' | 'clock'> & { actor: { companyId: string; userId: string } }

/** The approved request that names it. */
export interface ForRequest {
  targetType: string
  targetId: string
  title: string
  documentIds: readonly string[]
  ownerIds: readonly string[]
}

interface Settled {
  statements: D1PreparedStatement[]
  audit: Audit[]
  outbox: Omit<OutboxRow, 'id' | 'createdAt' | 'companyId'>[]
}

const settledStatements = ({ db, clock, actor }: Making, id: string, vendorId: string): D1PreparedStatement[] => [
  db.sql(
    `UPDATE proposed_vendors SET settled_at = ?3, vendor_id = ?4, waiting = NULL
      WHERE id = ?1 AND company_id = ?2 AND settled_at IS NULL`,
    id,
    actor.companyId,
    clock.now(),
    vendorId,
  ),
  guardOneRow(db),
]

/** The request's files also belong to the vendor, unless they belong to another one. */
const fileStatement = (
  { db, clock, actor }: Making,
  vendorId: string,
  files: readonly string[],
): D1PreparedStatement[] =>
  files.length === 0
    ? []
    : [
        db.sql(
          `INSERT OR IGNORE INTO document_links (company_id, document_id, target_type, target_id, created_at, created_by_user_id)
           SELECT ?1, d.id, 'VENDOR', ?2, ?3, ?4 FROM json_each(?5) j
            CROSS JOIN documents d ON d.id = j.value AND d.company_id = ?1 AND d.deleted_at IS NULL`,
          ...[actor.companyId, vendorId, clock.now(), actor.userId, JSON.stringify(files)],
        ),
      ]

const requestAudit = (request: ForRequest, id: string, action: string, message: string): Audit[] => [
  {
    changeKey: `proposed-vendor:${id}:${action}:${request.targetId}`,
    action: `${request.targetType === 'SPEND_REQUEST' ? 'spend-request' : 'intake-submission'}.${action}`,
    targetType: request.targetType as Audit['targetType'],
    targetId: request.targetId,
    message,
    changeData: null,
  },
]

/** The first word is the first name, as in a person's own name. */
const contactOf = ({ contactName, contactEmail }: Proposed) => {
  const [firstName = '', ...rest] = contactName.split(/\s+/)
  return contactName || contactEmail
    ? { firstName, lastName: rest.join(' '), email: contactEmail, phone: '', memo: '' }
    : null
}

/** @param name another one than was proposed, if that is taken. */
export const makeVendor = (making: Making, row: Proposed, request: ForRequest, name = row.name): Settled => {
  const { id, website, country } = row
  const ownerIds = [...request.ownerIds]
  const values = {
    ...NEW_VENDOR,
    ...{ name, website, ownerIds, externalPointOfContact: contactOf(row) },
    address: country ? { country, address1: '', address2: '', city: '', state: '', postalCode: '' } : null,
  }
  return {
    statements: [
      ...insertStatements(making, id, values),
      ...settledStatements(making, id, id),
      ...fileStatement(making, id, request.documentIds),
    ],
    audit: [
      {
        changeKey: `vendor:${id}:v1`,
        action: 'vendor.created',
        targetType: 'VENDOR',
        targetId: id,
        message: `Created the vendor ${name}: the request “${request.title}” that proposed it was approved`,
        changeData: { after: { name, ...(website && { website }), ...(country && { country }) } },
      },
      ...requestAudit(request, id, 'vendor-made', `Created the proposed vendor ${name}`),
    ],
    outbox: [
      newsBy(BY_APPROVAL, { kind: 'APPROVED', request: request.title }, [{ id, name, ownerIds }]),
      ...followRequest(request),
    ],
  }
}

/** Steps that send forms to the vendor couldn't before. */
const followRequest = ({ targetType, targetId }: ForRequest): Settled['outbox'] => [
  { topic: 'vendor-form.follow', payload: { targetType, targetId } },
]

/** No person made it, so that everyone is told. */
const BY_APPROVAL = { userId: '', name: 'Outlay' }

const newsBy = (
  by: VendorNotification['by'],
  event: VendorEvent,
  vendors: VendorNotification['vendors'],
): Settled['outbox'][number] => ({ topic: 'vendor.notify', payload: { event, vendors, by } })

/** Asks those who would own it whether it is one of the vendors that look the same. */
export const waitForAnswer = (
  { db, actor }: Making,
  { id, name }: Pick<Proposed, 'id' | 'name'>,
  doubles: readonly { id: string; name: string }[],
  request: ForRequest,
): Settled => {
  const { targetType, targetId, title, documentIds, ownerIds } = request
  const waiting: WaitingVendor = {
    ...{ targetType, targetId, title, documentIds: [...documentIds], ownerIds: [...ownerIds] },
    vendorIds: doubles.map((double) => double.id),
  }
  const [double] = doubles
  const event = {
    ...{ kind: 'PROPOSED_AGAIN' as const, proposed: name, request: title },
    path: hrefOf(targetType as Kind, targetId) ?? '/',
  }
  return {
    statements: [
      db.sql(
        'UPDATE proposed_vendors SET waiting = ?3 WHERE id = ?1 AND company_id = ?2 AND settled_at IS NULL',
        id,
        actor.companyId,
        JSON.stringify(waiting),
      ),
      guardOneRow(db),
    ],
    audit: requestAudit(
      request,
      id,
      'vendor-waits',
      `Didn’t create the proposed vendor ${name}: it may be ${doubles.map((each) => each.name).join(' or ')}, added meanwhile`,
    ),
    outbox: double ? [newsBy(BY_APPROVAL, event, [{ id: double.id, name: double.name, ownerIds: [...ownerIds] }])] : [],
  }
}

/** Requests name the other vendor from now on. */
export const replaceVendor = (
  making: Making,
  { id, name }: Pick<Proposed, 'id' | 'name'>,
  other: { id: string; name: string },
  request: ForRequest,
): Settled => ({
  statements: [
    ...settledStatements(making, id, other.id),
    ...repointStatements(making, id, other.id),
    ...fileStatement(making, other.id, request.documentIds),
  ],
  audit: requestAudit(request, id, 'vendor-replaced', `Used the vendor ${other.name} instead of the proposed ${name}`),
  outbox: followRequest(request),
})

/** What names the one names the other. Areas with their own tables register them. */
type Repointing = (making: Making, id: string, otherId: string) => D1PreparedStatement[]
const repointings: Repointing[] = []
export const registerRepointing = (repointing: Repointing): void => {
  repointings.push(repointing)
}

/** For another request that names it too: the same vendor, with this request's files. */
export const followStatements = (
  making: Making,
  id: string,
  vendorId: string,
  files: readonly string[],
): D1PreparedStatement[] => [
  ...(vendorId === id ? [] : repointStatements(making, id, vendorId)),
  ...fileStatement(making, vendorId, files),
]

const repointStatements = (making: Making, id: string, otherId: string): D1PreparedStatement[] => [
  making.db.sql(
    `UPDATE intake_answers SET value = replace(value, ?3, ?4) WHERE instr(value, ?3)
        AND submission_id IN ${requestsNaming('?1', '?2')}`,
    making.actor.companyId,
    id,
    JSON.stringify(id),
    JSON.stringify(otherId),
  ),
  making.db.sql(
    'UPDATE intake_submissions SET vendor_id = ?3 WHERE company_id = ?1 AND vendor_id = ?2',
    making.actor.companyId,
    id,
    otherId,
  ),
  ...repointings.flatMap((repoint) => repoint(making, id, otherId)),
]
