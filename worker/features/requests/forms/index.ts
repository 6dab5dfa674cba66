/**
 * The forms of categories: questions, conditions, versions. Invariant: a form is saved only if everything that refers
 * to its questions still holds.
 */
export { conditionsFile, conditionsFromFile, conditionsToFile } from './conditions-file.ts'
export { formFile, formFromFile, formToFile, questionFile } from './file.ts'
export { finder, keysOf } from './file-keys.ts'
export { type FormNames, namesOfForm } from './file-names.ts'
export { unknownValues, withKnownOptions } from './known-options.ts'
export { saveForm } from './save-form.ts'
