/**
 * Own fields and columns of vendors and services.
 */
export { fieldsQuery, useFields, useOwnColumns, vendorSettingsKeys } from './api.ts'
export { ColumnsEditor } from './columns-editor.tsx'
export { ownColumn } from './own-column.tsx'
export { SettingsFrame } from './settings-frame.tsx'
export { VendorSettingsTabs } from './settings-tabs.tsx'
export { useFieldsSource } from './use-fields-source.ts'
