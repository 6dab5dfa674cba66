import { vendorFormInvitations } from '../../../../schema/vendors/vendor-forms/tables.ts'
import { registerVendorPlace } from '../merges/index.ts'

/** A merge takes the forms that were sent to a vendor along. */
registerVendorPlace(vendorFormInvitations, ['vendor form', 'vendor forms'])
