import type { z } from 'zod'
import { differences, inWords } from '../../../../schema/shared/record.ts'
import * as endpoints from '../../../../schema/vendors/vendors/endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { type AppError, asRead, forbidden, invalidField } from '../../../core/errors.ts'
import { command, inputOf, requireInPerson, type StaffContext } from '../../../core/operation.ts'
import { forgetReferences, refuseWhileUsed, unusedSql } from '../../../core/references.ts'
import { accountingLinks } from './accounting-vendors.ts'
import { changedForNews, newsOf } from './news.ts'
import { VENDOR_REFERRED } from './references.ts'
import { requireVendor } from './rows.ts'
import {
  type Checked,
  checkVendor,
  insertStatements,
  NEW_VENDOR,
  readable,
  updateStatements,
  type VendorValues,
  valuesFrom,
  valuesOf,
  withKnownCategories,
} from './write.ts'

/** Two vendors with one name would look the same when choosing one. */
const nameTaken = {
  vendors_name: (): AppError => invalidField('name', 'A vendor with this name already exists'),
}

/** No one can change a vendor's payment and tax details in someone else's name. */
type Paid = Pick<VendorValues, 'paymentMethod' | 'taxIds'>
const requireOwnHand = ({ actor }: StaffContext, before: Paid, after: Paid): void => {
  const paid = ({ paymentMethod, taxIds }: Paid) => JSON.stringify([paymentMethod, taxIds])
  if (paid(before) !== paid(after)) requireInPerson('NEVER', actor)
}

/** For the history: the converted values of amounts that a condition asks about. */
const converted = ({ answers: { conversions } }: Checked) =>
  conversions.length > 0 ? { amountsCompared: conversions } : {}

/** How the history calls them. */
const ACCOUNTING_VENDORS = 'accounting vendors'

/** The statements that create a vendor within another change, such as an import. Throws INVALID for fields. */
export const creation = async (context: StaffContext, input: z.output<typeof endpoints.createVendorBody>) => {
  const checked = await checkVendor(
    context,
    valuesFrom(NEW_VENDOR, withKnownCategories(context.actor, input), context.newId),
  )
  requireOwnHand(context, { ...checked.values, taxIds: NEW_VENDOR.taxIds }, checked.values)
  const id = context.newId()
  const links = await accountingLinks(context, { id, name: checked.values.name }, input.erpVendors)
  return {
    id,
    vendor: { id, name: checked.values.name, ownerIds: checked.values.ownerIds },
    statements: [...insertStatements(context, id, checked.values), ...(links?.statements ?? [])],
    audit: {
      changeKey: `vendor:${id}:v1`,
      action: 'vendor.created',
      targetType: 'VENDOR' as const,
      targetId: id,
      message: `Created the vendor ${checked.values.name}`,
      changeData: {
        after: {
          ...readable(checked.values, checked),
          ...(links && { [ACCOUNTING_VENDORS]: links.after }),
          ...converted(checked),
        },
      },
    },
    linkAudit: links?.audit ?? [],
  }
}

export const createVendor = command({
  id: 'vendors.create',
  access: 'vendors.create',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createVendor),
  run: async (context, input): Promise<{ id: string }> => {
    const { id, vendor, statements, audit, linkAudit } = await creation(context, input)
    return commit(context, {
      subject: 'The vendor',
      statements,
      audit: [audit, ...linkAudit],
      outbox: newsOf(context, { kind: 'CREATED' }, [vendor]),
      result: { id },
      onDuplicate: nameTaken,
    })
  },
})

/** Throws NOT_FOUND, or FORBIDDEN for people who neither manage vendors nor own this one. */
export const requireChangeable = async (context: StaffContext, vendorId: string) => {
  const read = await requireVendor(context, vendorId)
  if (!read.vendor.canEdit) throw forbidden()
  return read
}

