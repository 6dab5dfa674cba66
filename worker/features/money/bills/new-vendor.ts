import { can } from '../../../../schema/shared/permissions.ts'
import { createVendorBody } from '../../../../schema/vendors/vendors/endpoints.ts'
import type { Audit } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { OutboxRow } from '../../../core/outbox.ts'
import { newVendorStatement } from '../../platform/accounting/index.ts'
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
}

export interface NewVendor extends Wanted {
  /** The id that it gets among the accounting system's objects. */
  id: string
}

/** A repeated command finds the one that it made. */
export const newVendorOf = ({ actor, commandId, newId }: StaffContext, wanted: Wanted): NewVendor => {
  if (wanted.shouldCreateVendor && !can(actor.policy, 'vendors.create'))
    throw new AppError('FORBIDDEN', 'You can’t create vendors. Enter the bill without creating one.')
  return { ...wanted, id: commandId ? idFrom(`bill-vendor\n${actor.userId}\n${commandId}`) : newId() }
}

interface Made {
  object: ErpObject
  statements: D1PreparedStatement[]
  audit: Audit[]
  outbox: Omit<OutboxRow, 'id' | 'createdAt' | 'companyId'>[]
}

/** What makes it, in the batch that reserves the bill's number. Throws INVALID for what a vendor can't be. */
export const makeVendor = async (
  context: StaffContext,
  { id, name, email, shouldCreateVendor, ownerId }: NewVendor,
  isConnected: boolean,
): Promise<Made> => {
  const { actor } = context
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
    invalidField('newErpVendorName', 'The company has a vendor of this name. Enter the bill without creating one'),
}
