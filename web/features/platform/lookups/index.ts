/**
 * Choosing people, departments, vendors and the like by name, loaded as typed. Invariant: a chosen id keeps its name.
 */
export { lookupKeys, type OptionSource, optionSource, useOptionLabels, useOptions } from './api.ts'
export { AsyncOptionSelect, SEARCH_DEBOUNCE_MS } from './async-option-select.tsx'
export { LookupFilter } from './lookup-filter.tsx'
