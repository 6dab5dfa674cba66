import type { Env } from '../../env.ts'
import { saveColumns, saveFields } from '../../features/vendors/settings/index.ts'
import { actAs } from './act.ts'
import { options, q } from './forms.ts'

/** Brightwater's custom fields of vendors and services, and the list columns for them. */
export const fillVendorSettings = async (env: Env, admin: string): Promise<void> => {
  await actAs(env, admin, saveFields, {
    version: 0,
    vendorFormFields: [
      q('vendor-risk', 'CUSTOM_SELECT', 'Risk class', {
        options: options('vendor-risk', ['Low', 'Medium', 'High']),
        inVendorForms: 'NOT_ASKED',
      }),
      q('vendor-reviewed', 'DATE', 'Last security review', {
        isRequired: true,
        inVendorForms: 'NOT_ASKED',
        conditionAnyOfs: [{ valuesQuestionId: 'vendor-risk', values: ['vendor-risk-2', 'vendor-risk-3'] }],
      }),
      q('vendor-dpa', 'YES_NO', 'Processes personal data for us', { inVendorForms: 'UPDATES' }),
      q('vendor-contact', 'EMAIL', 'Security contact', { inVendorForms: 'UPDATES' }),
    ],
    serviceFormFields: [
      q('service-data', 'YES_NO', 'Holds personal data', { inVendorForms: 'UPDATES' }),
      q('service-region', 'TEXT', 'Where is the data kept?', {
        inVendorForms: 'UPDATES',
        conditionBooleans: [{ valuesQuestionId: 'service-data', value: true }],
      }),
    ],
    serviceItemFormFields: [q('item-seats', 'NUMBER', 'Seats', { inVendorForms: 'UPDATES' })],
  })
  await actAs(env, admin, saveColumns, {
    version: 0,
    vendorColumns: [{ questionId: 'vendor-risk', columnName: 'Risk' }],
    serviceColumns: [
      { questionId: 'service-data', columnName: 'Personal data' },
      { questionId: 'item-seats', columnName: 'Seats' },
    ],
  })
}