export const updateVendor = command({
  id: 'vendors.update',
  access: 'vendors.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.updateVendor),
  run: lastWriteWins(async (context, { vendorId, version: read, ...given }) => {
    const { vendor, stored } = await requireChangeable(context, vendorId)
    // Before anything is said of values that were right when they were read.
    const { version } = asRead(vendor, read, 'The vendor')
    const before = valuesOf(stored)
    const checked: Checked = await checkVendor(
      context,
      valuesFrom(before, withKnownCategories(context.actor, given), context.newId),
      before,
    )
    for (const person of [...vendor.owners, ...(vendor.signer ? [vendor.signer] : [])]) {
      if (!checked.people.has(person.id)) checked.people.set(person.id, `${person.firstName} ${person.lastName}`.trim())
    }
    for (const { id, name } of vendor.vendorCategories) checked.form.categories.set(id, name)
    const links = await accountingLinks(context, { id: vendorId, name: checked.values.name }, given.erpVendors)
    const { changed, changeData } = differences(
      { ...readable(before, checked), ...(links && { [ACCOUNTING_VENDORS]: links.before }) },
      { ...readable(checked.values, checked), ...(links && { [ACCOUNTING_VENDORS]: links.after }) },
    )
    const taxChanged = JSON.stringify(before.taxIds) !== JSON.stringify(checked.values.taxIds)
    requireOwnHand(context, before, checked.values)
    if (changed.length === 0 && !taxChanged) return { id: vendorId, version }
    const fields = changedForNews(before, checked.values)
    const ownerIds = [...new Set([...before.ownerIds, ...checked.values.ownerIds])]
    const words = inWords(vendorFields, changed) || 'tax IDs'
    return commit(context, {
      subject: 'The vendor',
      statements: [
        ...updateStatements(context, vendorId, checked.values, version, before),
        ...(links?.statements ?? []),
      ],
      audit: [
        {
          changeKey: `vendor:${vendorId}:v${version + 1}`,
          action: 'vendor.changed',
          targetType: 'VENDOR',
          targetId: vendorId,
          message: `Changed the vendor ${checked.values.name}: ${words}`,
          changeData: { ...changeData, after: { ...changeData.after, ...converted(checked) } },
        },
        ...(links?.audit ?? []),
      ],
      outbox:
        fields.length > 0
          ? newsOf(context, { kind: 'CHANGED', fields }, [{ id: vendorId, name: checked.values.name, ownerIds }])
          : [],
      result: { id: vendorId, version: version + 1 },
      onDuplicate: nameTaken,
    })
  }),
})

/** Tables with the vendor's own rows, which are deleted with it. */
const OWN_TABLES = ['vendor_links', 'vendor_verifications']

/** Throws RULE_BROKEN with the reason IN_USE, and what uses the vendor in its details. */
export const deleteVendor = command({
  id: 'vendors.delete',
  access: 'vendors.manage',
  input: endpoints.deleteVendorInput,
  run: async (context, { id }) => {
    const { db, actor } = context
    const { vendor, stored } = await requireVendor(context, id)
    await refuseWhileUsed(context, VENDOR_REFERRED, [vendor], {
      message: `${vendor.name} is in use and cannot be deleted. Archive it instead.`,
    })
    const before = valuesOf(stored)
    const checked = {
      people: new Map(vendor.owners.map(({ id: of, firstName, lastName }) => [of, `${firstName} ${lastName}`.trim()])),
    }
    return commit(context, {
      subject: 'The vendor',
      statements: [
        db.sql(
          `DELETE FROM vendors WHERE id = ?1 AND company_id = ?2 AND version = ?3 AND ${unusedSql(VENDOR_REFERRED)}`,
          id,
          actor.companyId,
          vendor.version,
        ),
        guardOneRow(db),
        ...(await forgetReferences(context, [id])),
        ...OWN_TABLES.map((table) =>
          db.sql(`DELETE FROM ${table} WHERE company_id = ? AND vendor_id = ?`, actor.companyId, id),
        ),
      ],
      audit: [
        {
          changeKey: `vendor:${id}:v${vendor.version + 1}`,
          action: 'vendor.deleted',
          targetType: 'VENDOR',
          targetId: id,
          message: `Deleted the vendor ${vendor.name}`,
          changeData: {
            before: readable(before, {
              ...checked,
              form: {
                form: { steps: [] },
                categories: new Map(vendor.vendorCategories.map((category) => [category.id, category.name])),
              },
              answers: { answers: {}, faults: {}, names: new Map(), rates: null, conversions: [] },
            }),
          },
        },
      ],
      outbox: newsOf(context, { kind: 'DELETED' }, [{ id, name: vendor.name, ownerIds: before.ownerIds }]),
      result: { id },
    })
  },
})
