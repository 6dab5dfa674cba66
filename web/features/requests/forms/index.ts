/**
 * Forms: the builder, and a field for each type of question. Invariant: the builder's preview and a filed request show
 * the same fields.
 */
export { readForm, saveForm, useForm, useFormEffects } from './api.ts'
export { AddressField } from './fields/address-field.tsx'
export { NoteField } from './fields/note-field.tsx'
export { QuestionField, questionElementId } from './fields/question-field.tsx'
export { idsByKind, type LabelKind, labelKindOf, optionKindOf, optionPaths } from './fields/question-kinds.ts'
export { FormBuilder } from './form/form-builder.tsx'
export { inOrder } from './form/form-edits.ts'
export { type FormKind, type FormSource, PUBLIC_FORM, REQUEST_FORM, VENDOR_FORM } from './form/form-kind.ts'
export { formProblems } from './form/form-problems.ts'
export { ReadOnlyForm } from './form/read-only-form.tsx'
export { quoted } from './form/use-form-actions.ts'
