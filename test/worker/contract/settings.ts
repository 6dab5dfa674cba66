import { TEST_METADATA } from '../../support/saml-test-key.ts'
import { has, ID, NAMED, type Row } from './row.ts'

/** What a company sets up: notifications, keys, matrices, entities, and custom fields. */

const me = 'GET /api/current-user/delegate-approvers'
const DELEGATES = { delegates: [{ user: 'object', note: 'text?' }] }
const LEVELS = has(`receiveSlack:flag receiveEmail:flag spendApproverNotificationLevel:text
  spendWatcherNotificationLevel:text requesterNotificationLevel:text`)
const levels = {
  ...{ receiveSlack: false, receiveEmail: true, spendApproverNotificationLevel: 'OWN_LEVEL' },
  ...{ spendWatcherNotificationLevel: 'APPROVED_ONLY', requesterNotificationLevel: 'REQUESTED_AND_FULLY_APPROVED' },
}
const MATRIX = { ...NAMED, conditionColumns: 'list', approverColumns: 'list' }
const columns = {
  conditionColumns: [
    {
      id: 'DEPARTMENT',
      conditionType: 'DEPARTMENT',
      ordinal: 0,
      cells: [{ ordinal: 0, values: ['@departmentReference'] }],
    },
  ],
  approverColumns: [
    { id: 'finance', ordinal: 0, name: 'Finance', cells: [{ ordinal: 0, users: ['@colleagueReference'] }] },
  ],
}
const question = {
  ...{ id: '@newId', label: 'Region', description: '', isRequired: false, showOnVendorDetails: true, type: 'TEXT' },
  ...{ isMulti: false, documentTypes: [], ordinal: 0, chainOperator: 'AND', options: [], conditionAnyOfs: [] },
  ...{ conditionNumerics: [], conditionBooleans: [], requireDepartmentApproverAssigneeSelection: false },
}

