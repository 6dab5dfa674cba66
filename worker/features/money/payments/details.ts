import * as endpoints from '../../../../schema/money/payments/details-endpoints.ts'
import { vendorBankDetails } from '../../../../schema/money/payments/details-tables.ts'
import {
  type BankDetails,
  confirmationsNeeded,
  type DetailsState,
  detailsDutyFault,
  heldUntil,
  isInQuarantine,
  whoConfirms,
} from '../../../../schema/money/payments/details-values.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import {
  type AccountHolderType,
  type BankAccountType,
  maskedAccount,
} from '../../../../schema/vendors/portal/values.ts'
import { type Audit, commit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { handsBy, handsStatement, identitiesOf } from '../../../core/hands.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { insertRow } from '../../../core/record.ts'
import { type Place, seal } from '../../../core/vault.ts'
import { approversStatement, type Confirmers, confirmersOf, confirmersStatement } from './approvers.ts'
import { enteredForPayments } from './details-follow.ts'
import { sharedAccountOf, sharedAccounts } from './details-shared.ts'
import { fingerprintOf } from './fingerprint.ts'

/**
 * Bank details of accounting vendors: entered by staff or taken from the portal. Invariants: the number is encrypted, and
 * no answer, log or history but `reveal` has more than its last four; no one confirms what they entered.
 */

export interface DetailsRow {
  id: string
  companyId: string
  erpVendorId: string
  erpVendorName: string
  vendorId: string | null
  state: DetailsState
  accountHolderName: string
  accountHolderType: AccountHolderType
  lastFour: string
  routingNumber: string
  bankAccountType: BankAccountType
  address1: string
  address2: string
  city: string
  addressState: string
  postalCode: string
  country: string
  remittanceEmail: string
  sharedId: string | null
  isChange: number
  heldUntil: number
  createdByUserId: string
  createdByName: string
  createdAt: number
  updatedAt: number
  version: number
  confirmedAt: number | null
  confirmedByUserId: string | null
  /** JSON lists, of those who confirmed them while they wait. */
  confirmerIds: string
  confirmerNames: string
}

/** Of details `d`. */
const COLUMNS = `d.id, d.company_id AS companyId, d.erp_vendor_id AS erpVendorId, o.name AS erpVendorName,
  o.vendor_id AS vendorId, d.state, d.account_holder_name AS accountHolderName,
  d.account_holder_type AS accountHolderType, d.last_four AS lastFour, d.routing_number AS routingNumber,
  d.bank_account_type AS bankAccountType, d.address1, d.address2, d.city, d.address_state AS addressState,
  d.postal_code AS postalCode, d.country, d.remittance_email AS remittanceEmail, d.shared_id AS sharedId,
  d.is_change AS isChange, d.held_until AS heldUntil, d.created_by_user_id AS createdByUserId,
  trim(u.first_name || ' ' || u.last_name) AS createdByName, d.created_at AS createdAt, d.updated_at AS updatedAt,
  d.version, d.confirmed_at AS confirmedAt, d.confirmed_by_user_id AS confirmedByUserId,
  (SELECT json_group_array(c.user_id) FROM vendor_bank_confirmations c
    WHERE c.company_id = d.company_id AND c.details_id = d.id) AS confirmerIds,
  (SELECT json_group_array(trim(p.first_name || ' ' || p.last_name)) FROM vendor_bank_confirmations c
    CROSS JOIN users p ON p.id = c.user_id
    WHERE c.company_id = d.company_id AND c.details_id = d.id) AS confirmerNames`
const JOINED = `CROSS JOIN erp_objects o ON o.id = d.erp_vendor_id AND +o.company_id = d.company_id
  CROSS JOIN users u ON u.id = d.created_by_user_id`

export const detailsById = ({ db, actor }: StaffContext, id: string): D1PreparedStatement =>
  db.sql(
    `SELECT ${COLUMNS} FROM vendor_bank_details d ${JOINED} WHERE d.id = ? AND d.company_id = ? AND d.state <> 'DELETED'`,
    ...[id, actor.companyId],
  )

/** Where the number is encrypted for. */
export const placeOfDetails = (companyId: string, id: string): Place => [companyId, 'vendor-bank-details', id]

/** "••••6789 of Acme". */
export const detailsName = ({
  lastFour,
  accountHolderName,
}: Pick<DetailsRow, 'lastFour' | 'accountHolderName'>): string => `${maskedAccount(lastFour)} of ${accountHolderName}`

/** An entry in the history of the vendor, or of the company while the accounting vendor isn't one of its own. */
export const detailsEntry = (
  { companyId, vendorId, id }: Pick<DetailsRow, 'companyId' | 'vendorId' | 'id'>,
  version: number | string,
  action: string,
  message: string,
): Audit => ({
  changeKey: `vendor-bank-details:${id}:v${version}`,
  action: `payments.details-${action}`,
  ...(vendorId === null
    ? ({ targetType: 'COMPANY', targetId: companyId } as const)
    : ({ targetType: 'VENDOR', targetId: vendorId } as const)),
  message,
  changeData: null,
})

const instant = (at: number): string => new Date(at).toISOString()

const dutiesOf = ({ actor }: StaffContext, row: DetailsRow, isApprover: boolean) => ({
  decider: identitiesOf(actor),
  enteredByUserId: row.createdByUserId,
  isApprover,
  confirmedByUserIds: JSON.parse(row.confirmerIds) as string[],
})

export const dutyFaultOf = (context: StaffContext, row: DetailsRow, isApprover: boolean): string | null =>
  detailsDutyFault(dutiesOf(context, row, isApprover))

const isHeldNow = ({ clock }: StaffContext, { state, isChange, heldUntil: until }: DetailsRow): boolean =>
  isInQuarantine({ state, isChange: isChange === 1, heldUntil: until }, clock.now())

/** Without them, payments to the vendor no longer wait, so that deleting them in quarantine decides on them. */
export const deleteFaultOf = (context: StaffContext, row: DetailsRow, isApprover: boolean): string | null =>
  isHeldNow(context, row) ? detailsDutyFault(dutiesOf(context, row, isApprover), 'LIFT_QUARANTINE') : null

export const toShownDetails = (
  context: StaffContext,
  row: DetailsRow,
  { isApprover, people }: Confirmers,
): endpoints.VendorPaymentInformation => {
  const isWaiting = row.state === 'WAITING'
  const fault = isWaiting ? dutyFaultOf(context, row, isApprover) : null
  const isHeld = isHeldNow(context, row)
  return {
    ...{ id: row.id, paymentInformationId: row.id, status: row.state, isConfirmed: row.state === 'CONFIRMED' },
    erpVendor: { id: row.erpVendorId, name: row.erpVendorName },
    isQuarantined: isHeld,
    heldUntil: isHeld ? instant(row.heldUntil) : null,
    confirmationsNeeded: confirmationsNeeded({ isChange: row.isChange === 1 }),
    confirmedBy: JSON.parse(row.confirmerNames) as string[],
    createdBy: { id: row.createdByUserId, name: row.createdByName },
    ...{ createdAt: instant(row.createdAt), updatedAt: instant(row.updatedAt) },
    confirmedAt: row.confirmedAt === null ? null : instant(row.confirmedAt),
    isSharedByVendorCompany: row.sharedId !== null,
    ...{ decisionFault: fault, canDecide: isWaiting && fault === null },
    confirmableBy: fault === null ? null : whoConfirms(dutiesOf(context, row, isApprover), people),
    canDelete: deleteFaultOf(context, row, isApprover) === null,
    paymentInformation: {
      ...{ id: row.id, accountHolderName: row.accountHolderName, accountHolderType: row.accountHolderType },
      ...{ accountNumber: maskedAccount(row.lastFour), lastFourAccountNumber: row.lastFour },
      ...{ routingNumber: row.routingNumber, bankAccountType: row.bankAccountType, address1: row.address1 },
      ...{ address2: row.address2, city: row.city, state: row.addressState, postalCode: row.postalCode },
      ...{ country: row.country, remittanceEmail: row.remittanceEmail },
    },
  }
}

interface ErpVendor {
  id: string
  name: string
  vendorId: string | null
  wasConfirmed: number
  waitingId: string | null
}

const erpVendorStatement = ({ db, actor }: StaffContext, erpVendorId: string): D1PreparedStatement =>
  db.sql(
    `SELECT o.id, o.name, o.vendor_id AS vendorId,
            EXISTS (SELECT 1 FROM vendor_bank_details d INDEXED BY vendor_bank_details_vendor
                     WHERE d.company_id = ?2 AND d.erp_vendor_id = o.id AND d.confirmed_at IS NOT NULL) AS wasConfirmed,
            (SELECT d.id FROM vendor_bank_details d INDEXED BY vendor_bank_details_entered
              WHERE d.company_id = ?2 AND d.erp_vendor_id = o.id AND d.state = 'WAITING') AS waitingId
       FROM erp_objects o WHERE o.id = ?1 AND +o.company_id = ?2 AND o.kind = 'VENDOR' AND o.deleted_at IS NULL`,
    ...[erpVendorId, actor.companyId],
  )

/** So many are shown of a vendor, and of several together. */
const MOST_SHOWN = 20
const MOST_TOGETHER = 60

export const readVendorPaymentMethods = query({
  id: 'payments.erp-vendor-payment-methods',
  access: 'payments.use',
  input: inputOf(endpoints.listVendorPaymentMethods),
  run: async (context, { erpVendorId }): Promise<endpoints.VendorPaymentMethods> => {
    const { db, actor } = context
    const [vendors, groups, people, rows] = await db.batch([
      erpVendorStatement(context, erpVendorId),
      approversStatement(context),
      confirmersStatement(context),
      db.sql(
        `SELECT ${COLUMNS} FROM vendor_bank_details d INDEXED BY vendor_bank_details_vendor ${JOINED}
          WHERE d.company_id = ?1 AND d.erp_vendor_id = ?2 AND d.state IN ('WAITING', 'CONFIRMED', 'REJECTED')
          ORDER BY d.created_at DESC, d.id DESC LIMIT ${MOST_SHOWN}`,
        ...[actor.companyId, erpVendorId],
      ),
    ])
    const vendor = vendors?.results[0] as unknown as ErpVendor | undefined
    if (!vendor) throw notFound('The vendor')
    const confirmers = confirmersOf(actor, groups?.results, people?.results)
    const own = (rows?.results ?? []) as unknown as DetailsRow[]
    const taken = new Set(own.filter(({ state }) => state !== 'REJECTED').map(({ sharedId }) => sharedId))
    const shared = await sharedAccounts(context, vendor.vendorId)
    return {
      erpVendor: { id: vendor.id, name: vendor.name },
      paymentInformation: own.map((row) => toShownDetails(context, row, confirmers)),
      shared: shared
        .filter(({ id }) => !taken.has(id))
        .map(({ id, vendorCompanyName, accountHolderName, lastFour, routingNumber }) => ({
          ...{ id, vendorCompanyName, accountHolderName, lastFourAccountNumber: lastFour, routingNumber },
        })),
    }
  },
})

/**
 * The bank details of several accounting vendors as they are shown, newest first, by vendor. Null for people who don’t
 * work with payments.
 */
export const detailsOfVendors = async (
  context: StaffContext,
  erpVendorIds: readonly string[],
): Promise<Map<string, endpoints.VendorPaymentInformation[]> | null> => {
  const { db, actor } = context
  if (!can(actor.policy, 'payments.use')) return null
  if (erpVendorIds.length === 0) return new Map()
  const [groups, people, rows] = await db.batch([
    approversStatement(context),
    confirmersStatement(context),
    db.sql(
      `SELECT ${COLUMNS} FROM json_each(?2) j CROSS JOIN vendor_bank_details d INDEXED BY vendor_bank_details_vendor
          ON d.company_id = ?1 AND d.erp_vendor_id = j.value AND d.state IN ('WAITING', 'CONFIRMED', 'REJECTED') ${JOINED}
        ORDER BY d.created_at DESC, d.id DESC LIMIT ${MOST_TOGETHER}`,
      ...[actor.companyId, JSON.stringify(erpVendorIds)],
    ),
  ])
  const confirmers = confirmersOf(actor, groups?.results, people?.results)
  return Map.groupBy(
    ((rows?.results ?? []) as unknown as DetailsRow[]).map((row) => toShownDetails(context, row, confirmers)),
    ({ erpVendor }) => erpVendor.id,
  )
}

/** Oldest first. */
export const waitingStatement = ({ db, actor }: StaffContext): D1PreparedStatement =>
  db.sql(
    `SELECT ${COLUMNS} FROM vendor_bank_details d INDEXED BY vendor_bank_details_waiting ${JOINED}
      WHERE d.company_id = ? AND d.state = 'WAITING' ORDER BY d.created_at, d.id LIMIT 50`,
    actor.companyId,
  )

export const readWaitingPaymentInformation = query({
  id: 'payments.waiting-payment-information',
  access: 'payments.use',
  input: inputOf(endpoints.listWaitingPaymentInformation),
  run: async (context) => {
    const { db, actor } = context
    const [groups, people, rows] = await db.batch([
      approversStatement(context),
      confirmersStatement(context),
      waitingStatement(context),
    ])
    const confirmers = confirmersOf(actor, groups?.results, people?.results)
    return ((rows?.results ?? []) as unknown as DetailsRow[]).map((row) => toShownDetails(context, row, confirmers))
  },
})

const entering = async (
  context: StaffContext,
  erpVendorId: string,
  given: BankDetails,
  sharedId: string | null,
): Promise<{ id: string }> => {
  const { db, env, actor, clock, newId } = context
  const { companyId, userId } = actor
  const vendor = await db.first<ErpVendor>(erpVendorStatement(context, erpVendorId))
  if (!vendor) throw notFound('The vendor')
  const [id, now] = [newId(), clock.now()]
  const isChange = vendor.wasConfirmed === 1
  const { accountNumber, state: addressState, ...details } = given
  const { sealed, keyId } = await seal(env, accountNumber, placeOfDetails(companyId, id))
  const fingerprint = await fingerprintOf(env, companyId, given)
  const lastFour = accountNumber.slice(-4)
  const row = { id, companyId, vendorId: vendor.vendorId, lastFour, accountHolderName: details.accountHolderName }
  const why = isChange ? ' in place of confirmed ones' : ''
  const from = sharedId === null ? 'Entered' : 'Took over from the portal'
  return commit(context, {
    subject: 'The bank details',
    statements: [
      db.sql(
        `UPDATE vendor_bank_details SET state = 'REPLACED', version = version + 1, updated_at = ?3
          WHERE company_id = ?1 AND erp_vendor_id = ?2 AND state = 'WAITING'`,
        ...[companyId, erpVendorId, now],
      ),
      insertRow(db, vendorBankDetails, {
        ...{ id, companyId, erpVendorId, state: 'WAITING', ...details, addressState, lastFour, fingerprint, sharedId },
        ...{ accountNumberSealed: sealed, accountNumberKeyId: keyId, isChange, heldUntil: heldUntil(isChange, now) },
        ...{ createdByUserId: userId, createdAt: now, updatedAt: now },
      }),
      ...enteredForPayments(context, { companyId, erpVendorId }),
      handsStatement(db, companyId, handsBy(actor, 'BANK_DETAILS', id, 'ENTERED'), now),
    ],
    audit: [detailsEntry(row, 1, 'entered', `${from} the bank details ${detailsName(row)} for ${vendor.name}${why}`)],
    outbox: [
      { topic: 'payments.alarm', payload: { what: 'DETAILS', id } },
      ...(isChange ? [{ topic: 'payments.details-changed' as const, payload: { detailsId: id } }] : []),
      { topic: 'checks.run', payload: { what: 'VENDOR', id: erpVendorId } },
    ],
    result: { id },
    onDuplicate: {
      'vendor_bank_details.company_id, vendor_bank_details.erp_vendor_id': () =>
        new AppError('CONFLICT', 'Someone else entered bank details of this vendor just now. Look at those first.'),
    },
  })
}

export const enterFor = (context: StaffContext, erpVendorId: string, given: BankDetails): Promise<{ id: string }> =>
  entering(context, erpVendorId, given, null)

export const enterDetails = command({
  id: 'payments.update-erp-vendor-payment-information',
  access: 'payments.use',
  input: inputOf(endpoints.updateVendorPaymentInformation),
  run: (context, { erpVendorId, ...given }) => enterFor(context, erpVendorId, given),
})

export const takeSharedDetails = command({
  id: 'payments.take-shared-payment-information',
  access: 'payments.use',
  input: inputOf(endpoints.takeSharedPaymentInformation),
  run: async (context, { erpVendorId, vendorCompanyPaymentInformationId }) => {
    const vendor = await context.db.first<ErpVendor>(erpVendorStatement(context, erpVendorId))
    if (!vendor) throw notFound('The vendor')
    const given = await sharedAccountOf(context, vendor.vendorId, vendorCompanyPaymentInformationId)
    return entering(context, erpVendorId, given, vendorCompanyPaymentInformationId)
  },
})
