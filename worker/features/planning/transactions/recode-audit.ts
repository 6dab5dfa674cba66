import type { Change } from '../../../core/commit.ts'
import type { Asked } from './recode-wanted.ts'
import type { Changed } from './recode-write.ts'

/** What the history says of changed transactions: each by itself if they are few, and whole steps of many. */

type Entry = Change<unknown>['audit'][number]

const sides = ({ line, after }: Changed, names: ReadonlyMap<string, string>) => {
  const named = (id: string | null) => (id === null ? null : (names.get(id) ?? ''))
  const isVendor = line.vendorId !== after.vendorId || line.isVendorSet !== after.isVendorSet
  const isCategory = line.categoryId !== after.categoryId || line.isCategorySet !== after.isCategorySet
  const side = (coded: Changed['after']) => ({
    ...(isVendor && { vendor: named(coded.vendorId) }),
    ...(isCategory && { category: named(coded.categoryId) }),
    // Only who decides is different, not what it is.
    ...(isVendor && line.vendorId === after.vendorId && { vendorFromMapping: coded.isVendorSet === 0 }),
    ...(isCategory && line.categoryId === after.categoryId && { categoryFromMapping: coded.isCategorySet === 0 }),
  })
  const what = [isVendor && 'vendor', isCategory && 'category'].filter((each) => each !== false).join(' and ')
  return { what, changeData: { before: side(line), after: side(after) } }
}

export const lineAudit = (
  recodeId: string,
  verb: 'recoded' | 'restored',
  changed: Changed,
  names: ReadonlyMap<string, string>,
): Entry => {
  const { line } = changed
  const { what, changeData } = sides(changed, names)
  return {
    changeKey: `transaction:${line.id}:${recodeId}:${verb}`,
    action: `transaction.${verb}`,
    targetType: 'TRANSACTION',
    targetId: line.id,
    message: `${verb === 'recoded' ? 'Changed' : 'Undid a change of'} the ${what} of ${line.name}`,
    changeData: { ...changeData, recodeId },
  }
}

const toWhat = ({ wanted: { vendor, category }, names }: Asked): string =>
  [
    vendor.how === 'SET' && `the vendor to ${names.vendor ?? 'none'}`,
    vendor.how === 'MAPPING' && 'the vendor to that of the mapping',
    category.how === 'SET' && `the category to ${names.category ?? 'none'}`,
    category.how === 'MAPPING' && 'the category to that of the mapping',
  ]
    .filter((each) => each !== false)
    .join(' and ')

const counted = (total: number): string => `${total.toLocaleString('en-US')} transaction${total === 1 ? '' : 's'}`

/** That a job began. */
export const wholeAudit = (
  companyId: string,
  recodeId: string,
  verb: 'started',
  asked: Asked,
  total: number,
): Entry => ({
  changeKey: `transaction-recode:${recodeId}:${verb}`,
  action: 'transaction.recode-started',
  targetType: 'COMPANY',
  targetId: companyId,
  message: `Began to change ${toWhat(asked)} for ${counted(total)}`,
  changeData: { recodeId, total },
})

export const undoAudit = (companyId: string, recodeId: string, total: number): Entry => ({
  changeKey: `transaction-recode:${recodeId}:undo-started`,
  action: 'transaction.recode-undo-started',
  targetType: 'COMPANY',
  targetId: companyId,
  message: `Began to undo a change of ${counted(total)}`,
  changeData: { recodeId, total },
})

/** A step of a job, with each of its lines as it was and as it is. */
export const stepAudit = (
  companyId: string,
  recodeId: string,
  verb: 'recoded' | 'restored',
  changed: readonly Changed[],
): Entry => ({
  changeKey: `transaction-recode:${recodeId}:${verb}:${changed[0]?.line.place ?? 0}`,
  action: `transaction.${verb}`,
  targetType: 'COMPANY',
  targetId: companyId,
  message: `${verb === 'recoded' ? 'Changed' : 'Undid a change of'} what ${counted(changed.length)} belong to`,
  changeData: {
    recodeId,
    lines: changed.map(({ line, after }) => ({
      transactionId: line.id,
      before: { vendorId: line.vendorId, categoryId: line.categoryId },
      after: { vendorId: after.vendorId, categoryId: after.categoryId },
    })),
  },
})
