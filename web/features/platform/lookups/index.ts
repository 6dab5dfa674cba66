/**
 * Choosing people, departments, vendors and the like by name, loaded as typed. Invariant: a chosen id keeps its name.
 */
export { lookupKeys, type NamedSource, type OptionSource, optionSource, sourceOfKind, useOptionLabels } from './api.ts'
export { AsyncOptionSelect } from './async-option-select.tsx'
export { useLookupColumn } from './grid-choice.ts'
export { LookupFilter } from './lookup-filter.tsx'
export { useSearchedOptions } from './searched-options.ts'
