/**
 * Vendors with owners, contacts, tax IDs and verifications. Invariant: tax IDs are stored and shown masked except to
 * those who may see them.
 */
export { acceptable, NOT_ASKED_NOW } from './acceptable.ts'
export { type AccountingLinks, registerAccountingLinks, registerErpVendorPayments } from './accounting-vendors.ts'
export { createCategory, deleteCategory, renameCategory, requireCategory } from './categories.ts'
export { createVendor, creation as vendorCreation, deleteVendor, updateVendor } from './change.ts'
export { columnNamesSql } from './column-names.ts'
export { refreshFigures } from './figures.ts'
export { survivorsOf } from './filters.ts'
export {
  answerFaults,
  type Chosen,
  chosenOfRows,
  chosenStatements,
  formOfRows,
  formOfVendorStatements,
  idsChosen,
  labelsOf,
  lookUpChosen,
  unknownFaults,
  type VendorForm,
} from './form.ts'
export { joinedVendor, VENDOR_CALLED, VENDOR_NAME, vendorsLike } from './fragments/like-names.ts'
export {
  attachStatements,
  type CheckedWith,
  clearedIn,
  type FormSource,
  type FromForm,
  vendorFromForm,
} from './from-form.ts'
export { missingVendor } from './missing.ts'
export { type NewVendors, newVendors } from './new-vendors.ts'
export { newsOf } from './news.ts'
export { cellOf, columnStatements } from './page.ts'
export { registerVendorUse, VENDOR_REFERRED } from './references.ts'
export {
  mayChange,
  next12Shown,
  type ReadVendor,
  requireVendor,
  usesCategories,
  vendorOfRows,
  vendorStatements,
} from './rows.ts'
export { archiveVendors } from './several.ts'
export { createVerification } from './verifications.ts'
export { insertStatements, NEW_VENDOR, taxText } from './write.ts'
