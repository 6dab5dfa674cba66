import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { namesText } from '../../../../schema/shared/values.ts'
import { createVendorBody } from '../../../../schema/vendors/vendors/endpoints.ts'
import type { Audit } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { OutboxRow } from '../../../core/outbox.ts'
import { newVendorStatement, vendorsNamedFrom } from '../../platform/accounting/index.ts'
import { newsOf, vendorCreation } from '../../vendors/vendors/index.ts'
import type { ErpObject } from './references.ts'

/**
 * A vendor that the accounting system doesn't have yet. It is kept among the system's objects as PENDING, with an id of
 * our own until it is made there, before its first bill; a company without an accounting system pays its bills the same
 * way.
 */

interface Wanted {
  name: string
  email: string | null
  /** Also make it a vendor of the company. */
  shouldCreateVendor: boolean
  ownerId: string | null
  /** It isn't the one with nearly the same name. */
  isAnotherVendor: boolean
}

export interface NewVendor extends Wanted {
  /** The id that it gets among the accounting system's objects. */
  id: string
}

/** A repeated command finds the one that it made. */
const newVendorOf = (
  { actor, commandId, newId }: StaffContext,
  { newErpVendorEmail: email, ...given }: Omit<Wanted, 'email'> & { newErpVendorEmail: string | null },
): NewVendor => {
  const { name, shouldCreateVendor, ownerId, isAnotherVendor } = given
  const wanted: Wanted = { name, email, shouldCreateVendor, ownerId, isAnotherVendor }
  if (wanted.shouldCreateVendor && !can(actor.policy, 'vendors.create'))
    throw new AppError('FORBIDDEN', 'You can’t create vendors. Enter the bill without creating one.')
  return { ...wanted, id: commandId ? idFrom(`bill-vendor\n${actor.userId}\n${commandId}`) : newId() }
}

interface Given extends Omit<Wanted, 'name' | 'email'> {
  erpVendorId?: string | null | undefined
  newErpVendorName: string | null
  newErpVendorEmail: string | null
}

/**
 * The new vendor that a bill names. Null for one that is there. Throws INVALID for both, and for what belongs to a new
 * one without its name, which would be dropped in silence.
 */
export const newVendorIn = (context: StaffContext, given: Given): NewVendor | null => {
  const { erpVendorId, newErpVendorName: name } = given
  if (name === null) {
    const [field] = (['newErpVendorEmail', 'shouldCreateVendor', 'ownerId'] as const).filter((each) => given[each])
    if (field) throw invalidField(field, `“${field}” is about a new vendor. Give “newErpVendorName” too`)
    return null
  }
  if (erpVendorId) throw invalidField('newErpVendorName', 'Choose a vendor or enter the name of a new one, not both')
  return newVendorOf(context, { ...given, name })
}

interface Made {
  object: ErpObject
  statements: D1PreparedStatement[]
  audit: Audit[]
  outbox: Omit<OutboxRow, 'id' | 'createdAt' | 'companyId'>[]
}

/** Throws INVALID with the vendors that a new one may be, by the key by which imports know vendors again. */
const refuseTwins = async (context: StaffContext, name: string): Promise<void> => {
  const key = matchKeyOf(name)
  const [first = key] = key.split(' ')
  const twins = (await context.db.all(vendorsNamedFrom(context, context.actor.companyId, first))).filter(
    (one) => matchKeyOf(one.name) === key,
  )
  if (twins.length === 0) return
  const message = `This may be ${namesText(twins)}. Choose it from the list, or say that it is another vendor`
  throw new AppError('INVALID', message, {
    reason: 'TWIN_VENDOR',
    fields: { newErpVendorName: message },
    details: { vendors: twins.map(({ id, name: of }) => ({ id, name: of })) },
  })
}

/** What makes it, in the batch that reserves the bill's number. Throws INVALID for what a vendor can't be, or may be. */
export const makeVendor = async (
  context: StaffContext,
  { id, name, email, shouldCreateVendor, ownerId, isAnotherVendor }: NewVendor,
  isConnected: boolean,
): Promise<Made> => {
  const { actor } = context
  if (!isAnotherVendor) await refuseTwins(context, name)
  const vendor = shouldCreateVendor
    ? await vendorCreation(
        context,
        createVendorBody.parse({ name, owners: [ownerId ?? actor.userId], paymentMethod: 'UNKNOWN' }),
      )
    : null
  const vendorId = vendor?.id ?? null
  return {
    object: {
      ...{ id, kind: 'VENDOR', name, number: null, isActive: 1, vendorId, departmentId: null },
      ...{
        businessUnitId: null,
        entityId: null,
        categoryId: null,
        isPosting: null,
        isClosed: null,
        accountType: null,
        classification: null,
      },
    },
    statements: [
      ...(vendor?.statements ?? []),
      newVendorStatement(context, actor.companyId, { id, name, email, vendorId, isConnected }),
    ],
    audit: [
      ...(vendor ? [vendor.audit] : []),
      {
        changeKey: `erp-vendor:${id}`,
        action: 'accounting.vendor-added',
        targetType: 'COMPANY',
        targetId: actor.companyId,
        message: `Added the vendor ${name} for a bill`,
        changeData: { after: { name, email } },
      },
    ],
    outbox: vendor ? newsOf(context, { kind: 'CREATED' }, [vendor.vendor]) : [],
  }
}

/** Another vendor took the name meanwhile. */
export const onVendorName = {
  vendors_name: (): AppError =>
    invalidField('newErpVendorName', 'A vendor with this name already exists. Enter the bill without creating one'),
}
