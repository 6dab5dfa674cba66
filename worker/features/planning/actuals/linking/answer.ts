import {
  answerVendorLink,
  setVendorLinking,
  undoVendorLink,
} from '../../../../../schema/planning/actuals/link-endpoints.ts'
import type { LinkReason } from '../../../../../schema/planning/actuals/link-values.ts'
import { erpObjects } from '../../../../../schema/platform/accounting/tables.ts'
import { commit } from '../../../../core/commit.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../../core/operation.ts'
import { columns, select, typed } from '../../../../core/record.ts'
import { erpVendor } from '../../../platform/accounting/index.ts'
import { VENDOR_CALLED, VENDOR_NAME } from '../../../vendors/vendors/index.ts'
import { type ChangedRow, changeOf, saveChanges } from '../mapping-save.ts'
import { readKnown } from './known.ts'
import { refusalOf, refuseStatements } from './learn.ts'
import { LOOKED_AT, linkRun, OFF, openStanding, standStatement } from './run.ts'

/** What people say about accounting vendors. Everything is learned: the same name isn't asked about again. */

const OBJECT = typed`SELECT ${columns(LOOKED_AT, select(erpObjects, 'o', { version: 'mappingVersion', vendorId: 'vendorId' }))}
  FROM json_each('[1]') CROSS JOIN ${erpVendor('?2')}`

const readObject = async ({ db, actor }: StaffContext, objectId: string, version: number) => {
  const object = await db.first(db.sql(OBJECT, actor.companyId, objectId))
  if (!object) throw notFound('The accounting vendor')
  if (object.version !== version) throw staleVersion(object.name)
  return object
}
type ReadObject = Awaited<ReturnType<typeof readObject>>

/** Where it stands if this vendor isn't it. */
const standsWithout = async (context: StaffContext, object: ReadObject, vendorId: string, isFinal: boolean) => {
  const known = await readKnown(context, [object.name])
  const [refusal] = refusalOf(object.name, vendorId)
  const refusals = refusal ? [...known.refusals, { ...refusal, isFinal }] : known.refusals
  const aliases = known.aliases.filter((alias) => alias.nameKey !== refusal?.nameKey || alias.vendorId !== vendorId)
  const standing = openStanding({ ...object, isNamed: 1 }, { ...known, aliases, refusals })
  return standing ? [standStatement(context, [standing])] : []
}

const answered = (context: StaffContext, reason: LinkReason) => (changed: readonly ChangedRow[]) => [
  standStatement(
    context,
    changed.map(({ id, after }) => ({
      objectId: id,
      vendorId: after.vendorId,
      state: 'ANSWERED' as const,
      reason,
      ordinal: context.clock.now(),
    })),
  ),
]

const refuse = async (context: StaffContext, object: ReadObject, vendorId: string) => {
  const { db, actor } = context
  if (object.vendorId !== null) throw new AppError('RULE_BROKEN', `${object.name} is linked. Undo that instead.`)
  const vendor = await db.first(db.sql(VENDOR_NAME, actor.companyId, vendorId))
  if (!vendor) throw invalidField('vendorId', 'Choose a vendor of your company')
  const stands = await standsWithout(context, object, vendorId, true)
  return commit(context, {
    subject: object.name,
    statements: [...refuseStatements(context, refusalOf(object.name, vendorId), true), ...stands],
    audit: [
      {
        changeKey: `vendor-link:${object.id}:not:${vendorId}`,
        action: 'vendor-link.refused',
        targetType: 'VENDOR',
        targetId: vendorId,
        message: `Said that ${object.name} of the accounting system isn’t ${vendor.name}`,
        changeData: null,
      },
    ],
    result: { id: object.id, vendorId: null },
  })
}

export const answerLink = command({
  id: answerVendorLink.id,
  access: 'vendors.edit',
  input: inputOf(answerVendorLink),
  run: async (context, { objectId, answer, vendorId, name, version }) => {
    const { db, actor } = context
    const object = await readObject(context, objectId, version)
    if (answer === 'REFUSE') return refuse(context, object, vendorId ?? '')
    const newVendorName = name ?? object.name.trim()
    // A vendor of this name would be taken for the new one.
    if (answer === 'NEW' && (await db.first(db.sql(VENDOR_CALLED, actor.companyId, newVendorName))))
      throw invalidField('name', `The company has a vendor ${newVendorName} already. Give the new one another name`)
    const change = changeOf({ id: objectId, version, ...(answer === 'NEW' ? { newVendorName } : { vendorId }) })
    return saveChanges(context, 'VENDOR', [change], {
      at: (_, field) => (field === 'newVendorName' ? 'name' : field),
      also: answered(context, answer === 'NEW' ? 'NONE' : 'LEARNED'),
      answer: (_, changed) => ({ id: objectId, vendorId: changed[0]?.after.vendorId ?? object.vendorId }),
    })
  },
})

export const undoLink = command({
  id: undoVendorLink.id,
  access: 'vendors.edit',
  input: inputOf(undoVendorLink),
  run: async (context, { objectId, version }) => {
    const object = await readObject(context, objectId, version)
    const { vendorId } = object
    if (vendorId === null) throw new AppError('RULE_BROKEN', `${object.name} isn’t linked.`)
    const stands = await standsWithout(context, object, vendorId, false)
    return saveChanges(context, 'VENDOR', [changeOf({ id: objectId, version, vendorId: null })], {
      at: (_, field) => field,
      also: () => stands,
      answer: () => ({ id: objectId }),
    })
  },
})

export const setLinking = command({
  id: setVendorLinking.id,
  access: 'vendors.edit',
  input: inputOf(setVendorLinking),
  run: async (context, { isOn }) => {
    const { db, actor, clock } = context
    const { companyId } = actor
    const was = await db.first(db.sql(OFF, companyId))
    if (isOn === !was) return { isOn }
    const run = isOn ? linkRun(context, companyId) : []
    return commit(context, {
      subject: 'The setting',
      statements: [
        isOn
          ? db.sql('DELETE FROM vendor_linking_off WHERE company_id = ?', companyId)
          : db.sql(
              'INSERT OR IGNORE INTO vendor_linking_off (company_id, off_at) VALUES (?, ?)',
              companyId,
              clock.now(),
            ),
        ...run,
      ],
      audit: [
        {
          changeKey: `vendor-linking:${context.newId()}`,
          action: 'vendor-linking.changed',
          targetType: 'COMPANY',
          targetId: companyId,
          message: isOn
            ? 'Turned on linking accounting vendors without anyone'
            : 'Turned off linking accounting vendors without anyone',
          changeData: { before: { isOn: !isOn }, after: { isOn } },
        },
      ],
      result: { isOn },
    })
  },
})
