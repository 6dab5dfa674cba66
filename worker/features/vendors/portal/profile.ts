import { vendorCompanyChange } from '../../../../schema/vendors/portal/profile.ts'
import { VENDOR_TYPE_WORDS } from '../../../../schema/vendors/portal/values.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { command, type VendorWorkContext } from '../../../core/operation.ts'
import { newsFor } from './news.ts'

interface Read {
  name: string
  vendorType: 'BUSINESS' | 'INDIVIDUAL'
  version: number
}

/** The name and type of the vendor company. Its customers read of a new name in their history. */
export const updateVendorCompany = command({
  id: 'vendor-portal.update-company',
  access: 'vendor.work',
  input: vendorCompanyChange,
  run: lastWriteWins(async (context: VendorWorkContext, given): Promise<{ id: string }> => {
    const { db, vendor } = context
    const { id } = vendor.vendorCompany
    const [found, customers] = await db.batch([
      db.sql('SELECT name, vendor_type AS vendorType, version FROM vendor_companies WHERE id = ?', id),
      db.sql('SELECT company_id AS companyId FROM vendor_company_customers WHERE vendor_company_id = ?', id),
    ])
    const before = found?.results[0] as unknown as Read
    const after = { name: given.name ?? before.name, vendorType: given.vendorType ?? before.vendorType }
    const version = given.version ?? before.version
    if (after.name === before.name && after.vendorType === before.vendorType && version === before.version)
      return { id }
    const isRenamed = after.name !== before.name
    const words = [
      ...(isRenamed ? [`name to ${after.name}`] : []),
      ...(after.vendorType === before.vendorType ? [] : [`type to ${VENDOR_TYPE_WORDS[after.vendorType]}`]),
    ]
    return commit(context, {
      subject: 'The company profile',
      statements: [
        db.sql(
          `UPDATE vendor_companies SET name = ?, vendor_type = ?, version = version + 1 WHERE id = ? AND version = ?`,
          ...[after.name, after.vendorType, id, version],
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `vendor-company:${id}:v${version + 1}`,
          action: 'vendor-company.changed',
          targetType: 'COMPANY',
          targetId: id,
          message: `Changed the company’s ${words.join(' and ') || 'profile'}`,
          changeData: { before: { name: before.name, vendorType: before.vendorType }, after },
        },
      ],
      outbox: isRenamed
        ? newsFor(
            { ...vendor, vendorCompany: { ...vendor.vendorCompany, ...after } },
            { kind: 'RENAMED', before: before.name },
            (customers?.results ?? []).map(({ companyId }) => String(companyId)),
          )
        : [],
      result: { id },
    })
  }),
})