export const settingsRows: Row[] = [
  { call: me, as: 'approver', given: ['@myDelegate'], answers: DELEGATES },
  {
    call: 'POST /api/current-user/delegate-approvers',
    as: 'colleague',
    body: { userId: '@newMember', note: 'On leave' },
    after: [{ call: me, as: 'colleague', shows: { delegates: [{ user: { id: '@newMember' }, note: 'On leave' }] } }],
  },
  {
    call: 'DELETE /api/current-user/delegate-approvers/{userId}',
    as: 'approver',
    path: { userId: '@myDelegate' },
    after: [{ call: me, as: 'approver', hides: '@myDelegate' }],
  },
  { call: 'GET /api/current-user/notification-settings', as: 'colleague', answers: LEVELS },
  {
    call: 'POST /api/current-user/notification-settings',
    as: 'colleague',
    body: levels,
    after: [{ call: 'GET /api/current-user/notification-settings', as: 'colleague', shows: levels }],
  },
  {
    call: 'GET /api/notification-settings',
    answers: has('enableEmailNotifications:flag enableSlackNotifications:flag'),
  },
  {
    call: 'PUT /api/notification-settings',
    body: { enableEmailNotifications: true, enableSlackNotifications: false },
    after: [{ call: 'GET /api/notification-settings', shows: { enableEmailNotifications: true } }],
  },
  {
    call: 'GET /api/notification-settings-reminders',
    given: ['@reminder'],
    answers: [has('id daysAfterNotification:number note:text')],
  },
  {
    call: 'POST /api/notification-settings-reminders',
    body: { daysAfterNotification: 11, note: 'Still waiting' },
    answers: ID,
    after: [
      {
        call: 'GET /api/notification-settings-reminders',
        shows: [{ id: '@answer', daysAfterNotification: 11, note: 'Still waiting' }],
      },
    ],
  },
  {
    call: 'PUT /api/notification-settings-reminders/{id}',
    path: { id: '@reminder' },
    body: { daysAfterNotification: 12, note: 'Waiting longer' },
    answers: ID,
    after: [
      { call: 'GET /api/notification-settings-reminders', shows: [{ id: '@reminder', daysAfterNotification: 12 }] },
    ],
  },
  {
    call: 'DELETE /api/notification-settings-reminders/{id}',
    path: { id: '@reminder' },
    after: [{ call: 'GET /api/notification-settings-reminders', hides: '@reminder' }],
  },
  {
    call: 'GET /api/vendor-notifications-settings',
    answers: has('sendToAdmins:flag sendToVendorAdmins:flag sendToVendorOwners:flag groupsToSendTo:list'),
  },
  {
    call: 'POST /api/vendor-notifications-settings',
    body: {
      ...{ sendToAdmins: true, sendToVendorAdmins: false, sendToVendorOwners: true },
      groupsToSendTo: ['@groupReference'],
    },
    after: [
      {
        call: 'GET /api/vendor-notifications-settings',
        shows: { sendToVendorAdmins: false, sendToVendorOwners: true, groupsToSendTo: [{ id: '@group' }] },
      },
    ],
  },
  {
    call: 'GET /api/okta-configuration',
    answers: has('domain:text? clientId:text? clientSecret:text? loginDomains:list'),
  },
  {
    call: 'GET /api/okta-saml-configuration',
    answers: has('samlMetadataUrl:text? loginDomains:list'),
  },
  {
    call: 'POST /api/okta-saml-configuration',
    body: { samlMetadata: TEST_METADATA, loginDomains: ['acme.test'] },
    after: [{ call: 'GET /api/okta-saml-configuration', shows: { loginDomains: ['acme.test'] } }],
  },
  {
    call: 'POST /api/okta-configuration',
    body: { domain: 'acme.okta.com', clientId: 'client', clientSecret: 'secret', loginDomains: ['acme.test'] },
    after: [{ call: 'GET /api/okta-configuration', shows: { domain: 'acme.okta.com', clientId: 'client' } }],
  },
  { call: 'query singleSignOnConfiguration', answers: has('loginUrl:text callbackUrl:text samlIssuer:text') },
  {
    call: 'query integrationsPage',
    answers: { erpIntegrations: 'list{id name state text lastUsedAt}', signOnIntegrations: 'list{id name state}' },
  },
  {
    call: 'GET /api/api-keys',
    given: ['@apiKey'],
    answers: [has('id name:text createdAt:time lastUsed:time? enabled:flag createdByUser:object')],
  },
  {
    call: 'POST /api/api-keys',
    body: { name: '@keyName' },
    answers: has('id name:text key:text'),
    after: [{ call: 'GET /api/api-keys', shows: [{ id: '@answer', name: '@keyName' }] }],
  },
  {
    call: 'DELETE /api/api-keys/{apiKeyId}',
    path: { apiKeyId: '@apiKey' },
    after: [{ call: 'GET /api/api-keys', hides: '@apiKey' }],
  },
  {
    call: 'PUT /api/api-keys/{apiKeyId}/enabled',
    path: { apiKeyId: '@apiKey' },
    body: { enabled: false },
    after: [{ call: 'GET /api/api-keys', shows: [{ id: '@apiKey', enabled: false }] }],
  },
  { call: 'GET /api/approver-matrix', given: ['@matrix'], answers: [NAMED] },
  {
    call: 'POST /api/approver-matrix',
    body: { name: '@newName' },
    answers: ID,
    after: [{ call: 'GET /api/approver-matrix', shows: [{ id: '@answer', name: '@newName' }] }],
  },
  {
    call: 'GET /api/approver-matrix/{approverMatrixId}',
    path: { approverMatrixId: '@matrix' },
    answers: MATRIX,
  },
  {
    call: 'PUT /api/approver-matrix/{approverMatrixId}',
    path: { approverMatrixId: '@matrix' },
    body: { name: '@newName' },
    after: [{ call: 'GET /api/approver-matrix', shows: [{ id: '@matrix', name: '@newName' }] }],
  },
  {
    call: 'DELETE /api/approver-matrix/{approverMatrixId}',
    path: { approverMatrixId: '@matrix' },
    after: [{ call: 'GET /api/approver-matrix', hides: '@matrix' }],
  },
  {
    call: 'POST /api/approver-matrix/{approverMatrixId}/logic',
    path: { approverMatrixId: '@matrix' },
    body: columns,
    after: [
      {
        call: 'GET /api/approver-matrix/{approverMatrixId}',
        path: { approverMatrixId: '@matrix' },
        shows: {
          conditionColumns: [{ cells: [{ values: [{ id: '@department' }] }] }],
          approverColumns: [{ name: 'Finance', cells: [{ users: [{ id: '@colleague' }] }] }],
        },
      },
    ],
  },
  { call: 'GET /api/entities', given: ['@entity'], answers: [NAMED] },
  {
    call: 'POST /api/entities',
    given: ['@entity'],
    body: [{ id: '@entity', name: '@newName' }],
    after: [{ call: 'GET /api/entities', shows: [{ id: '@entity', name: '@newName' }] }],
  },
  {
    call: 'GET /api/custom-form-fields',
    query: { vendorCategoryId: '@vendorCategory' },
    answers: has('vendorFormFields:list serviceFormFields:list serviceItemFormFields:list'),
  },
  {
    call: 'POST /api/custom-form-fields',
    body: {
      ...{ vendorFormFields: [question], serviceFormFields: [], serviceItemFormFields: [] },
      vendorCategoryId: '@vendorCategory',
    },
    after: [
      {
        call: 'GET /api/custom-form-fields',
        query: { vendorCategoryId: '@vendorCategory' },
        shows: { vendorFormFields: [{ label: 'Region' }] },
      },
    ],
  },
  { call: 'GET /api/vendor-service-custom-columns', answers: has('vendorColumns:list serviceColumns:list') },
  {
    call: 'POST /api/vendor-service-custom-columns',
    body: { vendorColumns: [], serviceColumns: [] },
    after: [{ call: 'GET /api/vendor-service-custom-columns', shows: { vendorColumns: [], serviceColumns: [] } }],
  },
]
