/**
 * The forms of categories: questions, conditions, versions. Invariant: a form is saved only if everything that refers
 * to its questions still holds.
 */
export { withKnownOptions } from './known-options.ts'
export { saveForm } from './save-form.ts'
